import type { z } from 'zod'
import type { Engine, OperationContext } from '@wuku/kernel/base/engine'
import type { Pad, PadChange, PadFacts, PadView, Workflow } from '@wuku/core/ports/pads'
import { capped } from './control.ts'
import { answerPadFacts, type padShape } from './pad-shapes.ts'
import { maskSecrets, describeSecrets } from '@wuku/text/secrets/secrets'
import { WukuError } from '@wuku/core/errors'
import { msg, type Text } from '@wuku/messages/pads'
import type { RevisedPad, Transaction } from '@wuku/kernel/base/parts/engine-stores'

export interface Intent {
  /** The intended action, for the refusal. */
  readonly doing: string
  readonly expected: number | undefined
}

/** The text or title of one pad that may be written to. `decide` may be asked again. */
export const changeText = (
  engine: Pick<Engine, 'pads'>,
  { id, ...intent }: Intent & { readonly id: string },
  decide: (pad: Pad) => PadChange,
): Promise<RevisedPad> =>
  engine.pads.change({
    find: async (pads) => (await pads.placed([id]))[0] ?? refuse(padNotFound(id)),
    decide: ({ pad, workflow }) => {
      requireWritableIn(workflow, pad, intent)
      return decide(pad)
    },
  })

/** The pad that may be written to. Within `Engine.write`. */
export async function padToWrite(transaction: Transaction, id: string, intent: Intent): Promise<Pad> {
  const pad = await requirePad(transaction.pads, id)
  requireWritableIn(await requireWorkflow(transaction.pads, pad.workflow), pad, intent)
  return pad
}

export function requireWritableIn(workflow: Workflow, pad: Pad, { doing, expected }: Intent): void {
  requireActive(workflow, doing)
  requireVersion(pad, expected, 'get-scratchpad')
}

/** Author, time and operation, for the history. */
export const authorOf = ({ engine, caller }: OperationContext, how: string) => ({
  at: engine.now(),
  by: caller.client,
  how,
})

/** The pad as it is after the write, with its text where the caller wants it whole. */
export const answerWritten = (pad: Pad, isContentRequested: boolean): z.output<typeof padShape> => ({
  ...answerPadFacts(pad),
  content: isContentRequested ? pad.content : '',
})

/** A title in a sentence. */
export const named = ({ title }: { readonly title: string }): string => `"${capped(title, 100, '…')}"`

/** A sentence for the answer to a write; empty when nothing of what was written looks like a secret. */
export function secretNote(written: string): Text {
  const { found } = maskSecrets(written)
  if (found.length === 0) return ''
  return msg('secretsKept', { secrets: describeSecrets(found) })
}

export const requireWorkflow = async (pads: Pick<PadView, 'workflow'>, id: string): Promise<Workflow> =>
  (await pads.workflow(id)) ?? refuse(workflowNotFound(id))

export const requirePad = async (pads: Pick<PadView, 'pad'>, id: string): Promise<Pad> =>
  (await pads.pad(id)) ?? refuse(padNotFound(id))

export const requirePadFacts = async (pads: Pick<PadView, 'padFacts'>, id: string): Promise<PadFacts> =>
  (await pads.padFacts(id)) ?? refuse(padNotFound(id))

/** A workflow that was closed is read, listed and searched like any other, and not written to. */
export function requireActive(workflow: Workflow, doing: string): void {
  if (workflow.isActive) return
  throw new WukuError('inactive', msg('cannotWorkflowIsNotActive', { doing, id: workflow.id }))
}

/** Refuses a write that was decided on an older state. Within `Engine.write`, or it proves nothing. */
export function requireVersion(
  current: { readonly id: string; readonly version: number },
  expected: number | undefined,
  read: 'get-scratchpad' | 'get-workflow',
): void {
  if (expected === undefined || expected === current.version) return
  const isBehind = expected < current.version
  const why = isBehind ? msg('somebodyWroteToItSince') : msg('thereIsNoSuchVersionYet')
  const diff = isBehind && read === 'get-scratchpad' ? msg('orDiffScratchpadSinceVersion', { expected }) : ''
  throw new WukuError(
    'stale',
    msg('itIsAtVersionNotNothingWas', { version: current.version, expected, why, read, diff }),
  )
}

const workflowNotFound = (id: string): WukuError =>
  new WukuError('not-found', msg('workflowNotFound', { id: id.slice(0, 200) }))

const padNotFound = (id: string): WukuError => new WukuError('not-found', msg('padNotFound', { id: id.slice(0, 200) }))

function refuse(error: WukuError): never {
  throw error
}
