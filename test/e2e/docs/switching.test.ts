import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { openCodeHost } from '../../fixtures/docs/code-host.ts'
import { openWebSite, type WebPage, type WebSite } from '../../fixtures/docs/web-site.ts'
import { atEnd } from '../at-end.ts'
import { openDocsHouse, pagesSaying, type Answer, type DocsHouse } from './docs-house.ts'

const PAGES = 24

/** A list of pages that all say `word`, each of which takes its time. */
function slowPages(word: string, after: number): Readonly<Record<string, WebPage>> {
  const pages = Object.entries(pagesSaying(word, PAGES))
  const links = pages.map(([path]) => `- [${path}](ORIGIN/${path})`).join('\n')
  return {
    '/llms.txt': `# Tide\n\n> Harbours.\n\n## Docs\n\n${links}\n`,
    ...Object.fromEntries(pages.map(([path, body]) => [`/${path}`, { body, after }])),
  }
}

const words = ['ebbing', 'flooding', 'turning'] as const

const wordsIn = (answer: unknown): readonly string[] => words.filter((word) => JSON.stringify(answer).includes(word))

/** A library `tide` whose pages all say "ebbing", from a site whose pages may be exchanged. */
async function openTide(): Promise<{ at: DocsHouse; site: WebSite; turn(word: string, after: number): void }> {
  const site = await openWebSite(slowPages('ebbing', 0))
  const at = openDocsHouse({ WUKU_DOCS_ALLOW_HOSTS: new URL(site.url).host })
  atEnd(() => site[Symbol.asyncDispose]())
  expect(await at.json('docs', 'import', `${site.url}/llms.txt`, '--name', 'tide')).toMatchObject({ failed_count: 0 })
  return {
    at,
    site,
    turn(word, after) {
      for (const [path, page] of Object.entries(slowPages(word, after))) site.pages.set(path, page)
    },
  }
}

const clean = async (at: Pick<DocsHouse, 'kept'>, versions = 1): Promise<void> => {
  const { versions: known, hidden, originals } = await at.kept()
  expect(Object.values(known)).toEqual(Array.from({ length: versions }, () => 'active'))
  expect([hidden, originals]).toEqual([[], Object.keys(known).toSorted()])
}

/** A write that was killed leaves its half, which goes once it is too old to be another's: that has a test of its own. */
const cleanButForHalves = async (at: DocsHouse): Promise<void> => {
  const { originals, ...others } = await at.kept()
  await clean({
    kept: async () => ({ ...others, originals: originals.filter((place) => !place.startsWith('%temporary/')) }),
  })
}

describe.concurrent('a refresh', () => {
  it('is seen whole or not at all by those who ask all the time', async () => {
    const { at, turn } = await openTide()
    const agent = await at.agent()
    const seen: string[] = ['ebbing']
    for (const word of ['flooding', 'turning']) {
      turn(word, 40)
      const state = { isOver: false }
      const refresh = at.json('docs', 'refresh', 'tide').finally(() => (state.isOver = true))
      for (let nth = 0; !state.isOver; nth++) {
        const topic = {
          library_id: 'tide',
          topic: `compute tide ${nth % 5}`,
          mode: ['code', 'info', undefined][nth % 3],
          weak: true,
        }
        const answers = [
          await agent.call('get-library-docs', topic),
          await agent.call('query-docs', { libraryId: 'tide', query: `harbour ${nth % PAGES}` }),
          await agent.call('recall', { query: 'harbour tide', kinds: ['docs'] }),
        ]
        for (const answer of answers) {
          expect(wordsIn(answer)).toHaveLength(1)
          seen.push(...wordsIn(answer))
        }
        expect(answers[0]?.['documents'].length).toBeGreaterThan(4)
        expect(answers[2]?.['hits'].length).toBeGreaterThan(4)
      }
      await refresh
      const after = await agent.call('get-library-docs', { library_id: 'tide', topic: 'compute tide 0' })
      seen.push(...wordsIn(after))
    }
    const turns = seen.filter((word, nth) => word !== seen[nth - 1])
    expect(turns).toEqual(['ebbing', 'flooding', 'turning'])
    expect(seen.length).toBeGreaterThan(30)
    await clean(at)
  })

  it('that fails in the middle leaves what answered', async () => {
    const { at, site, turn } = await openTide()
    const before = await at.kept()
    turn('flooding', 0)
    site.pages.set('/llms.txt', { status: 503, headers: { 'retry-after': '9999' }, body: '' })
    expect((await at.wuku('docs', 'refresh', 'tide')).code).toBe(1)
    expect(await at.kept()).toEqual(before)
    expect(wordsIn(await at.json('docs', 'search', 'tide', 'compute tide'))).toEqual(['ebbing'])
  })

  it('that is interrupted ends soon, says so in the log, and leaves nothing behind', async () => {
    const { at, turn } = await openTide()
    turn('flooding', 200)
    const child = at.start('docs', 'refresh', 'tide', '--json')
    const ending = once(child, 'close')
    for await (const chunk of child.stdout ?? []) if (String(chunk).includes('"stage":"downloading"')) break
    child.kill('SIGINT')
    expect((await ending)[0]).not.toBe(0)
    await clean(at)
    expect((await at.json('docs', 'log', 'tide')).list[0]).toMatchObject({
      event: 'version.refresh.failed',
      status: 'cancelled',
    })
  })
})

