import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openHouse, refusalOf, type Refusal } from './notes-house.ts'

const numbered = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')

const files = {
  'work/kubernetes.md': '# Kubernetes\n\nA cluster runs pods.\nEach pod runs containers.\n',
  'work/api/tokens.md': '# Tokens\n\nA token is rotated every month by the scheduler.\n',
  'work/api/2025 meeting.md': '# Planning meeting\n\nWe planned the kubernetes migration.\n',
  'work/long.md': `# Long\n${numbered(199)}`,
  'work/large.md': `# Large\n${'A sentence about whales. '.repeat(700)}\n`,
  'home/tokens.md': '# Tram tokens\n\nTokens for the tram are sold at the station.\n',
  'home/zh/数据库.md': '# 数据库连接\n\n应用通过连接池访问数据库，超时后重试。\n',
  'home/same.md': '# Kubernetes\n\nA cluster runs pods.\nEach pod runs containers.\n',
}

const house = openHouse(files)

beforeAll(async () => {
  await house.call('add', { root: join(house.folder, 'work') })
  await house.call('add', { root: join(house.folder, 'home') })
  await house.call('context', { action: 'add', target: '/', text: 'Of one person' })
  await house.call('context', { action: 'add', target: 'work/api', text: 'The API' })
})

const refuses = (name: string, input: object, expected: Refusal) => refusalOf(house, name, input, expected)

const results = (output: Record<string, unknown>) =>
  output['results'] as { file: string; score: number; docid: string }[]

const finds = async (input: object, expected: readonly string[]) =>
  expect(results((await house.call('search', input)).output).map(({ file }) => file)).toEqual(expected)

describe('search', () => {
  it('finds in all collections as one', () => finds({ query: 'tram tokens' }, ['home/tokens.md', 'work/api/tokens.md']))
  it('finds in one collection', () => finds({ query: 'tokens', collection: 'work' }, ['work/api/tokens.md']))
  it('finds in some collections', () => finds({ query: 'tram', collections: ['home', 'work'] }, ['home/tokens.md']))
  it('finds Chinese', () => finds({ query: '数据库超时怎么办' }, ['home/zh/数据库.md']))
  it('keeps the limit', () => finds({ query: 'tram tokens', limit: 1 }, ['home/tokens.md']))

  it('shows each hit in text and in structure', async () => {
    const { output, text } = await house.call('search', { query: 'token scheduler' })
    const [first] = results(output)
    expect(first).toMatchObject({
      file: 'work/api/tokens.md',
      title: 'Tokens',
      context: 'Of one person\n\nThe API',
      citation: 'wuku://notes/work/api/tokens.md#L1-L3',
      line: 3,
      freshness: 'fresh',
    })
    expect(text).toMatch(
      /^Found 2 results for "token scheduler":\n\n#[0-9a-f]{6} \d+% work\/api\/tokens\.md - Tokens\n/,
    )
    expect(text).toContain('Context: Of one person · The API\n')
    expect(text).toContain('3: A token is rotated every month by the scheduler.\nwuku://notes/work/api/tokens.md#L1-L3')
  })
  it('compares minScore with the score that it shows', async () => {
    const all = results((await house.call('search', { query: 'tram tokens' })).output)
    for (const { score } of all) {
      const atLeast = results((await house.call('search', { query: 'tram tokens', minScore: score })).output)
      expect(atLeast).toEqual(all.filter((each) => each.score >= score))
    }
  })
  it('says when nothing is found', async () => {
    const { text } = await house.call('search', { query: 'xylophone', minScore: 0.5 })
    expect(text).toMatch(/^No results found for "xylophone"\n/)
    expect(text).toContain('lower minScore')
  })
  it('names the collections that exist', () =>
    refuses(
      'search',
      { query: 'a', collection: 'worck' },
      { code: 'unknown-source', said: /"worck"/, remedy: /"work"[^]*- home/ },
    ))
  it('refuses unknown keys', () => expect(house.call('search', { query: 'a', where: 'work' })).rejects.toThrow('where'))
})

