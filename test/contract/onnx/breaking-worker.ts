import { parentPort } from 'node:worker_threads'
import type { ToWorker } from '../../../packages/models/src/onnx/onnx-jobs.ts'

/** Stands for the thread of models; a text that says "break" is more than it can bear. */
parentPort?.on('message', (message: ToWorker) => {
  if (message === 'end') process.exit()
  if ('release' in message) return
  const { texts } = message
  if (texts.includes('break')) throw new Error('it broke')
  parentPort?.postMessage({ width: 1, values: Float32Array.from(texts, () => 1) }, [])
})
