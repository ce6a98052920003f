import { z } from 'zod'
import { WukuError } from '../../../core/errors.ts'
import type { Desk } from '../../../engine/keeping/desk.ts'
import type { KeepingLimits } from '../../../engine/keeping/limits.ts'
import { defineOperation, type OperationContext } from '../../../engine/operation.ts'
import type { Pad, PadState } from '../../../ports/pads.ts'
import { asJson } from '../answer.ts'
import { expectedVersion, message, padId, padShape } from '../shapes.ts'
import { undoTarget } from '../undo.ts'
import { demandState, keptVersions } from '../versions.ts'
import { answerWritten, authorOf, named, padToWrite } from '../writing.ts'

const input = z.strictObject({
  id: padId,
  to_version: z.int().min(1).optional().describe('Bring back this version. Default: before the last change.'),
  include_content: z.boolean().default(false).describe('Whether to answer with the text.'),
  expected_version: expectedVersion,
})

const output = z.strictObject({
  scratchpad: padShape.describe('As it is now.'),
  message,
  restored_version: z.int().min(1).describe('The version that was brought back.'),
})

type Input = z.output<typeof input>

export const undoScratchpad = defineOperation<Input, z.output<typeof output>>({
  name: 'undo-scratchpad',
  group: 'pads',
  title: 'Undo changes of a scratchpad',
  description:
    'Takes back the last change of a scratchpad, or brings back any version that is kept: text, title and workflow. ' +
    'Called again it goes further back. Nothing is lost: it makes a new version.',
  effect: 'write',
  input,
  output,
  aliases: { scratchpad_id: 'id', pad_id: 'id', scratchpad: 'id', version: 'to_version', target_version: 'to_version' },
  searchHint: 'undo revert restore scratchpad version 撤销 恢复 草稿',
  route: { method: 'POST', path: '/pads/scratchpads/{id}/undo' },
  examples: [
    { says: 'The last change', input: { id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' } },
    { says: 'All since version 3', input: { id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', to_version: 3 } },
  ],
  async run(wanted, context) {
    const { before, after, target, former } = await context.engine.write((desk) => restore(desk, wanted, context))
    return {
      scratchpad: answerWritten(after, wanted.include_content),
      message: [
        `Brought back version ${target} of scratchpad ${named(after)} as version ${after.version}`,
        ...(former === after.workflow ? [] : [`it stays in its workflow: ${former} is gone, closed or full`]),
        `to_version ${before.version} takes this back`,
      ].join('; '),
      restored_version: target,
    }
  },
  render: asJson,
})

async function restore(desk: Desk, wanted: Input, context: OperationContext) {
  const intent = { doing: 'undo changes of scratchpad', expected: wanted.expected_version }
  const before = await padToWrite(desk, wanted.id, intent)
  const target = wanted.to_version ?? (await lastChange(desk, before))
  if (target < 1) throw nothingToUndo(before)
  if (target === before.version) throw isPresent(before)
  const state = await demandState(desk.pads, before, target)
  const workflow = await homeOf(desk, { state, before, limits: context.engine.limits })
  const change = { content: state.content, title: state.title, workflow, restores: target }
  const after = await desk.pads.changePad(before.id, { ...change, ...authorOf(context, 'undo-scratchpad') })
  return { before, after, target, former: state.workflow }
}

async function lastChange({ pads }: Desk, { id, version }: Pad): Promise<number> {
  const kept = new Map((await keptVersions(pads, id)).map((each) => [each.version, each.restores]))
  return undoTarget(version, (wanted) => kept.get(wanted) ?? null)
}

/** The workflow that it was in, where that still takes scratchpads; else the present one. */
async function homeOf(
  { pads }: Desk,
  { state, before, limits }: { readonly state: PadState; readonly before: Pad; readonly limits: KeepingLimits },
): Promise<string> {
  if (state.workflow === before.workflow) return before.workflow
  const former = await pads.workflow(state.workflow)
  return former?.isActive && former.pads < limits.padsPerWorkflow ? former.id : before.workflow
}

const nothingToUndo = (pad: Pad): WukuError =>
  new WukuError(
    'conflict',
    `There is nothing left to undo in scratchpad ${named(pad)}: it is as it was created.`,
    '"scratchpad-history" lists its versions; "undo-scratchpad" with to_version brings back any of them.',
  )

const isPresent = (pad: Pad): WukuError =>
  new WukuError(
    'conflict',
    `Version ${pad.version} is what scratchpad ${named(pad)} is now. Nothing was changed.`,
    '"scratchpad-history" lists the versions before it.',
  )
