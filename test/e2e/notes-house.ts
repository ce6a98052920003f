import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openFolder, resolveRoot } from '@wuku/folders/folder'
import { writeFiles } from '../scratch.ts'
import { openTestStore } from '../test-store.ts'
import { atEnd, folderToEnd } from './at-end.ts'
import { systemClock } from '@wuku/settings/this-process'
import { openDeclared } from '@wuku/settings/declared'
import { expandPath, readUserFile } from '@wuku/settings/user-path'
import { isWukuError } from '@wuku/core/errors'
import { owner } from '@wuku/kernel/base/caller'
import { createEngine } from '@wuku/kernel/create'
import type { Engine } from '@wuku/kernel/base/engine'
import { analyseSlice } from '@wuku/kernel/index/analyse'
import type { Block, Operation } from '@wuku/kernel/base/operation'
import { engineOperations } from '@wuku/kernel/operations'
import { notes } from '@wuku/notes'
import { notesReader } from '../../packages/notes/src/note-reader.ts'
import { withoutDocs } from '../../packages/kernel/test/docs-ports.ts'
import { modelsOf } from '../../packages/kernel/test/models-ports.ts'

/** The whole house in one process: real files, the real engine, a store in memory. */
export interface House {
  readonly folder: string
  readonly engine: Engine
  /** Runs an operation as a surface would; the output has passed its own schema. */
  call(name: string, input?: object): Promise<Answer>
  write(files: Readonly<Record<string, string>>): void
}

export interface Answer {
  readonly output: Record<string, unknown>
  readonly blocks: readonly Block[]
  readonly text: string
}

const operations = new Map([...engineOperations, ...(await notes.operations())].map((each) => [each.name, each]))

export function openHouse(files: Readonly<Record<string, string>> = {}): House {
  const folder = folderToEnd()
  const engine = buildEngine(folder)
  atEnd(() => engine.close())
  writeFiles(folder, files)
  return {
    folder,
    engine,
    call: (name, input = {}) => callOperation(operations.get(name) as Operation, input, engine),
    write: (more) => writeFiles(folder, more),
  }
}

function buildEngine(folder: string): Engine {
  const surroundings = { env: { QMD_CONFIG_DIR: join(folder, 'qmd') }, platform: process.platform, userFolder: folder }
  return createEngine({
    store: openTestStore(),
    workerPool: { width: 1, analyse: async (job) => analyseSlice([notesReader], job), close: async () => {} },
    clock: systemClock,
    declared: openDeclared(join(folder, 'settings.yaml')),
    kinds: [notes],
    ...withoutDocs,
    open: {
      feed: ({ root, options }) =>
        openFolder({
          root,
          patterns: options.patterns ?? notes.facts.patterns,
          exclude: options.exclude ?? [],
          maxBytes: 10_000_000,
        }),
      history: () => {
        throw new Error('There is no repository in this house.')
      },
      ...withoutDocs.open,
      padArchive: nobodyAsks,
    },
    workspace: {
      recogniseRoot: async () => ({ kind: 'notes' }),
      folder: async () => undefined,
      foldersIn: async () => ({ parent: null, folders: [], isCut: false }),
      resolveRoot: (root) => resolveRoot(expandPath(root, surroundings) ?? root),
      readUserFile: (path) => readUserFile(path, surroundings),
      ...withoutDocs.workspace,
    },
    settings: { ...withoutDocs.settings, pads: { padBytes: 1_000, padsPerWorkflow: 10, padVersions: 10 } },
    models: modelsOf(),
    process: {
      newOwner: () => randomUUID(),
      hasEnded: () => false,
    },
  })
}

const nobodyAsks = (): never => {
  throw new Error('Notes ask for no model and no archive.')
}

async function callOperation(operation: Operation, input: object, engine: Engine): Promise<Answer> {
  const parsed = operation.input.parse(input)
  const context = { engine, caller: owner('test'), signal: new AbortController().signal, progress: () => {} }
  const answer = await operation.run(parsed, context)
  // Programs read the English of messages.
  const output = operation.output.parse(JSON.parse(JSON.stringify(answer))) as Record<string, unknown>
  const blocks = operation.render(answer, parsed)
  return { output, blocks, text: blocks.map(({ text }) => text).join('\n\n') }
}

export interface Refusal {
  readonly code: string
  readonly said: RegExp
  readonly remedy?: RegExp
}

export async function refusalOf(house: House, name: string, input: object, expected: Refusal): Promise<void> {
  const thrown: unknown = await house.call(name, input).then(
    () => new Error(`${name} did not refuse.`),
    (error: unknown) => error,
  )
  if (!isWukuError(thrown)) throw thrown
  expect(thrown.code).toBe(expected.code)
  expect(thrown.message).toMatch(expected.said)
  expect(thrown.remedy).toMatch(expected.remedy ?? /./)
}