// One after the other: whoever kills must not be kept waiting.
it.each<[says: string, line: string]>([
  ['while it fetches', '"stage":"downloading"'],
  ['while it indexes', '"stage":"indexing"'],
])('a refresh that is killed: %s leaves what answered, and the next one clears up', async (_, line) => {
  const { at, turn } = await openTide()
  turn('flooding', 20)
  const child = at.start('docs', 'refresh', 'tide', '--json')
  const [ending, output] = [once(child, 'close'), child.stdout]
  for await (const chunk of output ?? []) if (String(chunk).includes(line)) break
  child.kill('SIGKILL')
  expect((await ending)[1]).toBe('SIGKILL')
  expect(Object.values((await at.kept()).versions).toSorted()).toEqual(['active', 'staged'])
  const answers = [await at.json('docs', 'search', 'tide', 'compute tide'), await at.json('recall', 'harbour tide')]
  expect(answers.map(wordsIn)).toEqual([['ebbing'], ['ebbing']])
  expect((await at.json('sources')).sources).toHaveLength(1)
  expect((await at.json('docs', 'show', 'tide')).versions).toHaveLength(1)
  expect(await at.json('docs', 'refresh', 'tide')).toMatchObject({ success_count: PAGES })
  await cleanButForHalves(at)
  expect(wordsIn(await at.json('docs', 'search', 'tide', 'compute tide'))).toEqual(['flooding'])
})

describe.concurrent('two at once', () => {
  it('import two versions of one new library', async () => {
    const file = (word: string) => [{ path: 'docs/guide.md', content: `# Guide\n\nGo the ${word} way.\n` }]
    const host = await openCodeHost({
      repositories: [{ path: 'acme/tides', trees: { v1: file('ebbing'), v2: file('flooding') } }],
    })
    const at = openDocsHouse({ WUKU_DOCS_ALLOW_HOSTS: '127.0.0.1' })
    atEnd(() => host.close())
    const url = host.url('acme/tides')
    const done = await Promise.all(
      ['v1', 'v2'].map((ref) => at.json('docs', 'import', url, '--host', 'gitea', '--ref', ref)),
    )
    expect(done.map(({ version, success_count: good }) => [version, good])).toEqual([
      ['v1', 1],
      ['v2', 1],
    ])
    expect((await at.json('docs', 'list', '--all')).libraries).toMatchObject([
      { name: 'tides', versions: [{ version: 'v2' }, { version: 'v1' }] },
    ])
    await clean(at, 2)
  })

  it('refresh the same version one after the other', async () => {
    const { at, turn } = await openTide()
    turn('flooding', 10)
    const done = await Promise.all([at.json('docs', 'refresh', 'tide'), at.json('docs', 'refresh', 'tide')])
    expect(done.map(({ version }) => version)).toEqual(['latest', 'latest'])
    await clean(at)
    expect(wordsIn(await at.json('docs', 'search', 'tide', 'compute tide'))).toEqual(['flooding'])
  })
})

describe.concurrent('progress over MCP', () => {
  it('only grows, and ends', async () => {
    const { at, site, turn } = await openTide()
    turn('flooding', 20)
    const agent = await at.agent()
    const told: {
      readonly progress: number
      readonly total?: number | undefined
      readonly message?: string | undefined
    }[] = []
    const wanted = { name: 'import-docs', arguments: { url: `${site.url}/llms.txt`, name: 'tide' } }
    const answer = await agent.client.callTool(wanted, { onprogress: (step) => void told.push(step) })
    expect(answer.structuredContent).toMatchObject({ success_count: PAGES })
    const steps = told.map(({ progress }) => progress)
    expect(steps.length).toBeGreaterThan(3)
    expect(steps).toEqual([...new Set(steps)].toSorted((a, b) => a - b))
    // The client of the SDK drops a report that arrives together with the answer, as that of the completed task may.
    expect(told.at(-1)?.progress).toBe(told.at(-1)?.total)
    expect(told.map(({ message }) => message?.split(':')[0])).toEqual(
      expect.arrayContaining(['downloading', 'indexing']),
    )
  })

  it('goes on in a task whose log says how it ended', async () => {
    const { at } = await openTide()
    const { list } = await at.json('docs', 'log', 'tide')
    const [last]: readonly Answer[] = list
    const { status, list: steps } = await at.json('docs', 'log', last?.['task_id'])
    expect([status, steps.at(-1)?.event, steps[0]?.event]).toEqual([
      'success',
      'website.import.start',
      'website.import.complete',
    ])
  })
})
