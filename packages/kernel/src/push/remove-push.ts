import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import type { Blobs } from '@wuku/core/ports/blobs'
import { actorOf, type Caller } from '../base/caller.ts'
import type { Engine } from '../base/engine.ts'
import { defineOperation } from '../base/operation.ts'
import { counted } from '../base/counted.ts'
import { count, kindName } from '../base/operation-shapes.ts'
import { folderOf, type PushedSource, pushedSource } from './stored-pushes.ts'
import { workflowIn } from './accept-workflow.ts'

const input = z.strictObject({
  source: pushedSource,
  dryRun: z.boolean().default(false).describe('Show what would be removed; change nothing.'),
})

const output = z.strictObject({
  kind: kindName,
  name: z.string().describe('Name of the source on the server; of a workflow its id.'),
  documents: count.describe('Documents removed; of a workflow its scratchpads.'),
  dryRun: z.boolean().describe('true: nothing was changed.'),
})

export type RemovedPush = z.output<typeof output>

/** Takes back what a user pushed, with the texts that were sent for it, also those of a push that broke off. */
export const pushRemove = defineOperation({
  name: 'push-remove',
  title: 'Remove what was pushed',
  description: 'Remove a source or a workflow that the caller pushed, with all texts that were sent for it.',
  effect: 'delete',
  input,
  output,
  examples: [{ label: 'A source', input: { source: { kind: 'notes', name: 'handbook' } } }],
  async run({ source, dryRun }, { engine, caller, signal, progress }) {
    const folder = folderOf(source, caller)
    const waiting = (): void =>
      progress({ stage: 'waiting', done: 0, total: undefined, said: 'A push of this source is being finished' })
    return engine.runExclusive(folder, { signal, waiting }, async () => {
      const pushed = { source, folder, dryRun }
      const removed =
        source.kind === 'pads' ? await removeWorkflow(pushed, engine, caller) : await removeSources(pushed, engine)
      const { blobs } = engine.files
      if (!removed && !(await hasAny(blobs, folder)))
        throw new WukuError('not-found', msg('notPushed2', { kind: source.kind, name: source.name.slice(0, 100) }))
      if (!dryRun) await blobs.deleteUnder(folder)
      return { kind: source.kind, dryRun, ...(removed ?? { name: source.name, documents: 0 }) }
    })
  },
  render: ({ kind, name, documents, dryRun }) => {
    const what = `${kind}/${name} with ${counted(documents, 'document')}`
    return dryRun ? `Would remove ${what}. Nothing was changed.` : `Removed ${what}.`
  },
})

interface Pushed {
  readonly source: PushedSource
  readonly folder: string
  readonly dryRun: boolean
}

type Removed = Pick<RemovedPush, 'name' | 'documents'> | undefined

/** The one that answers, and those that were being made or gave way. */
async function removeSources({ source, folder, dryRun }: Pushed, engine: Engine): Promise<Removed> {
  const { pushed } = engine.sources
  const all = await pushed.of(folder)
  if (all.length === 0) return undefined
  const shown = all.find(({ options }) => !options.hidden)
  const facts = await engine.read((view) => view.sources.facts())
  if (!dryRun) for (const { id } of all) await pushed.drop(folder, id)
  const documents = facts.find((each) => each.source.id === shown?.id)?.documents ?? 0
  return { name: shown?.name ?? source.name, documents }
}

function removeWorkflow({ folder, dryRun }: Pushed, engine: Engine, caller: Caller): Promise<Removed> {
  const id = workflowIn(folder, actorOf(caller))
  return engine.pads.write({ workflow: id }, async ({ pads }) => {
    if (!(await pads.workflow(id))) return undefined
    const storedPads = await pads.pads(id)
    if (!dryRun) await pads.removeWorkflow(id)
    return { name: id, documents: storedPads.length }
  })
}

async function hasAny(blobs: Blobs, folder: string): Promise<boolean> {
  for await (const _ of blobs.list(folder)) return true
  return false
}