describe('vsearch and query', () => {
  it('vsearch says which command is missing', () =>
    refuses(
      'vsearch',
      { query: 'a' },
      { code: 'vectors-missing', said: /^Vector index not found\. Run 'wuku embed' first/, remedy: /search/ },
    ))
  it('query searches by words and says so', async () => {
    const { output, text } = await house.call('query', {
      query: 'how are tokens rotated',
      rerank: true,
      intent: 'security',
    })
    expect(results(output)[0]?.file).toBe('work/api/tokens.md')
    expect(output['mode']).toBe('lexical')
    expect(text).toContain('Searched by words only: there are no vectors yet')
  })
  it('query unites sub-queries', async () => {
    const searches = [
      { type: 'lex', query: 'tram' },
      { type: 'lex', query: 'whales' },
      { type: 'vec', query: 'how do people travel' },
    ]
    const { output, text } = await house.call('query', { searches })
    expect(results(output).map(({ file }) => file)).toEqual(['home/tokens.md', 'work/large.md'])
    expect(text).toContain('The vec sub-queries were left out. Search by meaning is not possible')
  })
  it.each([{}, { query: 'a', searches: [{ type: 'lex', query: 'a' }] }])('query takes one of two forms: %j', (input) =>
    refuses('query', input, { code: 'bad-input', said: /either/ }),
  )
})

const gets = async (input: object, expected: object) =>
  expect((await house.call('get', input)).output).toMatchObject(expected)
const tokens = { file: 'work/api/tokens.md', fromLine: 1, toLine: 3, totalLines: 3 }

