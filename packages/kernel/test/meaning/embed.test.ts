import { describe, expect, it } from 'vitest'
import type { EmbedFailureKind } from '@wuku/core/ports/embedder'
import { conceptEmbedder, failing, openMeaningHouse, type ConceptEmbedder } from './meaning-house.ts'

const open = async (embedder: ConceptEmbedder, price?: number) => openMeaningHouse({ embedder: () => embedder, price })

const setsOf = ({ engine }: Awaited<ReturnType<typeof open>>) => engine.read(({ vectors }) => vectors.embeddingSets())

describe('making vectors', () => {
  it('asks for each text once, and for nothing again', async () => {
    const embedder = conceptEmbedder()
    const house = await open(embedder)
    const first = await house.engine.models.embed({ sources: [] })
    expect(first).toMatchObject({ embedded: 4, remaining: 0, isActive: true, problems: [], cost: { chunks: 4 } })
    expect(embedder.texts).toHaveLength(3)
    expect(await house.engine.models.embed({ sources: [] })).toMatchObject({
      embedded: 0,
      remaining: 0,
      isActive: true,
    })
    expect(embedder.texts).toHaveLength(3)
  })

  it('in a dry run asks nobody and makes no set', async () => {
    const embedder = conceptEmbedder()
    const house = await open(embedder, 2)
    const { cost, embedded, isActive } = await house.engine.models.embed({ sources: [], dryRun: true })
    expect([embedded, isActive, cost.chunks]).toEqual([0, false, 4])
    expect(cost.dollars).toBeCloseTo((cost.tokens / 1e6) * 2)
    expect([embedder.texts, await setsOf(house)]).toEqual([[], []])
  })

  it('embedding some sources leaves the others for later', async () => {
    const house = await open(conceptEmbedder())
    expect(await house.engine.models.embed({ sources: ['garage'] })).toMatchObject({
      embedded: 1,
      remaining: 3,
      isActive: true,
    })
  })

  it('goes on where it was stopped', async () => {
    const embedder = conceptEmbedder()
    const house = await open(embedder)
    await house.engine.models.embed({ sources: ['garage'] })
    embedder.before = () => {
      throw failing('unreachable')
    }
    await expect(house.engine.models.embed({ sources: [] })).rejects.toThrow('It says unreachable.')
    embedder.before = () => {}
    expect(await house.engine.models.embed({ sources: [] })).toMatchObject({ embedded: 3, remaining: 0 })
    expect(new Set(embedder.texts).size).toBe(embedder.texts.length)
  })

  it.each<[EmbedFailureKind, boolean]>([
    ['refused', true],
    ['not_embeddings', true],
    ['key', false],
    ['timeout', false],
  ])('a text that the model answers with "%s" is left out: %s', async (kind, isLeftOut) => {
    const embedder = conceptEmbedder()
    embedder.before = (texts) => {
      if (texts.some((text) => text.includes('Cormorant'))) throw failing(kind)
    }
    const house = await open(embedder)
    const done = house.engine.models.embed({ sources: [] })
    if (!isLeftOut) return expect(done).rejects.toThrow(kind)
    const { problems, isActive } = await done
    expect([problems.map(({ path }) => path), isActive]).toEqual([['Harbour'], true])
  })

  it('a new model is asked only when its set is complete; then the old one goes', async () => {
    const [old, young] = [conceptEmbedder(), conceptEmbedder({ model: 'concepts-2' })]
    let now = old
    const house = await openMeaningHouse({ embedder: () => now, embedderOf: () => old })
    await house.engine.models.embed({ sources: [] })
    now = young
    const part = await house.engine.models.embed({ sources: ['sea'] })
    expect(part).toMatchObject({ isActive: false, remaining: 1 })
    const between = await house.engine.search.find({ query: 'vessel', of: 'documents', limit: 3 })
    expect([between.trace.mode, old.texts.at(-1)]).toEqual(['hybrid', 'vessel'])
    expect(await house.engine.models.embed({ sources: [] })).toMatchObject({ isActive: true, remaining: 0 })
    expect((await setsOf(house)).map(({ facts, isActive }) => [facts['model'], isActive])).toEqual([
      ['concepts-2', true],
    ])
  })

  it('--rebuild makes vectors again after the model changed under the same name', async () => {
    const embedder = conceptEmbedder()
    const house = await open(embedder)
    await house.engine.models.embed({ sources: [] })
    expect(await house.engine.models.embed({ sources: [], rebuild: true })).toMatchObject({
      embedded: 4,
      isActive: true,
    })
    expect([embedder.texts.length, (await setsOf(house)).length]).toEqual([6, 1])
  })

  it('making vectors shows its progress', async () => {
    const house = await open(conceptEmbedder())
    const steps: string[] = []
    await house.engine.models.embed({
      sources: [],
      progress: ({ stage, done, total }) => steps.push(`${stage} ${done}/${total}`),
    })
    expect(steps).toEqual(['embed 4/4'])
  })
})

describe('after an index run', () => {
  const rewrite = async (house: Awaited<ReturnType<typeof open>>, text: string) => {
    ;(house.sources['garage'] as Record<string, string>)['tyres.md'] = text
    await house.engine.index.update({ sources: ['garage'] })
    return house.engine.models.catchUp({ signal: new AbortController().signal })
  }

  it('an index run sends nothing before vectors were requested', async () => {
    const embedder = conceptEmbedder()
    const house = await open(embedder)
    expect(await rewrite(house, '# Tyres\n\nNew.\n')).toEqual([])
    expect(embedder.texts).toEqual([])
  })

  it('an index run sends new text only', async () => {
    const embedder = conceptEmbedder()
    const house = await open(embedder)
    await house.engine.models.embed({ sources: [] })
    const before = embedder.texts.length
    await rewrite(house, '# Tyres\n\nThe ship waits for new tyres.\n')
    expect(embedder.texts.slice(before)).toEqual([expect.stringContaining('The ship waits')])
    expect((await setsOf(house))[0]?.chunks).toBe(4)
  })

  it('a model that is away is a problem of the report, and no failure', async () => {
    const embedder = conceptEmbedder()
    const house = await open(embedder)
    await house.engine.models.embed({ sources: [] })
    embedder.before = () => {
      throw failing('unreachable')
    }
    const [problem] = await rewrite(house, '# Tyres\n\nOther.\n')
    expect(problem).toMatchObject({ said: 'Vectors are missing: It says unreachable.', remedy: 'Mend it.' })
  })

  it('another model makes nothing until it is asked to', async () => {
    const [old, young] = [conceptEmbedder(), conceptEmbedder({ model: 'concepts-2' })]
    let now = old
    const house = await openMeaningHouse({ embedder: () => now })
    await house.engine.models.embed({ sources: [] })
    now = young
    await rewrite(house, '# Tyres\n\nOther.\n')
    expect(young.texts).toEqual([])
  })

  it('of a source that stays here nothing is sent, but a model in this process may read it', async () => {
    for (const [isLocal, sent] of [
      [false, 3],
      [true, 4],
    ] as const) {
      const embedder = conceptEmbedder({ isLocal })
      const house = await open(embedder)
      await house.engine.sources.add({ root: '/garage', name: 'garage', options: { offline: true } })
      const { embedded, withheld, remaining } = await house.engine.models.embed({ sources: [] })
      expect([embedded, withheld.map(({ name }) => name), remaining]).toEqual([sent, isLocal ? [] : ['garage'], 0])
    }
  })
})
