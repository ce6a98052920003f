import { z } from 'zod'
import { asJson, defineOperation } from '@wuku/kernel/base/operation'
import type { Page, PadVersion, Pad, PadState } from '@wuku/core/ports/pads'
import { message, padId, expectedVersion, padShape, isoTime, padAliases, count, EXAMPLE_ID } from '../pad-shapes.ts'
import { named, answerWritten, authorOf, padToWrite, requirePadFacts } from '../writing.ts'
import { brief } from '../present.ts'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/pads'
import type { KeepingLimits } from '@wuku/kernel/base/pad-limits'
import { requireState, readVersions } from '../pad-versions.ts'
import type { Transaction } from '@wuku/kernel/base/parts/engine-stores'
import type { OperationContext } from '@wuku/kernel/base/engine'

const output = z.strictObject({
  id: z.string(),
  versions: z.array(
    z.strictObject({
      version: z.int().min(1),
      at: z.string(),
      by: z.string().describe('Program that wrote it.'),
      how: z.string().describe('Tool that wrote it.'),
      size_bytes: count.describe('Bytes of the text after it.'),
      title: z.string(),
      restores: z.int().min(1).nullable().describe('The version it restored; null if it is not an undo.'),
    }),
  ),
  total: count.describe('Kept versions.'),
  has_more: z.boolean(),
  message: message.describe('How many are listed.'),
})

export const scratchpadHistory = defineOperation({
  name: 'scratchpad-history',
  group: 'pads',
  title: 'History of a scratchpad',
  description:
    'List who changed a scratchpad, when and how, latest version first. diff-scratchpad shows what changed, undo-scratchpad ' +
    'restores a version.',
  effect: 'read',
  input: z.strictObject({
    id: padId,
    limit: z.int().min(1).max(100).default(20).describe('Maximum number of versions.'),
    offset: z.int().min(0).default(0).describe('Number of later ones to skip.'),
  }),
  output,
  aliases: { ...padAliases, max_results: 'limit', skip: 'offset' },
  searchHint: 'history versions of scratchpad who when 历史 版本 草稿',
  route: { method: 'GET', path: '/pads/scratchpads/{id}/history' },
  examples: [{ label: 'The latest versions', input: { id: EXAMPLE_ID } }],
  async run({ id, limit, offset }, { engine }) {
    const { pad, page } = await engine.read(async ({ pads }) => ({
      pad: await requirePadFacts(pads, id),
      page: await pads.history(id, { limit, offset }),
    }))
    return {
      id,
      versions: page.items.map(answerVersion),
      total: page.total,
      has_more: offset + page.items.length < page.total,
      message: `${describeVersions(page, offset)} of scratchpad ${named(pad)}`,
    }
  },
  table: ({ versions: rows }) => ({
    columns: [
      { head: 'version', cell: ({ version }) => version, is: 'count' },
      { head: 'when', cell: ({ at }) => at, is: 'time' },
      { head: 'who', cell: ({ by }) => by, least: 8 },
      { head: 'how', cell: ({ how }) => how, least: 8 },
      { head: 'size', cell: ({ size_bytes: bytes }) => bytes, is: 'bytes' },
      { head: 'title', cell: ({ title }) => title, least: 12 },
    ],
    rows,
  }),
  render: asJson,
})

const NAME_CHARS = 200

const answerVersion = ({ version, at, by, how, bytes, title, restores }: PadVersion) => ({
  version,
  at: isoTime(at),
  by: brief(by),
  how: brief(how),
  size_bytes: bytes,
  title: brief(title, NAME_CHARS),
  restores,
})

function describeVersions({ items, total }: Page<PadVersion>, offset: number): string {
  const [newest, oldest] = [items[0]?.version, items.at(-1)?.version]
  if (newest === undefined) return `Offset ${offset} is past the last of ${total} versions`
  const next = offset + items.length
  const more = next < total ? `; offset ${next} lists older ones` : ''
  return `Versions ${newest} to ${oldest}${more}, ${total} kept`
}

