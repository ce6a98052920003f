import { packed } from '@wuku/messages/message'
import { parentPort } from 'node:worker_threads'
import { analyseSlice, prepareReaders } from '@wuku/kernel/index/analyse'
import type { Reader } from '@wuku/core/ports/source-reader'
import { eachText, type SliceJob, type SliceResult } from '@wuku/core/ports/worker-pool'
import { reasonOf } from '@wuku/text/yaml'
import { WordMemory } from '@wuku/text/terms/memory'
import { loadReader } from '@wuku/storehouses/storehouses'

const memory = new WordMemory()

/** Runs in each thread of the workshop. An error here ends the thread, and the workshop finds the item to blame. */
parentPort?.on('message', async (job: SliceJob) => {
  const readers = [await loadReader(job.kind)]
  await prepareReaders(readers, job)
  const result = analyseOrExplain(readers, job)
  const { starts, terms, strengths } = result.slice.terms
  parentPort?.postMessage(eachText(result, packed), [starts.buffer, terms.buffer, strengths.buffer] as ArrayBuffer[])
})

function analyseOrExplain(readers: readonly Reader[], job: SliceJob): SliceResult {
  try {
    return analyseSlice(readers, job, memory)
  } catch (cause) {
    throw new Error(reasonOf(cause), { cause })
  }
}
