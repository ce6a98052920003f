import { hash } from 'node:crypto'
import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { parseJson } from '@wuku/core/lenient-parsing'
import { msg } from '@wuku/messages/kernel'
import { bytesOf, readPush, type PushedItem } from '@wuku/core/ports/pushed'
import { actorOf } from '../base/caller.ts'
import type { OperationContext } from '../base/engine.ts'
import type { Transaction } from '../base/parts/engine-stores.ts'
import type { FinishedPush, PushToFinish } from './finish-push.ts'
import { pushIsGone, sweepPushes } from './stored-pushes.ts'

/** Path of the workflow among the items of its push; each of the others is a scratchpad, by its id. */
export const WORKFLOW_ITEM = 'workflow'

const workflowText = z.strictObject({
  name: z.string().max(2_000),
  description: z.string().max(100_000).nullable(),
  scope: z.string().max(2_000).nullable(),
  isActive: z.boolean(),
  createdAt: z.number().int().min(0),
  updatedAt: z.number().int().min(0),
})
export type WorkflowText = z.output<typeof workflowText>

const padText = z.strictObject({
  title: z.string().max(2_000),
  content: z.string(),
  createdAt: z.number().int().min(0),
  updatedAt: z.number().int().min(0),
})
export type PadText = z.output<typeof padText>

/** Which push a workflow stands at; a source says so in its options. */
export const CURRENT_PUSH = 'standing'

/**
 * Makes or updates a workflow of the pusher. Only scratchpads that changed where they lie are written: what others wrote
 * into the rest stays, and so do scratchpads that were begun here.
 */
export async function acceptWorkflow(target: PushToFinish, context: OperationContext): Promise<FinishedPush> {
  const { engine } = context
  const { blobs } = engine.files
  const { folder, push } = target.place
  const currentPush = await blobs.get(`${folder}${CURRENT_PUSH}`)
  const before = currentPush
    ? await readPush(blobs, { folder, push: Buffer.from(currentPush).toString() })
    : new Map<string, PushedItem>()
  const items = await readPush(blobs, target.place)
  if (items.size === 0) throw pushIsGone(push)
  const texts = await readTexts([...items.values()], target, context)
  const idOf = (item: string): string => idIn(folder, actorOf(context.caller), item)
  const id = idOf(WORKFLOW_ITEM)
  const changes = await engine.pads.write({ workflow: id }, async (transaction) => {
    await writeWorkflow(transaction, id, texts.workflow)
    return writePads(transaction, { id, before, items, texts, idOf, context })
  })
  await blobs.put(`${folder}${CURRENT_PUSH}`, Buffer.from(push))
  await blobs.sync([`${folder}${CURRENT_PUSH}`])
  await sweepPushes(blobs, target.place, engine.now())
  return { name: id, ...changes, problems: [] }
}

/** Id of the workflow that this user pushed there. */
export const workflowIn = (folder: string, actor: string): string => idIn(folder, actor, WORKFLOW_ITEM)

/** The same for the same user, so that a second push finds it; another user who pushes the same has another. */
function idIn(folder: string, actor: string, item: string): string {
  const hex = hash('sha256', JSON.stringify([actor, folder, item]), 'hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)]
  return parts.join('-')
}

interface Texts {
  readonly workflow: WorkflowText
  readonly pads: ReadonlyMap<string, PadText>
}

async function readTexts(
  items: readonly PushedItem[],
  { place: { folder } }: PushToFinish,
  { engine }: OperationContext,
): Promise<Texts> {
  const pads = new Map<string, PadText>()
  let workflow: WorkflowText | undefined
  for (const item of items) {
    const text = await bytesOf(engine.files.blobs, folder, item)
    if (!text) throw incomplete(item.path)
    const parsed: unknown = parseJson(text.toString())
    if (item.path === WORKFLOW_ITEM) workflow = checked(workflowText, parsed, item.path)
    else pads.set(item.path, checked(padText, parsed, item.path))
  }
  if (!workflow) throw incomplete(WORKFLOW_ITEM)
  return { workflow, pads }
}

function checked<Value>(shape: z.ZodType<Value>, value: unknown, path: string): Value {
  const { success, data } = shape.safeParse(value)
  if (success) return data
  throw new WukuError('bad-input', msg('ofWorkflowIsNotAsThisVersion', { path: path.slice(0, 100) }))
}

const incomplete = (path: string): WukuError =>
  new WukuError('conflict', msg('incomplete2', { path: path.slice(0, 100) }))

async function writeWorkflow({ pads }: Transaction, id: string, { createdAt, updatedAt, ...fields }: WorkflowText) {
  const there = await pads.workflow(id)
  if (!there) {
    await pads.addWorkflow({ id, ...fields, createdAt, updatedAt })
    return
  }
  const isSame = (['name', 'description', 'scope', 'isActive'] as const).every((key) => there[key] === fields[key])
  if (!isSame) await pads.changeWorkflow(id, { ...fields, at: Math.max(updatedAt, there.updatedAt) })
}

interface PadsToWrite {
  readonly id: string
  readonly before: ReadonlyMap<string, PushedItem>
  readonly items: ReadonlyMap<string, PushedItem>
  readonly texts: Texts
  idOf(pad: string): string
  readonly context: OperationContext
}

async function writePads(transaction: Transaction, target: PadsToWrite) {
  const { before, items, texts, idOf } = target
  const changes = { added: 0, changed: 0, removed: 0, unchanged: 0 }
  for (const [pad, text] of texts.pads) {
    const isSame = before.get(pad)?.pieces.join() === items.get(pad)?.pieces.join()
    changes[await writePad(transaction, { ...target, pad: idOf(pad), text, isSame })]++
  }
  for (const pad of before.keys()) {
    if (items.has(pad) || !(await transaction.pads.padFacts(idOf(pad)))) continue
    await transaction.pads.removePad(idOf(pad))
    changes.removed++
  }
  return changes
}

interface PadToWrite extends PadsToWrite {
  readonly pad: string
  readonly text: PadText
  readonly isSame: boolean
}

async function writePad(
  { pads }: Transaction,
  { id: workflow, pad: id, text: { title, content, createdAt, updatedAt }, isSame, context }: PadToWrite,
): Promise<'added' | 'changed' | 'unchanged'> {
  const author = { by: context.caller.client, how: 'push' }
  const there = await pads.pad(id)
  if (!there) {
    await pads.addPad({ id, workflow, title, content, createdAt, updatedAt, ...author })
    return 'added'
  }
  if (isSame || (there.title === title && there.content === content)) return 'unchanged'
  await pads.changePad(id, { title, content, at: context.engine.now(), ...author })
  return 'changed'
}
