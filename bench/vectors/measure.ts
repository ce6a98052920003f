/** A process of its own, so that its memory is free of the filling: asks a filled store, and reports measurements. */
import { everything } from '@wuku/core/ports/access'
import { readFileSync, writeFileSync } from 'node:fs'
import { openSqlite } from '@wuku/store-sqlite/open-sqlite'
import { saveMemory } from '../../packages/cli/src/v8-flags.ts'
import type { ChunkId, SourceId } from '@wuku/core/core-types'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import type { Store } from '@wuku/core/ports/store'
import type { EmbeddingSetId, Nearest } from '@wuku/core/ports/vectors'
import { createCorpus, type Corpus } from './corpus.ts'
import { cpuNow } from './cpu.ts'
import { batchOf, documentOf } from './fill.ts'

export interface Asking {
  readonly file: string
  readonly set: EmbeddingSetId
  readonly sources: readonly SourceId[]
  readonly count: number
  readonly dimensions: number
  readonly queries: number
}

export interface Measured {
  /** From the opening of the file to the first answer. */
  readonly coldMilliseconds: number
  readonly all: readonly Asked[]
  /** Within the source of one chunk in twenty, and of one in two hundred. */
  readonly small: readonly Asked[]
  readonly tiny: readonly Asked[]
  readonly deep: readonly Asked[]
  readonly residentBytes: number
  readonly peakBytes: number
  readonly addMilliseconds: number
  readonly afterAddMilliseconds: number
  readonly addedBytes: number
}

/** One question: its best times of some, and what it found. */
export interface Asked {
  /** Processor time. */
  readonly milliseconds: number
  /** Elapsed time. */
  readonly waited: number
  readonly chunks: readonly number[]
  readonly background: Nearest['background']
}

const TIMES = 5
const ADDED = 100

async function measure({ file, set, sources, count, dimensions, queries }: Asking): Promise<Measured> {
  const vectors = questions(createCorpus(count, dimensions), queries)
  const started = cpuNow()
  const store = await openSqlite(file)
  await ask(store, { set, vector: vectors[0] ?? new Float32Array(0), depth: 10 })
  const coldMilliseconds = cpuNow() - started
  const each = async (depth: number, within?: DocumentFilter): Promise<Asked[]> => {
    const answers: Asked[] = []
    for (const vector of vectors) answers.push(await askOften(store, { set, vector, depth, ...(within && { within }) }))
    return answers
  }
  await each(10)
  const all = await each(10)
  const [small, tiny] = [
    await each(10, { sources: sources.slice(0, 1) }),
    await each(10, { sources: sources.slice(1, 2) }),
  ]
  const deep = await each(100)
  const { residentBytes, peakBytes } = memory()
  const added = await addSome(store, set, { source: sources[2], vectors })
  await store.close()
  return { coldMilliseconds, all, small, tiny, deep, residentBytes, peakBytes, ...added }
}

const questions = (corpus: Corpus, count: number): readonly Float32Array[] =>
  Array.from({ length: count }, (_, nth) => corpus.vector(corpus.count + nth))

interface Probe {
  readonly set: EmbeddingSetId
  readonly vector: Float32Array
  readonly depth: number
  readonly within?: DocumentFilter
}

const ask = (store: Store, probe: Probe): Promise<Nearest> =>
  store.read(everything, (view) => view.vectors.nearest(probe))

async function askOften(store: Store, probe: Probe): Promise<Asked> {
  let [best, waited] = [Infinity, Infinity]
  let found = await ask(store, probe)
  for (let time = 0; time < TIMES; time++) {
    const [started, clock] = [cpuNow(), performance.now()]
    found = await ask(store, probe)
    best = Math.min(best, cpuNow() - started)
    waited = Math.min(waited, performance.now() - clock)
  }
  const { candidates, background } = found
  return { milliseconds: best, waited, chunks: candidates.map(({ chunk }) => chunk), background }
}

interface Adding {
  readonly source: SourceId | undefined
  readonly vectors: readonly Float32Array[]
}

/** Cost of a hundred more: writing them, and the next question, which has to load them. */
async function addSome(store: Store, set: EmbeddingSetId, { source, vectors }: Adding) {
  if (source === undefined) throw new Error('A source.')
  await store.apply(batchOf(source, [documentOf(1_000_000_000, ADDED)]))
  const fresh = await store.read(everything, (view) =>
    view.vectors.unembedded({ set, sources: [source], after: 0, limit: ADDED }),
  )
  const put = fresh.map(({ chunk }: { readonly chunk: ChunkId }, nth) => ({
    chunk,
    vector: vectors[nth % vectors.length] ?? new Float32Array(0),
  }))
  const before = written()
  const started = cpuNow()
  await store.vectors.putVectors(set, put)
  const addMilliseconds = cpuNow() - started
  const addedBytes = written() - before
  const asked = cpuNow()
  await ask(store, { set, vector: vectors[0] ?? new Float32Array(0), depth: 10 })
  return { addMilliseconds, addedBytes, afterAddMilliseconds: cpuNow() - asked }
}

/** Bytes that this process has written. */
const written = (): number => Number(/^wchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? Number.NaN)

function memory(): { residentBytes: number; peakBytes: number } {
  const status = readFileSync('/proc/self/status', 'utf8')
  const of = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1_024
  return { residentBytes: of('VmRSS'), peakBytes: of('VmHWM') }
}

// As a server does, which is what asks all day.
saveMemory()
const [asking = '', answer = ''] = process.argv.slice(2)
const task = JSON.parse(readFileSync(asking, 'utf8')) as Asking
writeFileSync(answer, JSON.stringify(await measure(task)))
