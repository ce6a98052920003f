import { describe, expect, it } from 'vitest'
import type { SearchRequest } from '../../src/query/types.ts'
import type { Engine } from '../../src/base/engine.ts'
import { engineWith } from './engine-with.ts'

const sea = {
  'tides.md': '# Tides\n\nThe moon pulls the sea, and the harbour runs dry twice a day.\n',
  'moon.md': '# Moon\n\nThe moon is full twice a month. Nothing is said of ships here.\n',
  'ships.md': '# Ships\n\nShips wait for the tide before the harbour.\n\n## Rigging\n\nConnections of rope and sail.\n',
  'api/getUserById.md': '# getUserById\n\nReturns the user of an id.\n',
  '潮汐.md': '# 潮汐\n\n月亮牵引海水，每天两次涨潮。数据库记录水位。\n',
  '繁體.md': '# 繁體\n\n資料庫連線與執行緒池的設定。\n',
}

async function find(query: string, more: Partial<SearchRequest> = {}) {
  const engine = await engineWith({ sea })
  return engine.search.find({ query, limit: 10, of: 'documents', ...more })
}

const check = async (query: string, expected: readonly string[], more: Partial<SearchRequest> = {}) =>
  expect((await find(query, more)).hits.map((hit) => hit.document.path)).toEqual(expected)

it('makes no snippet where none is wanted, and says the same besides', async () => {
  const [whole, bare] = [await find('tide'), await find('tide', { shown: { snippetLines: 0 } })]
  const rest = ({ hits }: typeof whole) =>
    hits.map(({ document, score, passage, others, why, docid }) => ({
      path: document.path,
      score,
      passage,
      others,
      why,
      docid,
    }))
  expect(bare.hits.length).toBeGreaterThan(0)
  expect(rest(bare)).toEqual(rest(whole))
  for (const { snippet, passage, line } of bare.hits) {
    expect(snippet).toEqual({ ...passage, text: '' })
    expect(line).toBe(passage.line)
  }
})

it('finds as many documents as are asked for, however many passages of the first hold the word', async () => {
  const section = (at: number): string =>
    `## Tide ${at}\n\n${'The tide turns, and the tide turns again. '.repeat(60)}\n`
  const long = Array.from({ length: 30 }, (_, at) => section(at)).join('\n')
  const files = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`long-${at}.md`, `# ${at}\n\n${long}`]))
  const engine = await engineWith({ sea: { ...files, 'short.md': '# Pier\n\nNo tide.\n' } })
  const { hits } = await engine.search.find({ query: 'tide', limit: 13, of: 'documents' })
  expect(hits).toHaveLength(13)
})

describe('short forms of programming words', () => {
  const files = {
    'str.md': '# Convert\n\nA str becomes an int here.\n',
    'string.md': '# Convert\n\nA string becomes an int here.\n',
    'other.md': '# Convert\n\nA date becomes a month here.\n',
  }
  it.each<[query: string, expected: readonly string[]]>([
    ['convert string', ['string.md', 'str.md', 'other.md']],
    ['string', ['string.md', 'str.md']],
    ['str', ['str.md']],
    ['"convert a string"', ['string.md']],
    ['convert -string', ['str.md', 'other.md']],
  ])('of %s', async (query, expected) => {
    const { hits } = await (await engineWith({ files })).search.find({ query, limit: 10, of: 'documents' })
    expect(hits.map(({ document }) => document.path)).toEqual(expected)
  })
  it('never outweigh a word that is common where they are rare', async () => {
    const common = Array.from({ length: 40 }, (_, at) => [`${at}.md`, `# Knot ${at}\n\nA string.\n`])
    const engine = await engineWith({ files, common: Object.fromEntries(common) })
    const { hits } = await engine.search.find({ query: 'string', limit: 50, of: 'documents' })
    expect(hits.at(-1)?.document.path).toBe('str.md')
  })
  it('say why, and count no more than the word itself', async () => {
    const { hits } = await (await engineWith({ files })).search.find({ query: 'string', limit: 10, of: 'documents' })
    expect(hits.map(({ why: { matched, missing }, snippet }) => [matched, missing, /str/.test(snippet.text)])).toEqual([
      [['string'], [], true],
      [['string'], [], true],
    ])
    expect(hits[1]?.score).toBeLessThan(hits[0]?.score ?? 0)
  })
})

