import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { compose } from '../../../packages/cli/src/compose.ts'
import { loadOperations } from '../../../packages/cli/src/load-operations.ts'
import { readSettings } from '@wuku/settings/app-settings'
import { owner } from '@wuku/kernel/base/caller'
import type { Engine } from '@wuku/kernel/base/engine'
import { invoke } from '@wuku/kernel/invoke/invoke'
import { writeFiles } from '../../scratch.ts'

/** Folders of this repository that are taken as code: enough of them that files import, call and test one another. */
const code = [
  'packages/core/src',
  'packages/text/src',
  'packages/index-core/src/ranking',
  'packages/kernel/src/search',
  'packages/kernel/src/query',
  'packages/chats/src',
  'packages/index-core/test/ranking',
]
export const conversations = 60

/** A user's folder with something of every storefixture, and an engine over it. */
export interface FiveKinds {
  readonly folder: string
  call(name: string, input: object): Promise<unknown>
  readonly engine: Engine
}

type OpenStore = Parameters<typeof compose>[2]
/** Name of the data folder, below the folder of the fixture. */
const DATA = 'data'

export async function openFiveKinds(folder: string, openStore?: OpenStore, data = DATA): Promise<FiveKinds> {
  const surroundings = {
    env: { WUKU_HOME: join(folder, data), WUKU_OFFLINE: '1', PATH: process.env['PATH'] ?? '' },
    platform: 'linux' as const,
    userFolder: folder,
  }
  const engine = await compose(await readSettings(surroundings), surroundings, openStore)
  const operations = await loadOperations()
  const call = async (name: string, input: object): Promise<unknown> => {
    const operation = operations.find((each) => each.name === name)
    if (!operation) throw new Error(`There is no operation ${name}.`)
    const asked = {
      surface: 'mcp' as const,
      engine: async () => engine,
      caller: owner('round-trips'),
      signal: new AbortController().signal,
      progress: () => {},
    }
    return (await invoke(operation, { ...input }, asked)).output
  }
  return { folder, call, engine }
}

/** Writes the files and takes them in. */
export async function makeFiveKinds(folder: string, openStore?: OpenStore): Promise<void> {
  furnish(folder)
  await fillFiveKinds(folder, openStore)
}

/** Takes in files that are there already. */
export async function fillFiveKinds(folder: string, openStore?: OpenStore, data = DATA): Promise<void> {
  const fixture = await openFiveKinds(folder, openStore, data)
  try {
    for (const [root, kind] of [
      ['wuku', 'code'],
      ['notes', 'notes'],
      ['.claude/projects', 'chats'],
    ] as const)
      await fixture.engine.sources.add({ root: join(folder, root), kind, name: `my-${kind}`, options: {} })
    await fixture.engine.index.update({ sources: [] })
    await writePads(fixture)
    for (const version of ['1.0.0', '2.0.0'])
      await fixture.call('add-documents', { library: 'tide', version, documents: pagesOf(version) })
  } finally {
    await fixture.engine.close()
  }
}

function furnish(folder: string): void {
  const write = (path: string, text: string): void => writeFiles(folder, { [path]: text })
  const manifests = code.map((each) => each.replace(/(?:src|test).*/, 'package.json'))
  for (const each of [...code, ...manifests, 'package.json'])
    cpSync(each, join(folder, 'wuku', each), { recursive: true })
  commit(join(folder, 'wuku'))
  for (let nth = 0; nth < 50; nth++) write(`notes/${nth % 5}/note-${nth}.md`, noteOf(nth))
  for (let nth = 0; nth < conversations; nth++)
    write(`.claude/projects/-home-ada-${projectOf(nth)}/${sessionOf(nth)}.jsonl`, talkOf(nth))
}

function commit(folder: string): void {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', folder, ...args], { env: authored, stdio: 'pipe' })
  git('init', '-q', '-b', 'main')
  for (const [path, said] of [
    ['packages/core', 'Words and errors of the core'],
    ['packages/index-core/src', 'Rank fusion weighs each list of candidates'],
    ['packages/*/src/*', 'Searches read the store in one moment'],
    ['.', 'Ranking is held by tests'],
  ] as const) {
    git('add', path)
    git('commit', '-q', '-m', said)
  }
}

const authored = {
  PATH: process.env['PATH'] ?? '',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'Ada'],
      [`GIT_${who}_EMAIL`, 'ada@example.org'],
      [`GIT_${who}_DATE`, '2026-10-01T08:00:00Z'],
    ]),
  ),
}

