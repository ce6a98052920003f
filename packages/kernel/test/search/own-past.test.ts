import { policy } from '@wuku/core/policy'
import { loadTranslator } from '@wuku/settings/language-choice'
import { describe, expect, it } from 'vitest'
import type { Hit } from '../../src/query/types.ts'
import { engineWith } from './engine-with.ts'
import { detectOwnPast, preferPast } from '../../src/search/own-past.ts'

const now = Date.UTC(2026, 10, 23, 9)
const PAST = 'Treated as a question about your own past: conversations, pads and notes'

const says = (query: string): string | undefined =>
  detectOwnPast(query, now)
    ?.note?.toString()
    .replace(PAST, '')
    .replace(/ first\.$/, '')
    .replace(/^ of /, '')

describe('a question for the own past', () => {
  it.each<[query: string, span: string]>([
    ['what did I decide about the router last week', '16-22 Nov'],
    ['where did we leave off', ''],
    ['where we left off with the parser', ''],
    ['what did we say about backups yesterday', '22 Nov'],
    ['what were we working on this week', '23-29 Nov'],
    ['what did we agree on in March', 'Mar 2026'],
    ['what did I write about tides last month', 'Oct 2026'],
    ['the retry policy we discussed three weeks ago', '2-8 Nov'],
    ['the retry policy we discussed 4 weeks ago', '26 Oct to 1 Nov'],
    ['why we chose Postgres in December', 'Dec 2025'],
    ['our discussion of the cache', ''],
    ['what was I doing on Friday', '20 Nov'],
    ['what did we decide on 2026-11-03', '3 Nov'],
    ['what did we use for the cache', ''],
    ['how did I fix the flaky test', ''],
    ['have we tried a second queue', ''],
    ['我们当时为什么换了缓存', ''],
    ['我們當時為什麼換了快取', ''],
    ['上周我们怎么定的', '16-22 Nov'],
    ['我们上个月讨论过的缓存方案', 'Oct 2026'],
    ['昨天说到哪了', '22 Nov'],
    ['上次聊到哪里了', ''],
    ['我上周三写了什么', '18 Nov'],
    ['三月份我们决定了什么', 'Mar 2026'],
    ['去年我們討論的架構', '2025'],
    ['我们之前决定的路由方案', ''],
    ['remind me why we dropped the queue', ''],
    ['我们放弃队列的原因', ''],
    ['我們放棄佇列的原因', ''],
    ['which queue did 我们 pick', ''],
    ['what was our conclusion on caching', ''],
    ['我们的结论', ''],
    ['我們的結論', ''],
    ['我们 decide 了用哪个 queue', ''],
    ['why we chose Postgres', ''],
    ['我们为什么选 Postgres', ''],
    ['我們為什麼選 Postgres', ''],
    ['缓存方案最后怎么定的', ''],
    ['快取方案最後怎麼定的', ''],
  ])('%s', (query, span) => expect(says(query)).toBe(span))

  it.each([
    ['昨天说到哪了', '11 月 22 日'],
    ['the retry policy we discussed three weeks ago', '11 月 2-8 日'],
    ['the retry policy we discussed 4 weeks ago', '10 月 26 日至 11 月 1 日'],
    ['三月份我们决定了什么', '2026 年 3 月'],
    ['去年我們討論的架構', '2025 年'],
  ])('names the time of "%s" in Chinese', async (query, span) => {
    const say = await loadTranslator('zh')
    expect(say(detectOwnPast(query, now)?.note ?? '')).toMatch(new RegExp(`：${span} ?的对话`))
  })

  it.each([
    'git reset to last week',
    "how do I reset git to last week's state",
    'how can we find the commits of last month',
    'log rotation last week cron',
    'what is the retry policy',
    'did the build fail yesterday',
    'where is the router defined',
    'our router',
    '上周的提交怎么回退',
    '怎么定义路由',
    '如何查询昨天的日志',
    '我想定义一个接口',
  ])('is not: %s', (query) => expect(says(query)).toBeUndefined())

  it.each([
    ['what did I decide about the router last week', 'what did I decide about the router'],
    ['上周我们怎么定的', '我们怎么定的'],
    ['where did we leave off', 'where did we leave off'],
  ])('is searched without its time: %s', (query, searched) => expect(detectOwnPast(query, now)?.query).toBe(searched))
})

