import { expect, it } from 'vitest'
import { encodeBatch } from '../src/clickhouse/batch-rows.ts'
import { nameOf, termHash } from '../src/clickhouse/names.ts'

const postings = [
  { term: 'tide', source: 3, chunk: 2 ** 34 + 7, document: 9, strength: 200 },
  { term: '潮', source: 3, chunk: 8, document: 9, strength: 1 },
]
const batch = {
  batch: 24_001_241,
  isAgain: false,
  each: (add: (one: (typeof postings)[number]) => void) => postings.forEach(add),
}

it('writes a row for each posting, and one that names the batch', () => {
  const [part, ...others] = encodeBatch(batch)
  expect(others).toEqual([])
  const rows = new DataView((part?.postings ?? new Uint8Array()).slice().buffer)
  const read = [0, 1, 2].map((nth) => [
    rows.getBigUint64(25 * nth, true),
    rows.getUint32(25 * nth + 8, true),
    String(rows.getBigUint64(25 * nth + 12, true)),
    rows.getUint32(25 * nth + 20, true),
    rows.getUint8(25 * nth + 24),
  ])
  expect(read).toEqual([
    [termHash('tide'), 3, nameOf({ batch: 24_001_241, chunk: 2 ** 34 + 7 }), 9, 200],
    [termHash('潮'), 3, nameOf({ batch: 24_001_241, chunk: 8 }), 9, 1],
    [1n, 0, nameOf({ batch: 24_001_241, chunk: 0 }), 0, 0],
  ])
})
it('writes the same for the same batch', () => expect(encodeBatch(batch)).toEqual(encodeBatch(batch)))
it('tells chunks of different batches apart', () =>
  expect(nameOf({ batch: 2, chunk: 1 })).not.toBe(nameOf({ batch: 1, chunk: 1 })))
