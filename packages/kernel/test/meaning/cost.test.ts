import { expect, it } from 'vitest'
import { paceOf, costOf, type CostedModel } from '../../src/meaning/embed-sources.ts'

const model = (more: Partial<CostedModel>): CostedModel => ({
  model: 'concepts-1',
  isLocal: false,
  price: undefined,
  ...more,
})

it.each<[says: string, asked: CostedModel, dollars: number | null]>([
  ['nothing is known of it', model({}), null],
  ['the user named a price', model({ price: 3 }), 3],
  ['the price is published', model({ model: 'text-embedding-3-small' }), 0.02],
  ['the name has a prefix', model({ model: 'models/gemini-embedding-001' }), 0.15],
  ['the user knows better', model({ model: 'text-embedding-3-small', price: 1 }), 1],
  ['it runs here', model({ isLocal: true, price: 1 }), 0],
])('what vectors cost for a million tokens, when %s', (_, asked, dollars) =>
  expect(costOf({ chunks: 7, chars: 3_000_000 }, asked)).toEqual({ chunks: 7, tokens: 1_000_000, dollars }),
)

it.each<[done: number, seconds: number, said: string]>([
  [100, 10, 'Making vectors: 10 chunks/s, 2 min left'],
  [10, 10, 'Making vectors: 1 chunks/s, 17 min left'],
  [1, 100, 'Making vectors: 0 chunks/s, 27.8 h left'],
  [1_000, 10, 'Making vectors: 100 chunks/s, 0 s left'],
])('how long the rest takes: %s of 1,000 in %s s', (done, seconds, said) => {
  let now = 0
  const pace = paceOf({ now: () => now }, 1_000)
  now = seconds * 1_000
  expect(pace(done)).toEqual({ stage: 'embed', done, total: 1_000, said })
})
