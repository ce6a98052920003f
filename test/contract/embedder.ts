import { describe, expect, it } from 'vitest'
import { EmbeddingFailed, type Embedder, type EmbedRequest } from '@wuku/core/ports/embedder'

export interface EmbedderUnderTest {
  readonly name: string
  /** A new one each time. What it holds ends with the test. */
  open(): Promise<Embedder>
  /** By how much a number may differ between a text alone and the same among others. Default 0. */
  readonly tolerance?: number
}

const document: EmbedRequest = { purpose: 'document', signal: new AbortController().signal }
const query: EmbedRequest = { ...document, purpose: 'query' }
const many = Array.from({ length: 300 }, (_, at) => `tide ${at} 潮汐 ${'ebb '.repeat(at % 40)}`)

/** What every embedder promises, wherever its model runs. */
export function embedderContract({ name, open, tolerance = 0 }: EmbedderUnderTest): void {
  const expectAlike = (found: readonly Float32Array[], wanted: readonly (Float32Array | undefined)[]): void => {
    expect(found.length).toBe(wanted.length)
    const furthest = found.map((vector, at) =>
      Math.max(...vector.map((value, place) => Math.abs(value - (wanted[at]?.[place] ?? Number.NaN)))),
    )
    expect(Math.max(0, ...furthest)).toBeLessThanOrEqual(tolerance)
  }

  describe(`embedder contract: ${name}`, () => {
    it('gives one vector a text, in their order, however many there are', async () => {
      const embedder = await open()
      const together = await embedder.embed(many, document)
      const picked = [0, 1, 99, 128, 299]
      const alone = await Promise.all(picked.map(async (at) => (await embedder.embed([many[at] ?? ''], document))[0]))
      expectAlike(
        picked.map((at) => together[at] ?? new Float32Array()),
        alone,
      )
      expect(together).toHaveLength(many.length)
    })

    it('gives vectors of one size, of finite numbers', async () => {
      const embedder = await open()
      const vectors = await embedder.embed(many.slice(0, 20), document)
      const size = embedder.describe().dimensions ?? vectors[0]?.length
      expect(vectors.map(({ length }) => length)).toEqual(vectors.map(() => size))
      expect(vectors.every((vector) => vector.every(Number.isFinite) && vector.some((value) => value !== 0))).toBe(true)
    })

    it('gives nothing for nothing', async () => expect(await (await open()).embed([], document)).toEqual([]))

    it('makes documents the same for every subject', async () => {
      const embedder = await open()
      const texts = ['const ebb = 1', 'Ebb and flood']
      const [plain, ...others] = await Promise.all(
        ([undefined, 'code', 'text'] as const).map((subject) => embedder.embed(texts, { ...document, subject })),
      )
      for (const other of others) expectAlike(other, plain ?? [])
    })

    it.each<[says: string, text: string]>([
      ['no text', ''],
      ['air', ' \n\t'],
      ['half a character', 'ebb \uD83C'],
      ['a zero byte', 'ebb\0flood'],
      ['signs', '👩‍👩‍👧 \u200B\uFEFF ﷽'],
      ['much more than it reads', 'ebb 潮汐 '.repeat(40_000)],
    ])('makes something of %s', async (_says, text) => {
      const vectors = await (await open()).embed([text, 'ebb'], document)
      expect(vectors).toHaveLength(2)
      expect(vectors.every((vector) => vector.every(Number.isFinite))).toBe(true)
    })

    it('is asked by several at once', async () => {
      const embedder = await open()
      const calls = Array.from({ length: 8 }, (_, at) => many.slice(at * 3, at * 3 + 5))
      const answers = await Promise.all(calls.map((texts) => embedder.embed(texts, at(texts))))
      expect(answers.map(({ length }) => length)).toEqual(calls.map(({ length }) => length))
    })
    const at = (texts: readonly string[]): EmbedRequest => (texts.length % 2 === 0 ? document : query)

    it('stops when the caller does, before and meanwhile', async () => {
      const embedder = await open()
      const gone = embedder.embed(['ebb'], { ...document, signal: AbortSignal.abort() })
      await expect(gone).rejects.toMatchObject({ code: 'cancelled' })
      const stop = new AbortController()
      const stopped = embedder.embed([...many, ...many], { ...document, signal: stop.signal })
      stop.abort()
      await expect(stopped).rejects.toMatchObject({ code: 'cancelled' })
      expect(await embedder.embed(['ebb'], query)).toHaveLength(1)
    })

    it('is closed twice, and takes up its work anew', async () => {
      const embedder = await open()
      const [before] = await embedder.embed(['ebb'], document)
      await embedder.close()
      await embedder.close()
      expectAlike(await embedder.embed(['ebb'], document), [before])
    })

    it('says what it is, always in the same words', async () => {
      const [one, other] = [await open(), await open()]
      const { manner, longestText } = one.describe()
      expect(manner).toMatch(/^\S+$/)
      expect(longestText).toBeGreaterThan(0)
      expect(other.describe()).toMatchObject({ manner, longestText })
      expect(structuredClone(one.describe())).toEqual(one.describe())
    })
  })
}

export async function failureOf(work: Promise<unknown>): Promise<EmbeddingFailed> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (thrown instanceof EmbeddingFailed) return thrown
  throw new Error('It did not fail as an embedder does.', { cause: thrown })
}