describe('get', () => {
  it.each([
    'work/api/tokens.md',
    './work/api/tokens.md',
    'api/tokens.md',
    'qmd://work/api/tokens.md',
    'qmd://work%2Fapi%2Ftokens.md',
    'wuku://notes/work/api/tokens.md',
    'wuku://notes/work/api/tokens.md#L1-L3',
  ])('finds %s', (file) => gets({ file }, tokens))
  it('finds an absolute path', () => gets({ file: join(house.folder, 'work/api/tokens.md') }, tokens))
  it('finds a path that only one collection has', () => gets({ file: 'same.md' }, { file: 'home/same.md' }))
  it('prefers the whole path to the end of another', () => gets({ file: 'tokens.md' }, { file: 'home/tokens.md' }))
  it('matches ends at a slash only', () =>
    refuses(
      'get',
      { file: 'meeting.md' },
      { code: 'not-found', said: /^Document not found: meeting\.md$/, remedy: /- work\/api\/2025 meeting\.md$/ },
    ))
  it('finds a name with a blank, encoded or not', async () => {
    await gets({ file: 'qmd://work/api/2025%20meeting.md' }, { file: 'work/api/2025 meeting.md' })
    await gets({ file: '2025 meeting.md' }, { file: 'work/api/2025 meeting.md' })
  })
  it('finds an empty note', async () => {
    const other = openHouse({ 'n/empty.md': '' })
    await other.call('add', { root: join(other.folder, 'n') })
    const { citation, ...rest } = (await other.call('get', { file: 'empty.md', lineNumbers: true })).output
    expect(rest).toMatchObject({ text: '', fromLine: 1, toLine: 1 })
    expect((await other.call('open', { citation })).output['text']).toBe('')
  })
  it('finds its own docids and citations', async () => {
    const { docid, citation } = (await house.call('get', { file: 'work/long.md:7:2' })).output
    await gets({ file: docid }, { file: 'work/long.md', toLine: 200 })
    await gets({ file: `${docid}:5:1` }, { file: 'work/long.md', text: 'line 4' })
    await gets({ file: citation }, { text: 'line 6\nline 7' })
  })
  it('reads equal contents under one docid', async () => {
    const { docid } = (await house.call('get', { file: 'home/same.md' })).output
    await gets({ file: docid }, { title: 'Kubernetes' })
  })

  it.each([
    [{ file: 'work/long.md:120', maxLines: 20 }, 120, 139],
    [{ file: 'work/long.md:120:20' }, 120, 139],
    [{ file: 'work/long.md:120', fromLine: 3, maxLines: 2 }, 3, 4],
    [{ file: 'work/long.md', fromLine: 195 }, 195, 200],
  ])('takes lines: %j', (input, fromLine, toLine) => gets(input, { fromLine, toLine, totalLines: 200 }))
  it('numbers lines', () => gets({ file: 'work/long.md:2:2', lineNumbers: true }, { text: '2: line 1\n3: line 2' }))
  it('says how many lines there are', () =>
    refuses('get', { file: 'work/long.md', fromLine: 999 }, { code: 'bad-input', said: /has 200 lines/ }))

  it('returns a document with its context', async () => {
    const { blocks } = await house.call('get', { file: 'work/api/2025 meeting.md' })
    expect(blocks[0]).toEqual({
      type: 'document',
      uri: 'qmd://work/api/2025%20meeting.md',
      name: 'work/api/2025 meeting.md',
      title: 'Planning meeting',
      mimeType: 'text/markdown',
      text: `<!-- Context: Of one person\n\nThe API -->\n\n${files['work/api/2025 meeting.md']}`,
    })
  })
  it('suggests near names', () =>
    refuses(
      'get',
      { file: 'work/kubernets.md' },
      {
        code: 'not-found',
        said: /^Document not found: work\/kubernets\.md$/,
        remedy: /^Did you mean one of these\?\n {2}- work\/kubernetes\.md$/,
      },
    ))
  it('suggests nothing for a docid', () =>
    refuses('get', { file: '#abc' }, { code: 'not-found', said: /#abc/, remedy: /at least six hex digits/ }))
  it('lists what an ambiguous name could be', async () => {
    house.write({ 'work/a/twin.md': '# One', 'work/b/twin.md': '# Two' })
    await house.call('index', { sources: ['work'] })
    await refuses('get', { file: 'twin.md' }, { code: 'ambiguous', said: /work\/a\/twin\.md\n {2}- work\/b\/twin\.md/ })
  })
})

describe('multi_get', () => {
  type Got = { documents: { file: string }[]; skipped: { file: string }[]; leftOut: string[]; errors: string[] }
  const got = async (input: object) => (await house.call('multi_get', input)).output as unknown as Got
  const takes = async (input: object, expected: readonly string[]) =>
    expect((await got(input)).documents.map(({ file }) => file)).toEqual(expected)

  it('takes a glob over names', () =>
    takes({ pattern: 'work/api/*.md' }, ['work/api/2025 meeting.md', 'work/api/tokens.md']))
  it('takes a glob over paths', () => takes({ pattern: 'zh/*' }, ['home/zh/数据库.md']))
  it('takes a glob over addresses', () =>
    takes({ pattern: 'qmd://home/{same,tokens}.md' }, ['home/same.md', 'home/tokens.md']))
  it('takes a list', () =>
    takes({ pattern: 'api/tokens.md, home/tokens.md:3:1' }, ['work/api/tokens.md', 'home/tokens.md']))

  it('takes a list of globs and names', () =>
    takes({ pattern: 'zh/*, home/{same,none}.md, home/tokens.md' }, [
      'home/zh/数据库.md',
      'home/same.md',
      'home/tokens.md',
    ]))
  it('takes brackets for a glob where they are no name', async () => {
    await takes({ pattern: 'home/[s-t]*.md' }, ['home/same.md', 'home/tokens.md'])
    await takes({ pattern: 'home/[st]ame.md' }, ['home/same.md'])
  })

  it('cuts each file and says so', async () => {
    const { text } = await house.call('multi_get', { pattern: 'work/long.md', maxLines: 10 })
    expect(text).toContain('line 9\n\n[... truncated 190 more lines]')
  })
  it('skips large files and says how to get them', async () => {
    const { text } = await house.call('multi_get', { pattern: 'work/large.md' })
    expect(text).toBe(
      `[SKIPPED: work/large.md - File too large (17KB > 10KB). Use 'get' with file="work/large.md" to retrieve.]`,
    )
  })
  it('keeps the errors of a list beside what it found', async () => {
    const { text } = await house.call('multi_get', {
      pattern: 'home/same.md, work/kubernets.md, twin.md, work/long.md:999',
    })
    expect(text).toMatch(
      /^Errors:\nFile not found: work\/kubernets\.md \(did you mean: work\/kubernetes\.md\?\)\n"twin\.md" fits 2 documents:/,
    )
    expect(text).toContain('  - work/b/twin.md\nGive the full name')
    expect(text).toContain('line 999 is past its end')
    expect(text).toContain('A cluster runs pods.')
  })
  it('keeps the budget and names what it left out', async () => {
    const { documents, leftOut } = await got({ pattern: 'work/**', budget: 100 })
    expect(documents.length).toBeGreaterThan(0)
    expect(leftOut).toContain('work/long.md')
  })
  it('refuses when nothing of what matches can be shown', () =>
    refuses(
      'multi_get',
      { pattern: 'work/long.md:999' },
      { code: 'not-found', said: /^No files matched/, remedy: /line 999 is past its end/ },
    ))
  it('refuses when nothing matches', async () => {
    await refuses(
      'multi_get',
      { pattern: 'nowhere/*.md' },
      { code: 'not-found', said: /^No files matched pattern: nowhere\/\*\.md$/ },
    )
    await refuses(
      'multi_get',
      { pattern: 'kubernets.md' },
      { code: 'not-found', said: /^No files/, remedy: /did you mean/ },
    )
  })
})

describe('recall, open and sources', () => {
  it('recall answers within its budget', async () => {
    const whole = (await house.call('recall', { query: 'kubernetes tokens whales' })).output
    const { output, text } = await house.call('recall', { query: 'kubernetes tokens whales', budget: 200 })
    const [all, some] = [whole['hits'] as object[], output['hits'] as object[]]
    expect(some).toEqual(all.slice(0, some.length))
    expect(output['leftOut']).toBe(all.length - some.length)
    expect(text).toContain('left out to stay within the budget')
  })
  it.each(['api', '/api/'])('recall looks in a folder: %s', async (under) => {
    const { output } = await house.call('recall', { query: 'tokens', under, limit: 100 })
    expect(output['hits']).toMatchObject([{ path: 'api/tokens.md' }])
  })
  it('open takes what recall prints', async () => {
    const { output, text } = await house.call('recall', { query: 'token scheduler', limit: 1 })
    const [hit] = output['hits'] as { citation: string; snippet: string }[]
    expect(text).toContain(hit?.citation)
    const opened = await house.call('open', { citation: hit?.citation })
    expect(opened.output['text']).toBe(hit?.snippet)
  })
  it('open adds lines around', async () => {
    const { output } = await house.call('open', { citation: 'work/long.md:100:1', before: 1, after: 2 })
    expect(output['text']).toBe('99: line 98\n100: line 99\n101: line 100\n102: line 101')
  })
  it('open says where its budget ended', async () => {
    const { text } = await house.call('open', { citation: 'work/long.md', budget: 100 })
    expect(text).toMatch(/Cut after line \d+/)
  })
  it('recall without vectors is by words', async () => {
    await refuses(
      'recall',
      { query: 'a', mode: 'semantic' },
      { code: 'vectors-missing', said: /vectors/, remedy: /lexical/ },
    )
    expect((await house.call('recall', { query: 'tram', mode: 'hybrid' })).text).toContain('Searched by words only')
  })
  it('sources tells what is there', async () => {
    const { output, text } = await house.call('sources')
    expect(output['sources']).toMatchObject([
      { kind: 'notes', name: 'work', documents: 7, freshness: { lookedAt: 7, stale: 0, missing: 0 } },
      { kind: 'notes', name: 'home', documents: 3 },
    ])
    expect(text).toContain('notes/home')
  })
  it('status tells it in the words of qmd', async () => {
    const { output, text } = await house.call('status')
    expect(output).toMatchObject({ totalDocuments: 10, needsEmbedding: 10, hasVectorIndex: false })
    expect(text).toMatch(/^QMD Index Status:\n {2}Total documents: 10\n/)
    expect(text).toContain(`    - ${join(house.folder, 'home')} (3 docs)`)
  })
})
