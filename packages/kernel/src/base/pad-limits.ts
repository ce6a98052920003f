import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import type { PadFacts, Workflow } from '@wuku/core/ports/pads'

/** Settings that hold for every write, by any caller. */
export interface KeepingLimits {
  /** UTF-8 bytes of one pad. */
  readonly padBytes: number
  readonly padsPerWorkflow: number
  /** Versions of a pad that can be looked at and brought back. */
  readonly padVersions: number
}

/** A pad that was larger before the limit was lowered may shrink, though not yet below it. */
export function requireSpaceForText(content: string, limits: KeepingLimits, before?: PadFacts): void {
  const bytes = Buffer.byteLength(content)
  if (bytes <= limits.padBytes || bytes <= (before?.bytes ?? 0)) return
  const currentSize = before ? msg('itHasBytesNowAndIsUnchanged', { bytes: before.bytes }) : ''
  throw new WukuError(
    'too-large',
    msg('scratchpadWouldHaveBytesLimit', { bytes, padBytes: limits.padBytes, currentSize }),
  )
}

export function requireSpaceForPad(workflow: Workflow, limits: KeepingLimits): void {
  if (workflow.pads < limits.padsPerWorkflow) return
  throw new WukuError(
    'too-many',
    msg('workflowHasScratchpadsLimit', {
      name: workflow.name.slice(0, 100),
      pads: workflow.pads,
      padsPerWorkflow: limits.padsPerWorkflow,
    }),
  )
}
