import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { msg, tr } from '@wuku/messages/cli'
import { onnxFilesIn, type FoundModel, listModels } from '@wuku/models/onnx/model-locations'
import { findRuntime } from '@wuku/models/onnx/runtime'
import type { Settings } from '@wuku/settings/app-settings'
import { usage } from '@wuku/terminal/arguments'
import { printChange, printLines } from '@wuku/terminal/command-page'
import { harmless, paintFor } from '@wuku/terminal/terminal'
import { displayWidth, padEnd } from '@wuku/text/show/width'
import type { Action } from '@wuku/terminal/action-groups'
import type { CommandsInput } from '../../local-shell.ts'

export type Role = 'embedder' | 'reranker'

/** A model of this machine, for the list. */
export interface KnownModel extends FoundModel {
  readonly role: Role
  /** Names for `--variant`. */
  readonly variants: readonly string[]
  /** Bytes of its ONNX files and of the files next to them. */
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

export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`
  return bytes < 10e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.round(bytes / 1e6)} MB`
}

/** Models that were pulled, and those that other programs have fetched from the hub. */
export const list =
  ({ settings }: CommandsInput): NonNullable<Action['does']> =>
  async ({ all: words }, shell) => {
    if (words.length > 0) throw usage(msg('unexpectedArgumentModelsList', { words: String(words[0]) }))
    const { home, localModels } = settings
    const found = listModels({ home, hubCaches: localModels.hubCaches })
    const models = found.map((model) => describeModel(model, settings))
    const runtime = hasRuntime(home)
    const paint = paintFor(shell.terminal.out)
    const width = Math.max(0, ...models.map(({ name }) => displayWidth(name)))
    const lines = (): readonly string[] =>
      models.map((model) => `${paint.bold(padEnd(harmless(model.name), width))}  ${factsOf(model)}`)
    if (shell.quiet && models.length === 0) return printChange(shell, { models, runtime }, () => [])
    return printLines(shell, { models, runtime }, () =>
      shell.quiet ? lines() : [...lines(), paint.dim(foot(models, runtime))],
    )
  }

const factsOf = ({ role, variants, bytes, from, inUse }: KnownModel): string =>
  [role, formatBytes(bytes), variants.join(' '), from, ...(inUse ? [tr('in use')] : [])].join(' · ')

function foot(models: readonly KnownModel[], runtime: boolean): string {
  const missing = runtime ? [] : [tr('The model runtime is not installed: wuku models pull --runtime.')]
  if (models.length === 0)
    return [tr('No models. Download one: wuku models pull intfloat/multilingual-e5-small'), ...missing].join('\n')
  return [tr(msg('chooseOneModelsUseName', { models: models.length })), ...missing].join('\n')
}
