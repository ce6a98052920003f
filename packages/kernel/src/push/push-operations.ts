import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import { kinds } from '@wuku/core/core-types'
import type { PushedItem } from '@wuku/core/ports/pushed'
import { defineOperation } from '../base/operation.ts'
import { count, problem } from '../base/operation-shapes.ts'
import { newUlid } from '../ulid.ts'
import { requireFreeName, finishPush } from './finish-push.ts'
import { addPage, folderOf, missingParts, storeParts, pushedSource } from './stored-pushes.ts'
import { maxPerPage } from '../base/push-limits.ts'
import { isPushedPath, MAX_PART_CHARS } from '../base/pushed-item.ts'
import { pushRemove } from './remove-push.ts'
import { acceptWorkflow } from './accept-workflow.ts'

const source = pushedSource

const push = z
  .string()
  .regex(/^[0-9A-Z]{26}$/)
  .describe('Id of this push, as push-plan gave it.')

const page = z.number().int().min(0).max(9_999_999).describe('Number of the page, from 0.')

const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('SHA-256 in hex.')

export const pushPlan = defineOperation({
  name: 'push-plan',
  title: 'Plan a push',
  description: 'Say which files a pushed source consists of, page by page; returns which texts did not arrive yet.',
  effect: 'write',
  addsText: true,
  idempotent: true,
  input: z.strictObject({
    source,
    push: push.optional().describe('Absent: begins a push.'),
    page,
    items: z
      .array(
        z.strictObject({
          path: z.string().min(1).describe('Path within the source.'),
          modified_at: z.number().min(0).describe('Milliseconds since the epoch.'),
          bytes: count.describe('Bytes of all pieces.'),
          pieces: z.array(sha256).max(maxPerPage.pieces).describe('Hashes of its pieces; none: as pushed before.'),
        }),
      )
      .max(maxPerPage.items)
      .describe('Files, as masked where they lie.'),
  }),
  output: z.strictObject({ push, missing: z.array(sha256).describe('Pieces of this page to send.') }),
  examples: [{ label: 'The first page', input: { source: { kind: 'notes', name: 'handbook' }, page: 0, items: [] } }],
  async run({ source: named, page: number, items: given, push: id }, context) {
    const { engine, caller } = context
    const folder = folderOf(named, caller)
    await requireFreeName(named, folder, context)
    const items = given.map(({ modified_at: modifiedAt, ...item }) => ({ ...item, modifiedAt }))
    requireItems(items)
    const place = { folder, push: id ?? newUlid(engine.now()) }
    const { blobs, pushLimits } = engine.files
    await addPage(blobs, { ...place, page: number, items, limits: pushLimits })
    return { push: place.push, missing: await missingParts(blobs, folder, items) }
  },
  render: ({ push: id, missing }) => `Push ${id}: ${missing.length} texts to send.`,
})

function requireItems(items: readonly PushedItem[]): void {
  const invalidItem = items.find(({ path }) => !isPushedPath(path))
  if (invalidItem)
    throw new WukuError('bad-input', msg('isNoPathWithinSource', { path: invalidItem.path.slice(0, 200) }))
  const partCount = items.reduce((sum, item) => sum + item.pieces.length, 0)
  if (partCount > maxPerPage.pieces)
    throw new WukuError('bad-input', msg('pageNamesPieces', { partCount, pieces: maxPerPage.pieces }))
}

export const pushFiles = defineOperation({
  name: 'push-files',
  title: 'Send texts of a push',
  description: 'Send texts that push-plan found missing. What is acknowledged is durable and need not be sent again.',
  effect: 'write',
  idempotent: true,
  isUnlogged: true,
  input: z.strictObject({
    source,
    push,
    page,
    pieces: z
      .array(
        z.strictObject({
          hash: sha256,
          text: z.string().min(1).max(MAX_PART_CHARS).describe('Its text, secrets masked.'),
        }),
      )
      .max(maxPerPage.pieces)
      .describe('Pieces that are missing.'),
  }),
  output: z.strictObject({ stored: count.describe('Pieces that are kept now.') }),
  examples: [],
  async run({ source: named, pieces: parts, ...target }, { engine, caller }) {
    await storeParts(engine.files.blobs, { ...target, folder: folderOf(named, caller), parts })
    return { stored: parts.length }
  },
  render: ({ stored }) => `Kept ${stored} texts.`,
})

const finishOutput = z.strictObject({
  kind: z.enum(kinds).describe('Storehouse.'),
  name: z.string().describe('Name of the source on the server; of a workflow its id.'),
  added: count.describe('Files that are new.'),
  changed: count.describe('Files with other text.'),
  removed: count.describe('Files that are gone.'),
  unchanged: count.describe('Files as they were.'),
  problems: z.array(problem).describe('Files that could not be read.'),
})

export type Finished = z.output<typeof finishOutput>

export const pushFinish = defineOperation({
  name: 'push-finish',
  title: 'Finish a push',
  description:
    'Make the pushed source, or its new state, visible: whole or not at all. Private to who pushed it at first.',
  effect: 'write',
  idempotent: true,
  long: 'index',
  input: z.strictObject({ source, push }),
  output: finishOutput,
  examples: [],
  async run({ source: named, push: id }, context) {
    const { engine, caller, signal } = context
    const target = { source: named, place: { folder: folderOf(named, caller), push: id } }
    const waiting = (): void => context.progress({ stage: 'waiting', done: 0, total: undefined, said: WAITING })
    const finished = await engine.runExclusive(target.place.folder, { signal, waiting }, (exclusive) =>
      named.kind === 'pads' ? acceptWorkflow(target, context) : finishPush(target, context, exclusive),
    )
    return { kind: named.kind, ...finished, problems: finished.problems.map((each) => ({ ...each })) }
  },
  render: (done) => renderFinished(done),
})

const WAITING = 'Another push of this source is being finished'

export const renderFinished = ({ kind, name, added, changed, removed, unchanged, problems }: Finished): string =>
  [
    `${kind}/${name}: ${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged.`,
    ...problems.map(({ path, said: message }) => `${path}: ${message}`),
  ].join('\n')

export const pushOperations = [pushPlan, pushFiles, pushFinish, pushRemove]
