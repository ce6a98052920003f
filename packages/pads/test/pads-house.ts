import { padOperations } from '../src/operations/index.ts'
import { everything } from '@wuku/core/ports/access'
import { readableFor } from '@wuku/core/ports/store'
import { openPadFeed } from '@wuku/folders/pads'
import { openTestStore, runningTwice } from '../../../test/test-store.ts'
import { createEngine } from '@wuku/kernel/create'
import type { Engine } from '@wuku/kernel/base/engine'
import type { KeepingLimits } from '@wuku/kernel/base/pad-limits'
import type { Operation } from '@wuku/kernel/base/operation'
import { pads } from '../src/index.ts'
import { padsReader } from '../src/pad-reader.ts'
import type { Workflow } from '@wuku/core/ports/pads'
import { withoutDocs } from '../../kernel/test/docs-ports.ts'
import { plainPorts } from '../../kernel/test/plain-ports.ts'
import { contextOf, refusalOf, runAccepted } from '../../kernel/test/run-accepted.ts'

export type Answer = Readonly<Record<string, unknown>>

export type PadsHouse = ReturnType<typeof openPads>

/** A real engine on a store in memory that runs every write twice; every look at the clock is a second later than the one before. */
export function openPads(
  limits: Partial<KeepingLimits> = {},
  { workspace }: { readonly workspace?: string | undefined } = {},
) {
  const engine = openEngine({ padBytes: 1_048_576, padsPerWorkflow: 50, padVersions: 1_000, ...limits }, workspace)
  const ids = numbers()
  /** Arguments are accepted as every surface does, and the answer is held against the declared output. */
  const call = async <T = Answer>(name: string, given: Answer, client?: string): Promise<T> =>
    (await runAccepted(operationNamed(name), given, contextOf(engine, client))).output as T
  return {
    engine,
    call,
    /** The error that the call is refused with; anything else fails the test. */
    refusal: (name: string, given: Answer) => refusalOf(call(name, given)),
    addWorkflow: (more: Partial<Pick<Workflow, 'name' | 'description' | 'scope' | 'isActive'>> = {}) => {
      const at = engine.now()
      const draft = { name: 'Harbour', description: null, scope: null, isActive: true, ...more }
      const id = `workflow-${ids()}`
      return engine.pads.write('all', (transaction) =>
        transaction.pads.addWorkflow({ id, ...draft, createdAt: at, updatedAt: at }),
      )
    },
    addPad: (workflow: string, content: string, title = 'Tides') => {
      const at = engine.now()
      const draft = { id: `pad-${ids()}`, workflow, title, content, createdAt: at, updatedAt: at }
      return engine.pads.write('all', (transaction) =>
        transaction.pads.addPad({ ...draft, by: 'tester', how: 'create-scratchpad' }),
      )
    },
    pad: (id: string) => engine.read((view) => view.pads.pad(id)),
  }
}

function openEngine(limits: KeepingLimits, workspace: string | undefined): Engine {
  const seconds = numbers()
  const now = () => Date.UTC(2026, 0, 1) + seconds() * 1_000
  const store = runningTwice(openTestStore({ now }))
  return createEngine(
    plainPorts([pads], [padsReader], {
      store,
      clock: { now, sleep: async () => {}, every: () => () => {} },
      open: { feed: () => openPadFeed(readableFor(store, everything)) },
      workspace: { recogniseRoot: async () => ({ kind: 'notes' }), folder: async () => workspace },
      settings: { ...withoutDocs.settings, pads: limits },
    }),
  )
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
