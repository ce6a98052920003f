import { describe, expect, it } from 'vitest'
import { makeQueries, queryKinds } from '../../../bench/pads/queries.ts'
import { scanAll } from '../../../bench/pads/scan.ts'
import type { Passage } from '../../../bench/pads/sentences.ts'
import { bytesOf, keyOf, makeWorkload } from '../../../bench/pads/workload.ts'
import { compareBlocks, SEPARATOR, START } from '../../../bench/pads/writers.ts'

const passages: readonly Passage[] = [
  {
    language: 'en',
    sentences: Array.from(
      { length: 40 },
      (_, at) => `The harbourmaster${at} watches navigation lights near buoy ${at}.`,
    ),
  },
  { language: 'zh', sentences: Array.from({ length: 40 }, (_, at) => `第${at}天潮水涨到最高处，引航船经过浮标。`) },
]
const workload = makeWorkload(passages, { workflows: 12, pads: 3, bytes: 3_000 })

describe('the texts', () => {
  it('are the same every time', () =>
    expect(keyOf(makeWorkload(passages, { workflows: 12, pads: 3, bytes: 3_000 }))).toBe(keyOf(workload)))
  it('are about as long as asked for', () => {
    expect(bytesOf(workload)).toBeGreaterThan(12 * 3 * 3_000)
    expect(bytesOf(workload)).toBeLessThan(12 * 3 * 5_000)
  })
})

describe('the queries', () => {
  const queries = makeQueries(workload, 0.1)
  const scanned = scanAll(workload, queries)
  it('are of all kinds', () => expect(new Set(queries.map(({ kind }) => kind))).toEqual(new Set(queryKinds)))
  it('ask for what is there, but for one kind', () =>
    expect(queries.filter(({ kind }, at) => (scanned[at]?.workflows ?? 0) > 0 !== (kind !== 'no hit'))).toEqual([]))
})

describe('blocks of several writers', () => {
  const row = (content: string, refusal?: string) => ({ content, milliseconds: 1, refusal })
  const tries = [row('a'), row('b'), row('c', 'busy'), row('d')]
  it('are looked for one by one', () =>
    expect(compareBlocks(tries, [START, 'a', 'd', 'd', 'half'].join(SEPARATOR))).toEqual({
      acknowledged: 3,
      refused: 1,
      firstRefusal: 'busy',
      lost: 1,
      doubled: 1,
      broken: 1,
    }))
  it('are well when all are there', () =>
    expect(compareBlocks([row('a'), row('b')], [START, 'b', 'a'].join(SEPARATOR))).toMatchObject({
      lost: 0,
      doubled: 0,
      broken: 0,
      refused: 0,
    }))
})
