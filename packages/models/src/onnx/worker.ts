import { parentPort } from 'node:worker_threads'
import { loadModel, type LoadedModel } from './model.ts'
import { ModelFault } from './tokenizer.ts'
import type { ModelSpec, OnnxAnswer, OnnxJob, ToWorker } from './onnx-jobs.ts'

const models = new Map<string, Promise<LoadedModel>>()

/** Runs in the one thread of local models. An unforeseen error ends the thread; `openOnnxThread` starts another. */
parentPort?.on('message', async (message: ToWorker) => {
  // Here no run is under way.
  if (message === 'end') process.exit()
  if ('release' in message) return release(message.release)
  const answer = await answerTo(message)
  parentPort?.postMessage(answer, 'values' in answer ? [answer.values.buffer as ArrayBuffer] : [])
})

async function answerTo(job: OnnxJob): Promise<OnnxAnswer> {
  try {
    return await (await getModel(job.model)).answer(job)
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    return { fault: { message: error.message, remedy: error.remedy } }
  }
}

/** A model that could not be opened is opened again by the next question: the file may have been repaired. */
function getModel(spec: ModelSpec): Promise<LoadedModel> {
  const known = models.get(spec.file)
  if (known) return known
  const loading = loadModel(spec)
  loading.catch(() => models.delete(spec.file))
  models.set(spec.file, loading)
  return loading
}

async function release(file: string): Promise<void> {
  const model = models.get(file)
  models.delete(file)
  await (await model)?.release()
}