const undoScratchpadInput = z.strictObject({
  id: padId,
  to_version: z.int().min(1).optional().describe('Restore this version. Default: the one before the last change.'),
  include_content: z.boolean().default(false).describe('Whether to return the text.'),
  expected_version: expectedVersion,
})

type Input = z.output<typeof undoScratchpadInput>

export const undoScratchpad = defineOperation({
  name: 'undo-scratchpad',
  group: 'pads',
  title: 'Undo changes of a scratchpad',
  description:
    'Undo the last change of a scratchpad, or restore any kept version: text, title and workflow. ' +
    'Repeated calls go further back. Nothing is lost: each makes a new version.',
  effect: 'write',
  input: undoScratchpadInput,
  output: z.strictObject({
    scratchpad: padShape.describe('Its current state.'),
    message,
    restored_version: z.int().min(1).describe('The restored version.'),
  }),
  aliases: { ...padAliases, version: 'to_version', target_version: 'to_version' },
  searchHint: 'undo revert restore scratchpad version 撤销 恢复 草稿',
  route: { method: 'POST', path: '/pads/scratchpads/{id}/undo' },
  examples: [
    { label: 'The last change', input: { id: EXAMPLE_ID } },
    { label: 'All changes since version 3', input: { id: EXAMPLE_ID, to_version: 3 } },
  ],
  async run(request, context) {
    const { before, after, target, former } = await context.engine.pads.write('all', (transaction) =>
      restore(transaction, request, context),
    )
    return {
      scratchpad: answerWritten(after, request.include_content),
      message: [
        `Restored version ${target} of scratchpad ${named(after)} as version ${after.version}`,
        ...(former === after.workflow ? [] : ['it stays in its workflow: the former one is gone, closed or full']),
        `to_version ${before.version} undoes this`,
      ].join('; '),
      restored_version: target,
    }
  },
})

async function restore(transaction: Transaction, requested: Input, context: OperationContext) {
  const intent = { doing: 'undo changes of scratchpad', expected: requested.expected_version }
  const before = await padToWrite(transaction, requested.id, intent)
  const target = requested.to_version ?? (await lastChange(transaction, before))
  if (target < 1) throw new WukuError('conflict', msg('nothingToUndo', { pad: named(before) }))
  if (target === before.version)
    throw new WukuError('conflict', msg('isPresent', { pad: named(before), version: before.version }))
  const state = await requireState(transaction.pads, before, target)
  const workflow = await homeOf(transaction, { state, before, limits: context.engine.pads.limits })
  const change = { content: state.content, title: state.title, workflow, restores: target }
  const after = await transaction.pads.changePad(before.id, { ...change, ...authorOf(context, 'undo-scratchpad') })
  return { before, after, target, former: state.workflow }
}

async function lastChange({ pads }: Transaction, { id, version }: Pad): Promise<number> {
  const restoresByVersion = new Map((await readVersions(pads, id)).map((each) => [each.version, each.restores]))
  return undoTarget(version, (requested) => restoresByVersion.get(requested) ?? null)
}

/** The workflow that it was in, where that still takes scratchpads; else the present one. */
async function homeOf(
  { pads }: Transaction,
  { state, before, limits }: { readonly state: PadState; readonly before: Pad; readonly limits: KeepingLimits },
): Promise<string> {
  if (state.workflow === before.workflow) return before.workflow
  const former = await pads.workflow(state.workflow)
  return former?.isActive && former.pads < limits.padsPerWorkflow ? former.id : before.workflow
}

/**
 * The version whose state an undo brings back; 0 when there is nothing left to undo. A version that itself brought back
 * another one stands where that one stood: so undoing again walks further back, and never to and fro.
 */
export function undoTarget(current: number, restoresOf: (version: number) => number | null): number {
  let base = current
  for (let before = restoresOf(base); before !== null && before < base; before = restoresOf(base)) base = before
  return base - 1
}
