import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provisionRuntime } from '../../../scripts/provision-runtime.ts'
import { openOnnxEmbedder } from '@wuku/models/onnx/embedder'
import { readModelFolder } from '@wuku/models/onnx/folder'
import type { OnnxModel } from '@wuku/models/onnx/local-model'
import { openOnnxReranker } from '@wuku/models/onnx/reranker'
import { openOnnxThread, type OnnxThread } from '@wuku/models/onnx/thread'
import type { Embedder } from '@wuku/core/ports/embedder'

/** A place for models, and the thread that runs them. */
export interface House {
  readonly thread: OnnxThread
  folder(name: string): string
  here(name: string, variant?: string): Promise<OnnxModel>
  embedder(name: string, options?: { variant?: string; dimensions?: number }): Promise<Embedder>
  reranker(name: string): Promise<ReturnType<typeof openOnnxReranker>>
  end(): Promise<void>
}

export const workerScript = new URL('../../../packages/models/src/onnx/worker.ts', import.meta.url)

export function openHouse(options: { readonly idleMilliseconds?: number; readonly script?: URL } = {}): House {
  const root = mkdtempSync(join(tmpdir(), 'wuku-onnx-'))
  const thread = openOnnxThread({ script: workerScript, ...options })
  const folder = (name: string): string => join(root, name)
  const here = async (name: string, variant = ''): Promise<OnnxModel> => ({
    model: readModelFolder({ name: folder(name), folder: folder(name), from: 'folder' }, variant),
    thread,
    home: await provisionRuntime(),
    threads: 1,
  })
  return {
    thread,
    folder,
    here,
    embedder: async (name, { variant = '', dimensions } = {}) =>
      openOnnxEmbedder({ ...(await here(name, variant)), dimensions }),
    reranker: async (name) => openOnnxReranker(await here(name)),
    async end() {
      await thread.close()
      rmSync(root, { recursive: true })
    },
  }
}

export const patient = new AbortController().signal

export const asDocument = { purpose: 'document', signal: patient } as const
export const asQuery = { purpose: 'query', signal: patient } as const

/** 1: the same direction; 0: nothing in common. */
export function likeness(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) return Number.NaN
  const dot = a.reduce((sum, each, i) => sum + each * (b[i] ?? 0), 0)
  return dot / (Math.hypot(...a) * Math.hypot(...b))
}
