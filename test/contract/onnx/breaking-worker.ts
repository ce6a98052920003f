import { parentPort } from 'node:worker_threads'
import type { OnnxJob } from '../../../src/adapters/models/onnx/words.ts'

/** Stands for the thread of models; a text that says "break" is more than it can bear. */
parentPort?.on('message', ({ texts }: OnnxJob) => {
  if (texts.includes('break')) throw new Error('it broke')
  parentPort?.postMessage({ width: 1, values: Float32Array.from(texts, () => 1) }, [])
})
