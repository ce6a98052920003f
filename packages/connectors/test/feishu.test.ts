import { describe, expect, it } from 'vitest'
import { opened } from '../../../test/servers/connectors/closing.ts'
import {
  addDocument,
  SPACE,
  startFeishu,
  text,
  type FakeFeishu,
} from '../../../test/servers/connectors/feishu-server.ts'
import { renderBlocks } from '../src/feishu/blocks.ts'
import { feishu, lark } from '../src/feishu/feishu.ts'
import { openConnectedHouse, type ConnectedHouse } from './connected-house.ts'

async function read(fill: (server: FakeFeishu) => void, address = `wiki/space/${SPACE}`, token = 'cli_1:secret') {
  const server = await opened(startFeishu())
  fill(server)
  const house = openConnectedHouse({ token })
  await house.add(`https://acme.feishu.cn/${address}`, server.url)
  return { server, house }
}
const paths = async (house: ConnectedHouse, email?: string): Promise<string[]> =>
  [...(await house.texts(email)).keys()].toSorted()

describe('a wiki of Feishu', () => {
  it('is read under the titles above, with comments by name and links as citations', async () => {
    const { house } = await read((server) => {
      addDocument(server, 1, { title: '手册' })
      const elements = [
        { mention_user: { user_id: 'ou_wang' } },
        text(' 见 '),
        { mention_doc: { token: 'nd1', title: '手册', url: 'https%3A%2F%2Facme.feishu.cn%2Fwiki%2Fnd1' } },
      ]
      const body = [
        { block_id: 'p', block_type: 1, children: ['t', 'f'], page: {} },
        { block_id: 't', block_type: 2, text: { elements } },
        { block_id: 'f', block_type: 23, file: { name: '手册.md', token: 'box1' } },
      ]
      addDocument(server, 2, { title: '发布/上线', parent: 'd1', body, comments: ['改好了'] })
    })
    const found = (await house.texts()).get('手册/发布∕上线')
    expect(found).toContain('@wang 见 [手册](wuku://notes/feishu-7001/docx/d1)')
    expect(found).toMatch(/## lee, 2026-04-24 .*, solved, on “一段”\n\n改好了/)
    expect(found).toContain('by mia')
    expect((await house.texts()).get('手册/发布∕上线/手册.md')).toContain('先停机')
  })
  it('takes a node and what is below it, and says what has no text', async () => {
    const { house } = await read((server) => {
      addDocument(server, 1, { title: '组' })
      addDocument(server, 2, { title: '下', parent: 'd1' })
      addDocument(server, 3, { title: '脑图', parent: 'd1', type: 'mindnote' })
      addDocument(server, 4, { title: '外' })
    }, 'wiki/nd1')
    expect(await paths(house)).toEqual(['组', '组/下'])
    expect(Object.keys((await house.state()).skipped ?? {}).join()).toContain('mindnote')
  })
  it('takes a folder and the folders in it, page by page', async () => {
    const { house } = await read((server) => {
      server.faults.pageCap = 1
      addDocument(server, 1, { type: 'folder' })
      addDocument(server, 2, { type: 'folder', parent: 'd1', title: '内' })
      for (const [at, parent] of [
        [3, 'd1'],
        [4, 'd2'],
        [5, 'd2'],
        [6, 'd9'],
      ] as const)
        addDocument(server, at, { parent })
    }, 'drive/folder/d1')
    expect(await paths(house)).toEqual(['内/文档 4', '内/文档 5', '文档 3'])
  })
  it('waits as long as the service says, in the old form of status 400 too', async () => {
    const { house } = await read((server) => {
      server.limited = 2
      addDocument(server, 1)
    })
    expect(await paths(house)).toEqual(['文档 1'])
  })
  it('says that the secret of the app is wrong', async () =>
    expect(read(() => {}, undefined, 'cli_1:wrong')).rejects.toMatchObject({ code: 'unauthorized' }))
  it('takes away what was deleted or moved out of the place, and nothing else', async () => {
    const { server, house } = await read((made) => {
      for (let at = 1; at <= 8; at++) addDocument(made, at, { parent: at === 1 ? undefined : 'd1' })
      addDocument(made, 9)
    }, 'wiki/nd1')
    addDocument(server, 7, { isDeleted: true })
    addDocument(server, 8, { parent: 'd9' })
    await house.index({ census: true })
    expect(await paths(house)).toEqual(['文档 1', ...[2, 3, 4, 5, 6].map((at) => `文档 1/文档 ${at}`)])
  })
  it('closes a document within sixty looks after its members changed, and opens none whose readers it cannot ask for', async () => {
    const { server, house } = await read((made) => {
      made.people.set('wang', 'wang@acme.example')
      made.members.add('wang')
      addDocument(made, 1)
      addDocument(made, 2)
    })
    await house.addPerson('wang@acme.example')
    await house.index()
    expect(await paths(house, 'wang@acme.example')).toEqual(['文档 1', '文档 2'])
    Object.assign(server.documents.get('d2') ?? {}, { members: new Set(['lee']) })
    for (let look = 0; look < 60; look++) await house.index({ readers: true })
    expect(await paths(house, 'wang@acme.example')).toEqual(['文档 1'])
    server.members.clear()
    await house.index({ readers: true })
    expect(await paths(house, 'wang@acme.example')).toEqual([])
  })
})

interface Made {
  readonly type: number
  readonly content: object
  readonly below: readonly Made[]
}
/** A block that says this, with others below it. */
const b = (type: number, said: string | readonly object[], more = {}, ...below: readonly Made[]): Made => {
  const elements = typeof said === 'string' ? [text(said)] : said
  return { type, content: { kind: { elements, ...more } }, below }
}
const only = (type: number, kind: string, content = {}): Made => ({ type, content: { [kind]: content }, below: [] })
const cell = (said: string): Made => b(32, '', {}, b(2, said))
const lost: string[] = []
const context = {
  nameOf: (id: string) => (id === 'ou_1' ? '王' : id),
  linkOf: String,
  attached: (token: string) => void lost.push(`file ${token}`),
  lost: (kind: string) => void lost.push(kind),
}

function render(rows: readonly Made[]): string {
  const blocks: object[] = []
  const add = ({ type, content, below }: Made): string => {
    const id = String(blocks.length)
    const children: string[] = []
    blocks.push({ block_id: id, block_type: type, children, ...content })
    children.push(...below.map(add))
    return id
  }
  add({ ...only(1, 'page'), below: rows })
  return renderBlocks(blocks as never, context)
}
const inline = [
  { mention_user: { user_id: 'ou_1' } },
  text(' 先 '),
  text('停机 ', { bold: true }),
  text('make', { inline_code: true }),
  { reminder: { expire_time: '1777000000000' } },
  text('看', { link: { url: 'https%3A%2F%2Fa.example%2F%E7%94%B2' } }),
  { equation: { content: 'x^2 ' } },
]

describe('blocks of a document are rendered', () => {
  const rows: readonly (readonly [string, readonly Made[], string])[] = [
    ['headings', [b(3, '步骤'), b(11, '深')], '## 步骤\n\n###### 深'],
    ['marks, people, days', [b(2, inline)], '@王 先 **停机** `make`2026-04-24[看](https://a.example/甲)$x^2$'],
    ['lists', [b(12, '一', {}, b(12, '二')), b(12, '三'), b(13, '甲')], '- 一\n  - 二\n- 三\n\n1. 甲'],
    ['tasks', [b(17, '做完', { style: { done: true } }), b(17, '未做')], '- [x] 做完\n- [ ] 未做'],
    ['code', [b(14, '印("```")', { style: { language: 49 } })], '````python\n印("```")\n````'],
    ['plain code', [b(14, '文', { style: { language: 1 } })], '```\n文\n```'],
    ['quotes', [b(15, '话'), b(34, '', {}, b(2, '引'))], '> 话\n\n> 引'],
    ['callouts', [b(19, '', {}, b(2, '注意'), b(12, '点'))], '> 注意\n>\n> - 点'],
    ['columns and synced parts', [b(24, '', {}, b(25, '', {}, b(2, '列'))), b(49, '', {}, b(2, '同'))], '列\n\n同'],
    ['formulas and rules', [b(16, [{ equation: { content: 'x' } }]), only(22, 'divider')], '$$\nx\n$$\n\n---'],
    ['frames', [only(26, 'iframe', { component: { url: 'https%3A%2F%2Fa.example' } })], '[iframe](https://a.example)'],
    [
      'broken addresses',
      [only(26, 'iframe', { component: { url: 'https%3A%2F%2Fa%E7%94' } })],
      '[iframe](https%3A%2F%2Fa%E7%94)',
    ],
    [
      'tables',
      [b(31, '', { property: { column_size: 2 } }, ...['键', '甲|乙', '1', '多\n行'].map(cell))],
      '| 键 | 甲\\|乙 |\n| --- | --- |\n| 1 | 多<br>行 |',
    ],
  ]
  it.each(rows)('%s', (_, blocks, expected) => expect(render(blocks)).toBe(expected))
  it('by name where they have no Markdown, and counted', () => {
    const named = [
      only(18, 'bitable'),
      only(23, 'file', { name: '表[1].xlsx', token: 'b' }),
      only(27, 'image'),
      only(35, 'task'),
    ]
    expect(render(named)).toBe('[bitable]\n\n[表\\[1\\].xlsx]\n\n[image]\n\n[task]')
    expect(lost).toEqual(['bitable', 'file b', 'image', 'task'])
  })
  it('once where they hold each other', () => {
    const block = (block_type: number, block_id: string, below: string) => ({ block_type, block_id, children: [below] })
    const bullet = { elements: [text('圈')] }
    const blocks = [block(1, 'a', 'b'), { ...block(12, 'b', 'c'), bullet }, { ...block(12, 'c', 'b'), bullet }]
    expect(renderBlocks(blocks, context)).toBe('- 圈\n  - 圈')
  })
})

it.each([
  ['https://acme.feishu.cn/wiki/AbC123', { node: 'AbC123' }],
  ['https://acme.feishu.cn/wiki/space/7001', { space: '7001' }],
  ['https://acme.feishu.cn/drive/folder/fld1', { folder: 'fld1' }],
  ['https://acme.feishu.cn/docx/abc', undefined],
  ['https://notfeishu.cn/wiki/AbC', undefined],
])('%s is read as %j', (address, place) => expect(feishu.recognise(new URL(address), false)?.place).toEqual(place))
it('reads Lark from its own host', () =>
  expect(lark.recognise(new URL('https://a.larksuite.com/wiki/x'), false)?.api).toBe(
    'https://open.larksuite.com/open-apis',
  ))
