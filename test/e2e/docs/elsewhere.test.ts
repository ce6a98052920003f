import { beforeAll, describe, expect, it } from 'vitest'
import { openDocsHouse, type Answer, type DocsAgent } from './docs-house.ts'

/** Documentation beside notes and code: what the rest of the program makes of it. */
const house = openDocsHouse()
let agent: DocsAgent
beforeAll(async () => {
  house.write('notes/harbour.md', '# Harbour\n\nThe barge Cormorant waits in the harbour.\n')
  await house.json('add', 'notes', '--kind', 'notes', '--name', 'handbook')
  for (const version of ['1.0', '2.0', '2.0-beta 潮'])
    for (const [path, text] of Object.entries(pages(version))) house.write(`v${version}/${path}`, text)
  for (const version of ['2.0', '1.0', '2.0-beta 潮'])
    await house.json('add', `v${version}`, '--kind', 'docs', '--name', '@sea/tide kit', '--version', version)
  house.write('gone/gone.md', '# Gone\n\nThe barge Cormorant is gone.\n')
  await house.json('add', 'gone', '--kind', 'docs', '--name', 'gone', '--version', '1')
  agent = await house.agent()
})

const pages = (version: string): Readonly<Record<string, string>> => ({
  'guide/harbour notes.md': `# Harbour\n\n## Barge\n\nThe barge Cormorant of ${version} dredges.\n\n## Crew\n\nSix people.\n`,
  '指南/挖泥船.md': `# 挖泥船\n\n## 驳船 👩‍🚀\n\n驳船 Cormorant 版本 ${version} 负责疏浚。\r\n`,
})

const sourcesOf = (answer: Answer): ReadonlySet<string> =>
  new Set(answer['hits'].map(({ kind, source }: Answer) => `${kind}/${source}`))

describe('recall', () => {
  it.each<[query: string, input: object, sources: readonly string[]]>([
    ['barge cormorant', {}, ['docs/-sea-tide-kit@2.0', 'docs/gone@1', 'notes/handbook']],
    ['barge cormorant', { kinds: ['docs'] }, ['docs/-sea-tide-kit@2.0', 'docs/gone@1']],
    ['疏浚 驳船', {}, ['docs/-sea-tide-kit@2.0']],
    ['six people crew', {}, ['docs/-sea-tide-kit@2.0']],
  ])('finds "%s" %j in the versions that answer by default, and in no other', async (query, input, sources) => {
    const found = sourcesOf(await agent.call('recall', { query, limit: 20, ...input }))
    expect([...found].toSorted()).toEqual(sources)
  })

  it('asks another version when it is named', async () => {
    const names = (await agent.call('sources')).sources.map(({ kind, name }: Answer) => `${kind}/${name}`)
    const old = names.find((name: string) => name.endsWith('@1.0'))
    const { hits } = await agent.call('recall', { query: 'barge cormorant', sources: [old] })
    expect(hits.length).toBeGreaterThan(0)
    expect(hits.every(({ snippet }: Answer) => snippet.includes('1.0'))).toBe(true)
  })
})

describe('each citation', () => {
  it('that is printed can be opened, and says what it was cited for', async () => {
    const printed: string[] = []
    for (const query of ['barge cormorant', '驳船 疏浚']) {
      printed.push(
        ...(await agent.call('recall', { query, kinds: ['docs'] }))['hits'].map(({ citation }: Answer) => citation),
      )
      for (const version of ['1.0', '2.0', '2.0-beta 潮']) {
        const { documents } = await agent.call('get-library-docs', {
          library_id: '@sea/tide kit',
          topic: query,
          version,
        })
        expect(documents.length).toBeGreaterThan(0)
        printed.push(...documents.map(({ citation }: Answer) => citation))
      }
      const { code, info } = await agent.call('query-docs', { libraryId: '@sea/tide kit', query })
      printed.push(...[...code, ...info].map(({ citation }: Answer) => citation))
      const { stdout } = await house.wuku('docs', 'search', '@sea/tide kit', query)
      printed.push(...(stdout.match(/wuku:\/\/docs\/\S+/g) ?? []))
    }
    const citations = [...new Set(printed)]
    expect(citations.length).toBeGreaterThan(5)
    for (const citation of citations) {
      const { text } = await agent.call('open', { citation })
      expect([citation, text]).toEqual([citation, expect.stringMatching(/Cormorant|Six people|Harbour/)])
    }
    const [first = ''] = citations
    expect((await house.wuku('open', first)).stdout).toMatch(/Cormorant/)
  })

  it('of another place is refused', async () => {
    for (const citation of [
      'wuku://docs/nothing@1/a.md',
      'wuku://docs/gone%401/..%2F..%2Fwuku.sqlite',
      'wuku://docs/gone%401/nowhere.md',
    ])
      expect(await agent.refused('open', { citation })).toMatch(/not found|no source|nothing|No |not/i)
  })
})

it.each([
  ['archive', 'restore'],
  ['delete', 'restore'],
] as const)('a library that is put away by "%s" is nowhere to be seen until "%s"', async (away, back) => {
  const [hit] = (await agent.call('recall', { query: 'cormorant is gone', kinds: ['docs'], limit: 20 }))['hits'].filter(
    ({ source }: Answer) => source === 'gone@1',
  )
  await house.json('docs', away, 'gone')
  const seen = JSON.stringify([
    await agent.call('recall', { query: 'cormorant gone', limit: 20 }),
    await agent.call('sources'),
    await agent.call('search-libraries', { libraryName: 'gone' }),
    await agent.call('get-library-docs', { library_id: 0, topic: 'cormorant gone' }),
    await agent.call('which-version', { project: '.' }).catch(() => ''),
    (await house.wuku('sources')).stdout,
    (await house.wuku('doctor')).stdout,
    (await house.wuku('docs')).stdout,
  ])
  expect(seen).not.toMatch(/gone@1|gone\.md|~docs/)
  expect(await agent.refused('open', { citation: hit.citation })).toMatch(/gone/)
  expect(await agent.refused('get-library-docs', { library_id: 'gone', topic: 'barge' })).toMatch(/no library "gone"/)
  await house.json('docs', back, 'gone')
  expect((await agent.call('open', { citation: hit.citation }))['text']).toContain('is gone')
})

describe('"wuku sources" and "wuku doctor"', () => {
  it('show each version as what it is', async () => {
    const { sources } = await house.json('sources')
    const docs = sources.filter(({ kind }: Answer) => kind === 'docs')
    expect(docs.map(({ documents }: Answer) => documents)).toEqual(expect.arrayContaining([2, 2, 2, 1]))
    expect(docs.every(({ root }: Answer) => root.startsWith(house.home))).toBe(true)
    const { code, stdout } = await house.wuku('doctor')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/✓ docs\/.*@2\.0 /)])
  })

  it('leave a version to "wuku docs delete": there is more of it than its index', async () => {
    expect(await house.refused('remove', 'docs/gone@1')).toEqual([
      1,
      expect.stringContaining('wuku docs delete gone@1'),
    ])
    expect((await agent.call('recall', { query: 'cormorant gone' }))['hits'].length).toBeGreaterThan(0)
  })

  it('index it again without harm', async () => {
    const before = await house.kept()
    expect((await house.json('index'))['problems']).toEqual([])
    expect(await house.kept()).toEqual(before)
    expect(
      (await agent.call('get-library-docs', { library_id: '@sea/tide kit', topic: 'barge' }))['documents'].length,
    ).toBeGreaterThan(0)
  })
})
