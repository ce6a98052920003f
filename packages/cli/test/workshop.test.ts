import { afterEach, describe, expect, it } from 'vitest'
import { openWorkerPool } from '../src/worker-pool.ts'
import { createThreadPool, ThreadDied, type ThreadPool } from '../src/thread-pool.ts'
import { emptySlice } from '@wuku/core/ports/store'
import type { SliceJob, SliceResult, WorkerPool } from '@wuku/core/ports/worker-pool'

const script = new URL('../../../test/unit/app/fixtures/worker.ts', import.meta.url)
const here: SliceResult = {
  slice: emptySlice,
  amend: [],
  problems: [],
  skipped: [],
  masked: [{ path: 'here', rule: '', count: 1 }],
  repeated: [],
}

function jobOf(paths: readonly string[], bytes = 200_000): SliceJob {
  const items = paths.map((path) => ({ path, stamp: '', modifiedAt: 0, hash: '', bytes: new Uint8Array(bytes) }))
  return { kind: 'notes', items }
}

let workerPool: WorkerPool | undefined
afterEach(() => workerPool?.close())

const openTwo = (): WorkerPool => (workerPool = openWorkerPool({ width: 2, script, analyseHere: async () => here }))

/** Chunks by the terms that they hold: what must not depend on how the slice was cut. */
const rowsOf = ({ slice: { terms } }: SliceResult): readonly (readonly string[])[] =>
  Array.from({ length: terms.starts.length - 1 }, (_, row) =>
    Array.from(terms.terms.slice(terms.starts[row], terms.starts[row + 1]), (term) => terms.vocabulary[term] ?? '?'),
  )

describe('a slice', () => {
  it('that is small is analysed here, and starts no thread', async () =>
    expect(await openTwo().analyse(jobOf(['a.md'], 10))).toBe(here))

  it('that throws here goes to threads, which find the item to blame', async () => {
    const analyseHere = async (): Promise<SliceResult> => {
      throw new Error('bad bytes')
    }
    workerPool = openWorkerPool({ width: 1, script, analyseHere })
    const result = await workerPool.analyse(jobOf(['a.md', 'throws.md', 'c.md'], 10))
    expect(rowsOf(result)).toEqual([
      ['a.md', 'common'],
      ['c.md', 'common'],
    ])
    expect(result.problems.map(({ path }) => path)).toEqual(['throws.md'])
  })

  it('that is large goes to a thread, and leaves its bytes alone', async () => {
    const job = jobOf(['a.md', 'b.md'])
    expect(rowsOf(await openTwo().analyse(job))).toEqual([
      ['a.md', 'common'],
      ['b.md', 'common'],
    ])
    expect(job.items.map(({ bytes }) => bytes.length)).toEqual([200_000, 200_000])
  })

  it('does not wait for another while a thread is free', async () => {
    const { analyse } = openTwo()
    const results = await Promise.all([analyse(jobOf(['a.md', 'b.md'])), analyse(jobOf(['c.md', 'd.md']))])
    expect(new Set(results.map(({ masked }) => masked[0]?.rule)).size).toBe(2)
  })

  it('waits its turn when all are busy', async () => {
    const { analyse } = openTwo()
    const jobs = Array.from({ length: 7 }, (_, number) => analyse(jobOf([`${number}a.md`, `${number}b.md`])))
    expect((await Promise.all(jobs)).flatMap(rowsOf)).toHaveLength(14)
  })
})

it.each<[deadly: string, said: string]>([
  ['throws.md', 'bad bytes'],
  ['exits.md', 'its thread ended'],
])('an item that kills its thread is a problem and harms no other: %s', async (deadly, said) => {
  const paths = ['a.md', 'b.md', deadly, 'c.md', 'd.md']
  const result = await openTwo().analyse(jobOf(paths))
  expect(rowsOf(result)).toEqual(['a.md', 'b.md', 'c.md', 'd.md'].map((path) => [path, 'common']))
  expect(result.problems).toEqual([
    { path: deadly, said: expect.stringContaining(said), remedy: expect.stringMatching(/./) },
  ])
  expect(new Set(result.slice.terms.vocabulary).size).toBe(result.slice.terms.vocabulary.length)
})

/** Filling its memory may take a thread some seconds where others are busy. */
const openOne = (patienceMilliseconds = 60_000): ThreadPool<SliceJob, SliceResult> =>
  createThreadPool({
    width: 1,
    script,
    memory: { maxOldGenerationSizeMb: 24 },
    idleMilliseconds: 50,
    timeoutMilliseconds: patienceMilliseconds,
  })

describe('threads', () => {
  it.each<[path: string, said: RegExp, patience: number | undefined]>([
    ['hungry.md', /memory/, undefined],
    ['endless.md', /more than 5 s/, 5_000],
  ])('die of %s and are replaced', async (path, said, patience) => {
    const threads = openOne(patience)
    await expect(threads.run(jobOf([path]))).rejects.toSatisfy(
      (error) => error instanceof ThreadDied && said.test(error.message),
    )
    expect(rowsOf(await threads.run(jobOf(['a.md'])))).toHaveLength(1)
    await threads.close()
  })

  it('end when they have nothing to do', async () => {
    const threads = openOne()
    await threads.run(jobOf(['a.md']))
    expect(threads.areRunning).toBe(true)
    await expect.poll(() => threads.areRunning).toBe(false)
    await threads.close()
  })

  it('start no more once they are closed', async () => {
    const threads = openOne()
    await threads.close()
    await expect(threads.run(jobOf(['a.md']))).rejects.toMatchObject({ code: 'cancelled' })
  })
})
