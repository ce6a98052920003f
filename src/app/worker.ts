import { parentPort } from 'node:worker_threads'
import { analyseSlice, prepareReaders } from '../engine/index/analyse.ts'
import type { SliceJob } from '../ports/workshop.ts'
import { WordMemory } from '../text/memory.ts'
import { loadReader } from './load-reader.ts'

const memory = new WordMemory()

/** Runs in each thread of the workshop. What throws here ends the thread, and the workshop finds the item to blame. */
parentPort?.on('message', async (job: SliceJob) => {
  const readers = [await loadReader(job.kind)]
  await prepareReaders(readers, job)
  const result = analyseSlice(readers, job, memory)
  const { starts, terms, strengths } = result.slice.terms
  parentPort?.postMessage(result, [starts.buffer, terms.buffer, strengths.buffer] as ArrayBuffer[])
})
