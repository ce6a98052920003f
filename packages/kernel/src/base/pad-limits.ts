import { WukuError } from '@wuku/core/errors'
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
  const currentSize = before ? ` It has ${before.bytes} bytes now and is unchanged.` : ''
  throw new WukuError(
    'too-large',
    `The scratchpad would have ${bytes} bytes; the limit is ${limits.padBytes} bytes.${currentSize}`,
    'Write less at once, remove lines with "chop-scratchpad", or continue in a new scratchpad. The setting "pads.bytes" is the limit.',
  )
}

export function requireSpaceForPad(workflow: Workflow, limits: KeepingLimits): void {
  if (workflow.pads < limits.padsPerWorkflow) return
  throw new WukuError(
    'too-many',
    `The workflow "${workflow.name.slice(0, 100)}" has ${workflow.pads} scratchpads; the limit is ${limits.padsPerWorkflow}.`,
    'Delete or move one, or create another workflow. The setting "pads.perWorkflow" is the limit.',
  )
}
