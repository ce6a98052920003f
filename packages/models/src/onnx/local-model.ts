import { availableParallelism } from 'node:os'
import { WukuError } from '@wuku/core/errors'
import type { ModelFolder } from './folder.ts'
import { groupByLength } from './groups.ts'
import { findRuntime, runtimeMissing } from './runtime.ts'
import type { Turn } from '../batched.ts'
import type { OnnxThread, ThreadDied } from './thread.ts'
import type { Fault, ModelSpec, OnnxJob } from './onnx-jobs.ts'

/** A model of this machine, and the thread in which it runs. */
export interface OnnxModel {
  readonly model: ModelFolder
  readonly thread: OnnxThread
  /** The data folder, in which the runtime is looked for. */
  readonly home: string
  /** Threads of the processor; by default all but one, and at most four. */
  readonly threads?: number
}

/** Characters of what is handed over at once: a fraction of a second of work, after which who is in a hurry has a turn. */
const HANDED = { most: 32, budget: 16_000 }

/** A row for each text, in their order. Texts of like length go together, wherever they stand. */
export async function askInBatches(here: OnnxModel, request: Omit<OnnxJob, 'model'> & Turn) {
  const { query, texts, isUrgent, signal } = request
  if (texts.length === 0) return []
  const spec = specOf(here)
  const found: Float32Array[] = Array.from({ length: texts.length })
  const lengths = texts.map(({ length }) => length)
  for (const batch of groupByLength(lengths, HANDED)) {
    const job = { model: spec, query, texts: batch.map((place) => texts[place] ?? '') }
    const answer = await here.thread.ask(job, { isUrgent, signal })
    if ('fault' in answer) throw new WukuError('model-failed', answer.fault.message, answer.fault.remedy)
    const { width, values } = answer
    batch.forEach((place, row) => (found[place] = values.slice(row * width, (row + 1) * width)))
  }
  return found
}

function specOf({ model, home, threads = spareCores() }: OnnxModel): ModelSpec {
  const runtime = findRuntime(home)
  if (runtime === undefined) throw runtimeMissing()
  const { file, folder, pooling, hasHead, maxTokens } = model
  return { runtime, file, folder, pooling, hasHead, maxTokens, threads }
}

/** The fourth core still helps, the eighth hardly; one is left for other work. */
const spareCores = (): number => Math.min(4, Math.max(1, availableParallelism() - 1))

export const died = ({ message }: ThreadDied): Fault => ({
  message: `The thread for local models crashed twice: ${message}.`,
  remedy: 'Choose a smaller variant of the model, or another model; "wuku models list" lists those here.',
})
