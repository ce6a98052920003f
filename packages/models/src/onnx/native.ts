import { createRequire } from 'node:module'
import type { Fault } from './onnx-jobs.ts'

/** As much of `onnxruntime-node` as is used here; it is no dependency, so its own types are not there. */
export interface Runtime {
  readonly env: { logLevel: string }
  readonly InferenceSession: { create(file: string, options: object): Promise<Session> }
  readonly Tensor: new (type: 'int64' | 'int32', data: BigInt64Array | Int32Array, dims: readonly number[]) => Tensor
}

export interface Session {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  readonly inputMetadata: readonly { readonly name: string; readonly type?: string }[]
  run(feeds: Readonly<Record<string, Tensor>>, fetches: readonly string[]): Promise<Readonly<Record<string, Tensor>>>
  release(): Promise<void>
}

export interface Tensor {
  readonly type: string
  readonly data: unknown
  readonly dims: readonly number[]
}

/** Fault of the model or of the machine, in words for the person who configured it. */
export class ModelFault extends Error implements Fault {
  readonly remedy: string

  constructor(message: string, remedy: string, options?: ErrorOptions) {
    super(message, options)
    this.remedy = remedy
  }
}

export function loadRuntime(path: string): Runtime {
  try {
    const runtime = createRequire(path)(path) as Runtime
    // It would write on the standard error of a server that speaks to an agent.
    runtime.env.logLevel = 'fatal'
    return runtime
  } catch (error) {
    throw new ModelFault(
      `The ONNX runtime does not start on this machine: ${firstLine(error)}`,
      'It runs on Linux (x64, arm64), macOS (arm64) and Windows. Elsewhere configure a model behind an API instead.',
      { cause: error },
    )
  }
}

export async function openSession(runtime: Runtime, file: string, threads: number): Promise<Session> {
  try {
    return await runtime.InferenceSession.create(file, {
      executionProviders: ['cpu'],
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      // It plans memory for one shape; texts have many.
      enableMemPattern: false,
      logSeverityLevel: 4,
      // Threads that spin while they wait for the next run take the processor from everybody else.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    })
  } catch (error) {
    throw new ModelFault(
      `${file} cannot be opened as an ONNX model: ${firstLine(error)}`,
      'Download it again with "wuku models pull", or choose another variant of it.',
      { cause: error },
    )
  }
}

export const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 300) ?? ''