it.each([
  ['why is our cache slow', true],
  ['我们的缓存为什么慢', true],
  ['我們的快取為什麼慢', true],
  ['我们的 cache 为什么慢', true],
  ['what database do we use', true],
  ['我们用什么数据库', true],
  ['我們用什麼資料庫', true],
  ['which database 我们用', true],
  ['how do we use a database', false],
  ['我们怎么用数据库', false],
  ['我們怎麼用資料庫', false],
  ['如果我想用数据库', false],
  ['which US companies use it', false],
  ['async I/O of a database', false],
  ['what is a database', false],
])('a question for something of ours: %s: %s', (query, isPersonal) =>
  expect(detectOwnPast(query, now)?.isPersonal ?? false).toBe(isPersonal),
)

describe('what is of that time', () => {
  const sources = {
    diary: {
      'router.md': '# Router\n\nThe router drops packets; the router is old and the router must go.\n',
      'talk.md':
        '# Talk\n\nOf many things we talked: the harbour, the bridge, the router, and the price of rope in winter.\n',
      'other.md': '# Bridge\n\nThe bridge is closed in winter.\n',
    },
  }
  const lastWeek = { 'talk.md': now - 5 * 86_400_000 }
  const ask = async (query: string, hearsPast: boolean) => {
    const engine = await engineWith(sources, { now, modifiedAt: lastWeek })
    const { hits, trace } = await engine.search.find({ query, limit: 10, of: 'documents', hearsPast })
    return [hits.map(({ document }: Hit) => document.path)[0], trace.notes]
  }
  const query = 'what did we decide about the router last week'
  it('comes first, and the answer says so', async () =>
    expect(await ask(query, true)).toEqual(['talk.md', [`${PAST} of 16-22 Nov first.`]]))
  it('does not where another time is meant', async () =>
    expect((await ask('what did we decide about the router last month', true))[0]).toBe('router.md'))
  it('does not where nothing is heard', async () => {
    expect(await ask('router', true)).toEqual(['router.md', []])
    expect(await ask(query, false)).toEqual(['router.md', []])
  })
})

describe('the own past', () => {
  const query = 'what did we decide about the router'
  it.each([
    ['before release notes', 'CHANGELOG.md'],
    ['before a folder of release notes', 'release-notes/2.md'],
    ['before the copy of a library', 'vendor/router/readme.md'],
    ['before the copy of a library from upstream', 'upstream/router/readme.md'],
    ['before 更新日志', '更新日志.md'],
    ['before 發佈說明', '發佈說明.md'],
    ['before 第三方', '第三方/router/readme.md'],
  ])('comes %s', async (_, path) => {
    const engine = await engineWith({
      house: {
        [path]: '# Router\n\nRouter: we decide about the router, and the router decides.\n',
        'talk.md':
          '# Talk\n\nAfter supper, among many other things about rope and the harbour, we decided on the old router.\n',
      },
    })
    const { hits } = await engine.search.find({ query, limit: 10, of: 'documents', hearsPast: true })
    expect(hits[0]?.document.path).toBe('talk.md')
  })
  /** Scores of code, release notes, notes, pads and conversations that say as much of the question. */
  const scoresOf = async (asked: string): Promise<readonly number[]> => {
    const { ofCode, ofNotes, ofPads, ofChats } = policy
    const paths = ['a.ts', 'CHANGELOG.md', 'a.md', 'a.md', 'a.md']
    const ranked = [ofCode, ofNotes, ofNotes, ofPads, ofChats].map((ranking, at) => ({
      kind: { ranking } as never,
      document: at as never,
      best: { chunk: at, document: at, score: 0.4 } as never,
      score: 0.4,
    }))
    const documents = { byId: async (ids: readonly number[]) => ids.map((id) => ({ id, path: paths[id], meta: {} })) }
    const past = detectOwnPast(asked, now)
    const request = past ? { past } : {}
    const preferred = await preferPast(ranked, { request, view: { documents } as never, asked: now })
    return preferred.map(({ score }) => score)
  }
  it.each([
    [query],
    ['why is our router slow'],
    ['我们的路由器为什么慢'],
    ['我們的路由器為什麼慢'],
    ['我们的 router 为什么慢'],
  ])('is in conversations and pads before notes, and in these before code and release notes: %s', async (asked) => {
    const [code = 0, releases = 0, notes = 0, pads = 0, chats = 0] = await scoresOf(asked)
    expect(code).toBe(releases)
    expect(code).toBeLessThan(notes)
    expect(notes).toBeLessThan(pads)
    expect(pads).toBe(chats)
  })
  it.each(['why is the router slow', '路由器为什么慢', '路由器為什麼慢', 'router 为什么慢'])(
    'counts no more where nothing of ours is asked: %s',
    async (asked) => expect(new Set(await scoresOf(asked))).toEqual(new Set([0.4])),
  )
})
