import type { Problem } from '@wuku/core/core-types'
import { msg, type Refusal, unpacked } from '@wuku/messages/cli'
import { emptySlice, type TermTable } from '@wuku/core/ports/store'
import {
  eachText,
  type HashedItem,
  type SliceJob,
  type SliceResult,
  type WorkerPool,
} from '@wuku/core/ports/worker-pool'
import { collectSooner } from './v8-flags.ts'
import { createThreadPool, ThreadDied, type ThreadPool } from './thread-pool.ts'

/** Analysed where we are: starting a thread costs more than so many bytes, and blocks nothing for longer than a blink. */
const SMALL_BYTES = 256 * 1024
/** A slice of some megabytes needs a fraction of this; what needs more is meant to harm. */
const MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 24 }
const IDLE_MS = 3_000
/** Megabytes of text take a second or two, on a busy machine some more. */
const TIMEOUT_MS = 120_000

export interface WorkerPoolOptions {
  readonly width: number
  /** Loaded in each thread; answers a `SliceJob` with a `SliceResult`. */
  readonly script: URL
  analyseHere(job: SliceJob): Promise<SliceResult>
}

type AnalysisThreads = ThreadPool<SliceJob, SliceResult>

export function openWorkerPool({ width, script, analyseHere }: WorkerPoolOptions): WorkerPool {
  const threads: AnalysisThreads = createThreadPool({
    width,
    script,
    memory: MEMORY,
    idleMilliseconds: IDLE_MS,
    timeoutMilliseconds: TIMEOUT_MS,
  })
  return {
    width,
    async analyse(job) {
      const here = isSmall(job) && !threads.areRunning ? await attempt(() => analyseHere(job)) : undefined
      if (here) return here
      collectSooner()
      return analyseSafely(threads, job)
    },
    close: () => threads.close(),
  }
}

const isSmall = ({ items }: SliceJob): boolean => items.reduce((sum, item) => sum + item.bytes.length, 0) <= SMALL_BYTES

/** Errors here are left to a thread, which finds the item to blame. */
async function attempt(analyse: () => Promise<SliceResult>): Promise<SliceResult | undefined> {
  try {
    return await analyse()
  } catch {
    return undefined
  }
}

/** A slice that kills its thread is halved until the one item that does it stands alone: the others must not suffer. */
async function analyseSafely(threads: AnalysisThreads, job: SliceJob): Promise<SliceResult> {
  try {
    return eachText(await threads.run(job), (text) => unpacked(String(text)))
  } catch (error) {
    if (!(error instanceof ThreadDied)) throw error
    const [item, ...others] = job.items
    if (!item) throw error
    return others.length === 0 ? refusal(item, error) : analyseHalves(threads, job)
  }
}

async function analyseHalves(threads: AnalysisThreads, job: SliceJob): Promise<SliceResult> {
  const middle = job.items.length >> 1
  const first = await analyseSafely(threads, { ...job, items: job.items.slice(0, middle) })
  const second = await analyseSafely(threads, { ...job, items: job.items.slice(middle) })
  return joinResults(first, second)
}

const problemOf = ({ path }: HashedItem, said: Refusal): Problem => ({ path, said, remedy: said.remedy })

const refusal = (item: HashedItem, death: ThreadDied): SliceResult => ({
  slice: emptySlice,
  amend: [],
  problems: [problemOf(item, msg('analysisFailed', { reason: death.message }))],
  skipped: [],
  masked: [],
  repeated: [],
})

/** Two slices as if they had been analysed as one: the vocabulary holds every term once. */
const joinResults = (first: SliceResult, second: SliceResult): SliceResult => ({
  slice: {
    documents: [...first.slice.documents, ...second.slice.documents],
    terms: joinTables(first.slice.terms, second.slice.terms),
  },
  amend: [...first.amend, ...second.amend],
  problems: [...first.problems, ...second.problems],
  skipped: [...first.skipped, ...second.skipped],
  masked: [...first.masked, ...second.masked],
  repeated: [...first.repeated, ...second.repeated],
})

function joinTables(first: TermTable, second: TermTable): TermTable {
  const numbers = new Map(first.vocabulary.map((term, number) => [term, number]))
  const renumbered = second.vocabulary.map((term) => {
    const number = numbers.get(term) ?? numbers.size
    numbers.set(term, number)
    return number
  })
  const end = first.terms.length
  return {
    vocabulary: [...numbers.keys()],
    starts: Uint32Array.from([...first.starts.slice(0, -1), ...second.starts.map((start) => start + end)]),
    terms: Uint32Array.from([...first.terms, ...second.terms.map((term) => renumbered[term] ?? 0)]),
    strengths: Uint8Array.from([...first.strengths, ...second.strengths]),
  }
}
