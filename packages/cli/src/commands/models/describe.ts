import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { msg, tr } from '@wuku/messages/cli'
import { onnxFilesIn, type FoundModel, listModels } from '@wuku/models/onnx/model-locations'
import { findRuntime } from '@wuku/models/onnx/runtime'
import type { Settings } from '@wuku/settings/app-settings'
import { usage } from '@wuku/terminal/arguments'
import type { TableColumn } from '@wuku/kernel/base/answer-table'
import { present } from '@wuku/terminal/command-page'
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
    const { architectures } = Object(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')))
    return /SequenceClassification/.test(String(architectures)) ? 'reranker' : 'embedder'
  } catch {
    return 'embedder'
  }
}

export const hasRuntime = (home: string): boolean => findRuntime(home) !== undefined

/** Models that were pulled, and those that other programs have fetched from the hub. */
export const list =
  ({ settings }: CommandsInput): NonNullable<Action['does']> =>
  async ({ all: words }, shell) => {
    if (words.length > 0) throw usage(msg('unexpectedArgumentModelsList', { words: String(words[0]) }))
    const { home, localModels } = settings
    const found = listModels({ home, hubCaches: localModels.hubCaches })
    const models = found.map((model) => describeModel(model, settings))
    const runtime = hasRuntime(home)
    present({ models, runtime }, (shown) => ({ columns, rows: shown.models, foot: footOf(models, runtime) }), shell)
    return 'done'
  }

const columns: readonly TableColumn<KnownModel>[] = [
  { cell: ({ name }) => name, look: 'bold' },
  { cell: ({ role }) => role },
  { cell: ({ bytes }) => bytes, is: 'bytes' },
  { cell: ({ variants }) => variants.join(' '), least: 12 },
  { cell: ({ from }) => from },
  { cell: ({ inUse }) => (inUse ? tr('in use') : '') },
]

const footOf = (models: readonly KnownModel[], runtime: boolean): readonly string[] => [
  models.length === 0
    ? tr('No models. Download one: wuku models pull intfloat/multilingual-e5-small')
    : tr(msg('chooseOneModelsUseName', { models: models.length })),
  ...(runtime ? [] : [tr('The model runtime is not installed: wuku models pull --runtime.')]),
]
