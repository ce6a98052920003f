import { parentPort } from 'node:worker_threads'
import { analyseSlice, prepareReaders } from '../engine/index/analyse.ts'
import type { Reader } from '../ports/reader.ts'
import type { SliceJob, SliceResult } from '../ports/worker-pool.ts'
import { reasonOf } from '../text/yaml.ts'
import { WordMemory } from '../text/terms/memory.ts'
import { loadReader } from './storehouses.ts'

const memory = new WordMemory()

/** Runs in each thread of the workshop. An error here ends the thread, and the workshop finds the item to blame. */
parentPort?.on('message', async (job: SliceJob) => {
  const readers = [await loadReader(job.kind)]
  await prepareReaders(readers, job)
  const result = analyseOrExplain(readers, job)
  const { starts, terms, strengths } = result.slice.terms
  parentPort?.postMessage(result, [starts.buffer, terms.buffer, strengths.buffer] as ArrayBuffer[])
})

function analyseOrExplain(readers: readonly Reader[], job: SliceJob): SliceResult {
  try {
    return analyseSlice(readers, job, memory)
  } catch (cause) {
    throw new Error(reasonOf(cause), { cause })
  }
}
