import { describe, expect, it } from 'vitest'
import type { SearchMode, SearchRequest } from '../../src/query/types.ts'
import type { Models } from '@wuku/core/ports/models'
import type { Reranker } from '@wuku/core/ports/reranker'
import { conceptEmbedder, failing, openMeaningHouse } from './meaning-house.ts'

async function openWithVectors(more: Partial<Models> = {}) {
  const embedder = conceptEmbedder()
  const house = await openMeaningHouse({ embedder: () => embedder, ...more })
  await house.engine.models.embed({ sources: [] })
  const find = (query: string, wanted: Partial<SearchRequest> = {}) =>
    house.engine.search.find({ query, limit: 5, of: 'documents', ...wanted })
  return { ...house, embedder, find }
}

describe('a search', () => {
  it.each<[query: string, mode: SearchMode | undefined, said: string, first: string | undefined]>([
    ['excavation', undefined, 'hybrid', 'harbour.md'],
    ['excavation', 'semantic', 'semantic', 'harbour.md'],
    ['excavation', 'lexical', 'lexical', undefined],
    ['疏浚', undefined, 'hybrid', 'harbour.md'],
    ['Cormorant', undefined, 'hybrid', 'harbour.md'],
    ['"moon pulls"', undefined, 'lexical', 'tides.md'],
    ['"moon pulls"', 'semantic', 'semantic', 'tides.md'],
    ['vessel -Cormorant', undefined, 'hybrid', 'tides.md'],
  ])('%s (%s) is %s, first %s', async (query, mode, said, first) => {
    const { find } = await openWithVectors()
    const { hits, trace } = await find(query, { meaning: { ...(mode && { mode }) } })
    expect([trace.mode, hits[0]?.document.path, trace.withoutMeaning]).toEqual([said, first, undefined])
  })

  it('says how near a passage is that holds no word', async () => {
    const { find } = await openWithVectors()
    const [hit] = (await find('excavation')).hits
    expect(hit?.why.matched).toEqual([])
    expect(hit?.why.near).toBeGreaterThan(0.3)
  })

  it('asks the model once for the same question', async () => {
    const { find, embedder } = await openWithVectors()
    await find('excavation')
    await find('excavation', { meaning: { mode: 'semantic' } })
    expect(embedder.texts.filter((text) => text === 'excavation')).toHaveLength(1)
  })

  it('within a source finds by meaning what lies there alone', async () => {
    const { find } = await openWithVectors()
    const { hits } = await find('vessel', { within: { sources: ['garage'] } })
    expect(hits.every(({ source }) => source.name === 'garage')).toBe(true)
  })

  it('is of one moment, however the store changes while the model thinks', async () => {
    const { find, embedder, sources, engine } = await openWithVectors()
    embedder.before = async () => {
      embedder.before = () => {}
      const { sea = {} } = sources
      delete sea['harbour.md']
      sea['pier.md'] = '# Pier\n\nThe barge Cormorant lies at the pier.\n'
      await engine.index.update({ sources: [] })
    }
    const { hits, trace } = await find('Cormorant')
    expect(trace.mode).toBe('hybrid')
    expect(hits.map(({ document }) => document.path).toSorted()).toEqual(expect.arrayContaining(['copy.md', 'pier.md']))
    expect(hits.map(({ document }) => document.path)).not.toContain('harbour.md')
  })

  it('says so when no word of it stands anywhere', async () => {
    const { find } = await openWithVectors()
    expect((await find('excavation')).trace.notes).toEqual([expect.stringContaining('nearest in meaning')])
    expect((await find('Cormorant')).trace.notes).toEqual([])
  })

  it('misspelt is mended, whatever is near', async () => {
    const { find } = await openWithVectors()
    expect((await find('harbur')).trace.corrections).toEqual([{ from: 'harbur', to: 'harbour' }])
  })
})

