import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { onnxFilesIn, type FoundModel } from '../../../adapters/models/onnx/places.ts'
import { findRuntime } from '../../../adapters/models/onnx/runtime.ts'
import type { Settings } from '../../settings.ts'

export type Role = 'embedder' | 'reranker'

/** A model of this machine, for the list. */
export interface KnownModel extends FoundModel {
  readonly role: Role
  /** Names for `--variant`. */
  readonly variants: readonly string[]
  /** Of its ONNX files and what lies beside them. */
  readonly bytes: number
  readonly inUse: boolean
}

export function describeModel(found: FoundModel, { localModels }: Settings): KnownModel {
  const files = onnxFilesIn(found.folder)
  const role = roleOf(found.folder)
  const bytes = files
    .flatMap((file) => [file, `${file}_data`, `${file}.data`])
    .reduce((sum, file) => sum + (statSync(join(found.folder, file), { throwIfNoEntry: false })?.size ?? 0), 0)
  const inUse = [localModels.embedder, localModels.reranker].some((chosen) => chosen?.model === found.name)
  return { ...found, role, variants: files.map((file) => basename(file, '.onnx')), bytes, inUse }
}

/** A model that judges says so in its configuration. */
export function roleOf(folder: string): Role {
  try {
    const { architectures } = Object(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))) as Configuration
    return /SequenceClassification/.test(String(architectures)) ? 'reranker' : 'embedder'
  } catch {
    return 'embedder'
  }
}

interface Configuration {
  readonly architectures?: unknown
}

export const hasRuntime = (home: string): boolean => findRuntime(home) !== undefined

export function sayBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`
  return bytes < 10e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.round(bytes / 1e6)} MB`
}