it.each<[query: string, expected: readonly string[], more?: Partial<SearchRequest>]>([
  ['tides', ['tides.md', 'ships.md']],
  ['harbour ships', ['ships.md', 'tides.md', 'moon.md']],
  ['where does the harbour run dry?', ['tides.md', 'ships.md']],
  ['"twice a month"', ['moon.md']],
  ['"month twice"', ['moon.md', 'tides.md']],
  ['+"month twice"', []],
  ['moon -ships', ['tides.md']],
  ['harbour -"twice a day"', ['ships.md']],
  ['connecti*', ['ships.md']],
  ['hadbour', ['tides.md', 'ships.md']],
  ['user id', ['api/getUserById.md']],
  ['getuserbyid', ['api/getUserById.md']],
  ['数据库', ['潮汐.md', '繁體.md']],
  ['數據庫', ['潮汐.md', '繁體.md']],
  ['資料庫', ['繁體.md', '潮汐.md']],
  ['资料库连线', ['繁體.md', '潮汐.md']],
  ['月亮怎么牵引海水', ['潮汐.md']],
  ['harbour', ['tides.md', 'ships.md'], { limit: 5 }],
  ['user', ['api/getUserById.md'], { within: { under: 'api' } }],
  ['harbour', [], { within: { under: 'api' } }],
  ['harbour', ['ships.md'], { within: { paths: ['ships.md', '潮汐.md', 'none.md'] } }],
  ['harbour', [], { within: { paths: [] } }],
  ['moon', ['moon.md'], { limit: 1 }],
  ['moon', [], { shown: { minScore: 1 } }],
  ['-ships', ['ships.md', 'moon.md']],
  ['!!!', []],
  ['', []],
])('what is found, best first: %s', (query, expected, more) => check(query, expected, more))

describe('what an answer says about itself', () => {
  it('which words were mended', async () =>
    expect((await find('hadbour')).trace).toMatchObject({ corrections: [{ from: 'hadbour', to: 'harbour' }] }))
  it('an answer says that a phrase occurs nowhere', async () =>
    expect((await find('"dry harbour"')).trace.notes.join()).toMatch(/occurs nowhere/))
  it('that the words of a phrase were searched when it stands beside others', async () => {
    const { hits, trace } = await find('ships "rope of connections"')
    expect(hits[0]?.document.path).toBe('ships.md')
    expect(trace.notes.join()).toMatch(/occurs nowhere; these contain its words/)
  })
  it.each<[query: string, notes: readonly (string | RegExp)[]]>([
    ['"rope and sail" harbour', [/^Only one passage contains "rope and sail"; others contain words of the query/]],
    ['+"rope and sail" harbour', []],
    ['+"dry harbour" rope', [/after \+ occurs nowhere/]],
    ['how is rope made -sail', [/^-sail: searched as words here; -"sail" excludes a word/]],
    ['-ships', [/^-ships: searched as words, because the query has no others/]],
    ['rope -connections', [/^"connections": not excluded, because nothing else was found/]],
    ['moon -ships', []],
    ['how do I tie a rope -it to a "dry harbour"', []],
  ])('what was loosened: %s', async (query, expected) => {
    const { notes } = (await find(query)).trace
    expect(
      notes.map((note, at) => expected[at] instanceof RegExp && expected[at].test(String(note)) && expected[at]),
    ).toEqual(expected)
  })
  it('which words each hit holds and lacks', async () =>
    expect((await find('harbour quartz')).hits[0]?.why).toEqual({
      matched: ['harbour'],
      missing: ['quartz'],
      near: null,
    }))
  it('lines that are those of the file', async () => {
    const hit = (await find('rope sail')).hits[0]
    expect(hit).toMatchObject({ line: 7, headings: ['Ships'], freshness: 'fresh' })
    expect(hit?.snippet.text).toContain('7: Connections of rope and sail.')
    expect(hit?.citation).toBe(`wuku://notes/sea/ships.md#L${hit?.snippet.line}-L${hit?.snippet.endLine}`)
  })
})

describe('scores', () => {
  it('mean the same in every corpus', async () => {
    const alone = await engineWith({ one: { 'a.md': sea['tides.md'] } })
    const among = await engineWith({
      one: {
        ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${at}.md`, `# ${at}\n\nfiller`])),
        'a.md': sea['tides.md'],
      },
    })
    const scoreOf = async (engine: Engine) =>
      (await engine.search.find({ query: 'harbour', limit: 1, of: 'documents' })).hits[0]?.score
    expect(await scoreOf(alone)).toBe(await scoreOf(among))
  })
  it('rank several sources as one', async () => {
    const engine = await engineWith({
      a: { 'x.md': '# Other\n\nOnce harbour is named.\n' },
      b: { 'y.md': '# Harbour\n\nAll of the harbour.\n' },
    })
    const { hits } = await engine.search.find({ query: 'harbour', limit: 10, of: 'documents' })
    expect(hits.map((hit) => hit.source.name)).toEqual(['b', 'a'])
  })
  it('lie between 0 and 1 and fall', async () => {
    const scores = (await find('the moon and the harbour of ships')).hits.map((hit) => hit.score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    for (const score of scores) expect(score > 0 && score <= 1).toBe(true)
  })
})