describe('a model that does not answer', () => {
  it('late leaves words, says so, and is used the next time', async () => {
    const { find, embedder, pass } = await openWithVectors()
    let answer = (): void => {}
    embedder.before = () => new Promise((resolve) => (answer = resolve))
    const asked = find('Cormorant')
    await untilAsked(() => answer !== undefined)
    pass(1_000)
    const { trace, hits } = await asked
    expect([trace.mode, hits[0]?.document.path]).toEqual(['lexical', 'harbour.md'])
    expect(trace.notes.join(' ')).toContain('did not answer within 1000 ms')
    answer()
    await untilAsked(() => embedder.texts.includes('Cormorant'))
    expect((await find('Cormorant')).trace.mode).toBe('hybrid')
  })

  it('broken is not asked again at once', async () => {
    const { find, embedder, pass } = await openWithVectors()
    let asked = 0
    embedder.before = () => {
      asked++
      throw failing('unreachable')
    }
    for (const query of ['Cormorant', 'moon', 'tyres']) expect((await find(query)).trace.mode).toBe('lexical')
    expect(asked).toBe(1)
    pass(31_000)
    await find('March')
    expect(asked).toBe(2)
  })

  it('is an error where nothing but meaning was asked for', async () => {
    const { find, embedder } = await openWithVectors()
    embedder.before = () => {
      throw failing('key')
    }
    await expect(find('vessel', { meaning: { mode: 'semantic' } })).rejects.toMatchObject({
      code: 'vectors-missing',
      remedy: expect.stringMatching(/^Mend it\. .*lexical/),
    })
  })

  it('a model that never made vectors is reported only if requested', async () => {
    const house = await openMeaningHouse({})
    const find = (mode?: SearchMode) =>
      house.engine.search.find({ query: 'moon', limit: 5, of: 'documents', meaning: { ...(mode && { mode }) } })
    expect((await find()).trace.notes).toEqual([])
    expect((await find('hybrid')).trace.notes).toEqual([expect.stringContaining('There are no vectors yet.')])
  })
})

describe('a model that orders the best', () => {
  const reranker = (scoreOf: (text: string) => number, more: Partial<Reranker> = {}): Reranker => ({
    model: 'orders-1',
    isLocal: false,
    rerank: async ({ texts }) => texts.map(scoreOf),
    ...more,
  })
  const order = async (given: Reranker | undefined, wanted: Partial<SearchRequest> = {}) => {
    const { find } = await openWithVectors({ reranker: () => given })
    const { hits, trace } = await find('moon harbour', wanted)
    return { paths: hits.map(({ document }) => document.path), trace }
  }

  it('the order of a reranker is applied', async () => {
    const { paths: usual } = await order(undefined)
    const last = usual.at(-1) as string
    const { paths, trace } = await order(reranker((text) => (text.startsWith(titles[last] ?? '') ? 1 : 0)))
    expect(paths.indexOf(last)).toBeLessThan(usual.indexOf(last))
    expect(trace.reordered).toBe(true)
  })
  const titles: Readonly<Record<string, string>> = { 'tides.md': 'Tides', 'harbour.md': 'Harbour', 'tyres.md': 'Tyres' }

  it.each<[string, Reranker, Partial<SearchRequest>]>([
    ['refused', reranker(() => 1), { meaning: { rerank: false } }],
    ['where words alone are wanted', reranker(() => 1), { meaning: { mode: 'lexical' } }],
    ['broken', reranker(() => 1, { rerank: async () => Promise.reject(new Error('It broke.')) }), {}],
  ])('%s leaves the order as it was', async (_, given, wanted) => {
    const [usual, after] = [await order(undefined, wanted), await order(given, wanted)]
    expect(after.paths).toEqual(usual.paths)
    expect(after.trace.reordered).toBe(false)
  })

  it('elsewhere sees nothing of a source that stays here', async () => {
    const seen: string[] = []
    const given = reranker((text) => seen.push(text))
    const { engine } = await openWithVectors({ reranker: () => given })
    await engine.sources.add({ root: '/sea', name: 'sea', options: { offline: true } })
    const { trace } = await engine.search.find({ query: 'moon harbour', limit: 5, of: 'documents' })
    expect([seen, trace.reordered]).toEqual([[], false])
    expect(trace.notes.join(' ')).toContain('an offline source')
  })
})

async function untilAsked(isAsked: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
    if (isAsked() && turn > 20) return
  }
}
