import type { Pooling } from './families.ts'

/** What passes between the thread that asks and the one in which the models run. */

/** All that is needed to take up a model. */
export interface ModelSpec {
  /** Of the runtime, as Node's `require` takes it. */
  readonly runtime: string
  /** The ONNX file. */
  readonly file: string
  /** Where its tokenizer and configuration lie. */
  readonly folder: string
  readonly pooling: Pooling
  /** The pooled vector goes through a further layer of which the ONNX file need not know. */
  readonly hasHead: boolean
  readonly maxTokens: number
  /** Threads of the processor for one run. */
  readonly threads: number
}

/** A model gives vectors of texts, or scores of a question beside each text. */
export interface OnnxJob {
  readonly model: ModelSpec
  readonly query: string | undefined
  readonly texts: readonly string[]
}

export interface Release {
  /** The file of the model that is let go. */
  readonly release: string
}

export type ToWorker = OnnxJob | Release

/** The rows one after the other. */
export interface Rows {
  readonly width: number
  readonly values: Float32Array
}

/** What is wrong with the model or the machine; asked again it would be wrong again. */
export interface Fault {
  readonly message: string
  readonly remedy: string
}

export type OnnxAnswer = Rows | { readonly fault: Fault }
