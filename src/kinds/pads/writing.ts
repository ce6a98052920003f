import type { z } from 'zod'
import type { Desk } from '../../engine/keeping/desk.ts'
import type { OperationContext } from '../../engine/operation.ts'
import type { Pad } from '../../ports/pads.ts'
import { capped } from './control.ts'
import { demandActive, demandPad, demandVersion, demandWorkflow } from './lookup.ts'
import { answerPadFacts, type padShape } from './shapes.ts'

export interface Intent {
  /** What is to be done, for the refusal. */
  readonly doing: string
  readonly expected: number | undefined
}

/** The pad that may be written to. Within `Engine.write`. */
export async function padToWrite(desk: Desk, id: string, intent: Intent): Promise<Pad> {
  return demandWritable(desk, await demandPad(desk.pads, id), intent)
}

export async function demandWritable(desk: Desk, pad: Pad, { doing, expected }: Intent): Promise<Pad> {
  demandActive(await demandWorkflow(desk.pads, pad.workflow), doing)
  demandVersion(pad, expected, 'get-scratchpad')
  return pad
}

/** Who writes, when and how, for the history. */
export const authorOf = ({ engine, caller }: OperationContext, how: string) => ({
  at: engine.now(),
  by: caller.client,
  how,
})

/** The pad as it is after the write, with its text where the caller wants it whole. */
export const answerWritten = (pad: Pad, isWanted: boolean): z.output<typeof padShape> => ({
  ...answerPadFacts(pad),
  content: isWanted ? pad.content : '',
})

/** A title in a sentence. */
export const named = ({ title }: { readonly title: string }): string => `"${capped(title, 100, '…')}"`
