import { padOperations } from '../src/operations/index.ts'
import { everything } from '@wuku/core/ports/access'
import { readableFor } from '@wuku/core/ports/store'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { openPadFeed } from '@wuku/folders/pads'
import { openTestStore, runningTwice } from '../../../test/test-store.ts'
import { isWukuError, type WukuError } from '@wuku/core/errors'
import { owner } from '@wuku/kernel/base/caller'
import { createEngine } from '@wuku/kernel/create'
import type { Engine } from '@wuku/kernel/base/engine'
import { analyseSlice } from '@wuku/kernel/index/analyse'
import type { KeepingLimits } from '@wuku/kernel/base/pad-limits'
import type { Operation } from '@wuku/kernel/base/operation'
import { pads } from '../src/index.ts'
import { padsReader } from '../src/pad-reader.ts'
import type { Pad, Workflow } from '@wuku/core/ports/pads'
import { acceptArguments } from '@wuku/kernel/arguments/accept'
import { withoutDocs } from '../../kernel/test/docs-ports.ts'
import { modelsOf } from '../../kernel/test/models-ports.ts'

export type Answer = Readonly<Record<string, unknown>>

/** A real engine on a store in memory that runs every write twice, with the operations as a caller meets them. */
export interface PadsHouse {
  readonly engine: Engine
  /** Arguments are accepted as every surface does, and the answer is held against the declared output. */
  call<T = Answer>(name: string, given: Answer, client?: string): Promise<T>
  /** The error that the call is refused with; anything else fails the test. */
  refusal(name: string, given: Answer): Promise<WukuError>
  addWorkflow(more?: Partial<Pick<Workflow, 'name' | 'description' | 'scope' | 'isActive'>>): Promise<Workflow>
  addPad(workflow: string, content: string, title?: string): Promise<Pad>
  pad(id: string): Promise<Pad | undefined>
}

/** Every look at the clock is a second later than the one before. */
export function openPads(
  limits: Partial<KeepingLimits> = {},
  { workspace }: { readonly workspace?: string | undefined } = {},
): PadsHouse {
  const engine = openEngine({ padBytes: 1_048_576, padsPerWorkflow: 50, padVersions: 1_000, ...limits }, workspace)
  const ids = numbers()
  const call = async <T>(name: string, given: Answer, client = 'tester'): Promise<T> => {
    const operation = operationNamed(name)
    const context = { engine, caller: owner(client), signal: new AbortController().signal, progress: () => {} }
    const output = await operation.run(acceptArguments(operation, given), context)
    expect(operation.output.parse(JSON.parse(JSON.stringify(output)))).toEqual(output)
    return output as T
  }
  return {
    engine,
    call,
    refusal: (name, given) => call(name, given).then(notRefused, (thrown: unknown) => demandRefusal(thrown)),
    addWorkflow: (more = {}) => {
      const at = engine.now()
      const draft = { name: 'Harbour', description: null, scope: null, isActive: true, ...more }
      const id = `workflow-${ids()}`
      return engine.pads.write('all', (transaction) =>
        transaction.pads.addWorkflow({ id, ...draft, createdAt: at, updatedAt: at }),
      )
    },
    addPad: (workflow, content, title = 'Tides') => {
      const at = engine.now()
      const draft = { id: `pad-${ids()}`, workflow, title, content, createdAt: at, updatedAt: at }
      return engine.pads.write('all', (transaction) =>
        transaction.pads.addPad({ ...draft, by: 'tester', how: 'create-scratchpad' }),
      )
    },
    pad: (id) => engine.read((view) => view.pads.pad(id)),
  }
}

function openEngine(limits: KeepingLimits, workspace: string | undefined): Engine {
  const seconds = numbers()
  const now = () => Date.UTC(2026, 0, 1) + seconds() * 1_000
  const store = runningTwice(openTestStore({ now }))
  return createEngine({
    store,
    workerPool: { width: 1, analyse: async (job) => analyseSlice([padsReader], job), close: async () => {} },
    clock: { now, sleep: async () => {}, every: () => () => {} },
    declared: { file: 'settings.yaml', contexts: async () => [], projects: async () => [] },
    kinds: [pads],
    ...withoutDocs,
    open: {
      feed: () => openPadFeed(readableFor(store, everything)),
      history: () => {
        throw new Error('There is no repository in this house.')
      },
      ...withoutDocs.open,
      padArchive: async () => none('archive'),
    },
    workspace: {
      foldersIn: async () => ({ parent: null, folders: [], isCut: false }),
      resolveRoot: async (root) => root,
      recogniseRoot: async () => ({ kind: 'notes' }),
      folder: async () => workspace,
      readUserFile: async () => '',
      ...withoutDocs.workspace,
    },
    settings: { ...withoutDocs.settings, pads: limits },
    models: modelsOf(),
    process: {
      newOwner: () => randomUUID(),
      hasEnded: () => false,
    },
  })
}

function numbers(): () => number {
  let last = 0
  return () => ++last
}

function none(what: string): never {
  throw new Error(`There is no ${what} here.`)
}

const operationNamed = (name: string): Operation =>
  padOperations.find((each) => each.name === name) ?? none(`operation ${name}`)

function notRefused(answer: unknown): never {
  throw new Error(`It was not refused: ${JSON.stringify(answer)}`)
}

function demandRefusal(thrown: unknown): WukuError {
  if (isWukuError(thrown)) return thrown
  throw thrown
}
