import type { WColumn } from '../src/ui/columns.ts'
import { ApiProblem } from '../src/api/client.ts'

/** Sample texts for the parts: short, long and hostile words of both languages. */
export const samples = {
  en: {
    name: 'Harbour',
    action: 'Save the plan',
    long: 'A name that is much longer than the place it has, as names of repositories-and-branches/are/on/many/servers',
    hint: 'What stands here explains the field.',
    problem: 'The name is taken. Choose another one.',
    choices: ['Any status', 'Succeeded', 'Failed for a reason that takes many words to tell'],
    rows: ['Tides of the moon', 'Dredging plan', 'Depths of the basin'],
    rendered:
      '<h1>Gates</h1><p>A gate opens when the <em>tide</em> is above its <code>sill</code>. See <a href="#x">the plan</a>.</p><table><thead><tr><th>port</th><th>high</th></tr></thead><tbody><tr><td>Saltmarsh</td><td>04:10</td></tr></tbody></table><pre><code><span class="tk-comment">// closes by itself</span>\n<span class="tk-keyword">await</span> <span class="tk-function">openGate</span>({ height: <span class="tk-number">3</span> })</code></pre>',
  },
  zh: {
    name: '港口',
    action: '保存计划',
    long: '比所在位置长得多的名称，就像许多服务器上的代码仓库与分支/路径/那样一直延续下去而没有可以断开的地方',
    hint: '这里的文字说明该字段。',
    problem: '名称已被占用。请换一个名称。',
    choices: ['任何状态', '成功', '因为一个需要很多文字才能说明的原因而失败'],
    rows: ['月亮与潮汐', '疏浚计划', '港池水深'],
    rendered:
      '<h1>闸门</h1><p>当<em>潮水</em>高于<code>sill</code>时，闸门打开。参见<a href="#x">计划</a>。</p><table><thead><tr><th>港口</th><th>高潮</th></tr></thead><tbody><tr><td>盐沼</td><td>04:10</td></tr></tbody></table><pre><code><span class="tk-comment">// 自动关闭</span>\n<span class="tk-keyword">await</span> <span class="tk-function">openGate</span>({ height: <span class="tk-number">3</span> })</code></pre>',
  },
} as const

export interface Row {
  readonly id: number
  readonly title: string
  readonly size: number
}

export const columnsOf = (title: string): readonly WColumn<Row>[] => [
  { name: 'title', label: title, value: (row) => row.title, isWide: true },
  { name: 'size', label: 'KB', value: (row) => row.size, isEnd: true },
]

export const refusal = (message: string): ApiProblem =>
  new ApiProblem(409, { code: 'conflict', message, remedy: 'wuku sources', request_id: '6c7d6cfefb33-0' })

const DAY = 86_400_000
const FIRST = Date.UTC(2026, 2, 1)
export const times = Array.from({ length: 14 }, (_, day) => FIRST + day * DAY)
export const wave = (height: number): readonly number[] =>
  times.map((_, day) => Math.round(height * (1.2 + Math.sin(day / 2))))
export const noon = FIRST + DAY / 2
