import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asQuery, openHouse, patient } from './onnx/house.ts'
import { meanings, writeCrossEncoder, writeHiddenModel } from './onnx/small-models.ts'

const house = openHouse()

beforeAll(async () => {
  await writeCrossEncoder(house.folder('judge'), { meanings })
  await writeHiddenModel(house.folder('hidden'), { meanings })
})
afterAll(() => house.end())

const check = async (query: string, texts: readonly string[], best: readonly string[]): Promise<void> => {
  const reranker = await house.reranker('judge')
  const scores = await reranker.rerank({ query, texts, signal: patient })
  expect(scores.every(Number.isFinite)).toBe(true)
  const order = texts.map((text, i) => ({ text, score: scores[i] ?? 0 })).toSorted((a, b) => b.score - a.score)
  expect(order.slice(0, best.length).map(({ text }) => text)).toEqual(best)
}

describe('a cross-encoder of this machine', () => {
  it('puts first what answers', () => check('tide', ['cake', 'the ebb of the sea', 'flour'], ['the ebb of the sea']))
  it('counts all that answers', () => check('moon tide', ['moon', 'moon and ebb', 'cake'], ['moon and ebb', 'moon']))
  it('reads Chinese', () => check('潮', ['flour', 'port', 'tides'], ['tides']))
  it('takes a question as long as a page', () =>
    check('tide '.repeat(2_000), ['cake', 'ebb', 'cake '.repeat(3_000)], ['ebb']))
  it('takes no texts', () => check('tide', [], []))

  it('gives the same scores in whatever company', async () => {
    const reranker = await house.reranker('judge')
    const texts = Array.from({ length: 90 }, (_, i) => `${'moon '.repeat(i % 9)}tide`)
    const scores = await reranker.rerank({ query: 'moon tide', texts, signal: patient })
    const again = await reranker.rerank({ query: 'moon tide', texts: texts.toReversed(), signal: patient })
    expect(again.toReversed()).toEqual(scores)
    expect(new Set(scores.map((score) => score.toFixed(4))).size).toBe(9)
  })

  it('shares the thread with the model of embeddings', async () => {
    const embedder = await house.embedder('hidden')
    const reranker = await house.reranker('judge')
    const asked = [
      embedder.embed(['tide'], asQuery),
      reranker.rerank({ query: 'tide', texts: ['ebb'], signal: patient }),
    ]
    expect((await Promise.all(asked)).map(({ length }) => length)).toEqual([1, 1])
    await reranker.close()
    expect(house.thread.isRunning).toBe(true)
    await embedder.close()
    expect(house.thread.isRunning).toBe(false)
  })

  it('that is none is told', async () => {
    const reranker = await house.reranker('hidden')
    await expect(reranker.rerank({ query: 'tide', texts: ['ebb'], signal: patient })).rejects.toMatchObject({
      code: 'model-failed',
      remedy: expect.stringContaining('cross-encoder'),
    })
  })

  it('is given up when nobody waits', async () => {
    const reranker = await house.reranker('judge')
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(reranker.rerank({ query: 'tide', texts: ['ebb'], signal })).rejects.toThrow('enough')
  })
})