const topics = [
  ['rank fusion of several lists', '多路召回的分数融合', 'fuseByRank'],
  ['retry a charge when the bank is busy', '银行繁忙时重试扣款', 'retryCharge'],
  ['virtual list that scrolls badly', '虚拟列表滚动很卡', 'VirtualList'],
  ['session expiry of the login', '登录会话过期', 'sessionExpiry'],
  ['migration of the tide database', '潮汐数据库迁移', 'migrateTides'],
  ['cache of the weather forecast', '天气预报缓存', 'forecastCache'],
  ['search index of notes', '笔记搜索索引', 'indexNotes'],
] as const
const topicOf = (nth: number) => topics[nth % topics.length] ?? topics[0]
const projectOf = (nth: number): string => ['log', 'shop', 'tide'][nth % 3] ?? 'log'

function noteOf(nth: number): string {
  const [english, chinese, name] = topicOf(nth)
  return `# Note ${nth}: ${english}

What was decided about the ${english} in week ${nth}: \`${name}\` is called once, and its errors are shown.

## 中文

${chinese}：第 ${nth} 周的决定，调用 ${name}，并显示错误。

## Open questions

Number ${nth} of the questions about candidates, documents and the store. See [the next](note-${nth + 5}.md).
`
}

export const sessionOf = (nth: number): string => `${String(nth).padStart(8, '0')}-7777-4888-8999-aaaabbbbcccc`
const START = Date.parse('2026-10-05T08:00:00Z')
const HOUR = 3_600_000

/** Every fifth session goes on from the one before it, under a summary of its own. */
function talkOf(nth: number): string {
  const [english, chinese, name] = topicOf(nth)
  const file = `/home/ada/${projectOf(nth)}/src/${name}.ts`
  const said: readonly (readonly [text: string, tool?: object])[] = [
    [`Please look at the ${english} (${nth}).`],
    [`I read the code of ${name} first.`, { name: 'Read', input: { file_path: file } }],
    [`${chinese}，第 ${nth} 次。`],
    [
      `The ${english} is changed as decided: ${name} now waits ${nth} seconds.`,
      { name: 'Edit', input: { file_path: file, old_string: 'wait(1)', new_string: `wait(${nth})` } },
    ],
    [`Thanks. Why does ${name} wait?`],
    [`Because the store is busy for ${nth} seconds, and an error would be shown.`],
    ['Write that down in the notes.'],
    [`Done: note ${nth} tells it.`, { name: 'Bash', input: { command: `cat notes/${nth}.md` } }],
  ]
  return said.map(([text, tool], at) => line(nth, at, text, tool)).join('')
}

function line(nth: number, at: number, text: string, tool?: object): string {
  const role = at % 2 === 0 ? 'user' : 'assistant'
  const called = tool ? [{ type: 'tool_use', id: `call_${nth}_${at}`, ...tool }] : []
  const usage = { input_tokens: 100 + nth, output_tokens: 20 + at }
  const message =
    role === 'user'
      ? { role, content: text }
      : {
          id: `msg_${nth}_${at}`,
          type: 'message',
          role,
          model: 'example',
          usage,
          content: [{ type: 'text', text }, ...called],
        }
  const facts = {
    parentUuid: at === 0 ? null : `t${nth}-${at - 1}`,
    isSidechain: false,
    userType: 'external',
    cwd: `/home/ada/${projectOf(nth)}`,
    sessionId: sessionOf(nth),
    version: '2.1.4',
    gitBranch: 'main',
    type: role,
    uuid: `t${nth}-${at}`,
    timestamp: new Date(START + nth * 5 * HOUR + at * 60_000).toISOString(),
    message,
  }
  return `${JSON.stringify(facts)}\n`
}

async function writePads({ call }: FiveKinds): Promise<void> {
  for (let nth = 0; nth < 6; nth++) {
    const [english, chinese, name] = topicOf(nth)
    const made = await call('create-workflow', { name: `Work ${nth}: ${english}`, project_scope: projectOf(nth) })
    const { id } = (made as { workflow: { id: string } }).workflow
    for (let pad = 0; pad < 3; pad++)
      await call('create-scratchpad', {
        workflow_id: id,
        title: `Pad ${pad}: ${chinese}`,
        content: `## Findings\n\n${name} ${pad}: ${english}.\n\n## 结论\n\n${chinese}。\n`,
      })
  }
}

const pagesOf = (version: string) =>
  Array.from({ length: 12 }, (_, nth) => {
    const [english, chinese, name] = topicOf(nth)
    return {
      path: `guide/page-${nth}.md`,
      text: `# ${name}\n\nThe ${english} in version ${version}.\n\n\`\`\`ts\nawait ${name}(${nth}, '${version}')\n\`\`\`\n\n## 说明\n\n${chinese}。\n`,
    }
  })
