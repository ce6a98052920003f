import { text } from '@wuku/kernel/base/operation-shapes'
import { z } from 'zod'
import { writeCitation } from '@wuku/core/citation'
import { PAD_SOURCE } from '@wuku/kernel/base/pad-source'
import type { PadFacts, Workflow } from '@wuku/core/ports/pads'
import { graphemeBorder } from '@wuku/text/terms/graphemes'

/** Other names that callers use for `id`. */
export const padAliases = { scratchpad_id: 'id', pad_id: 'id', scratchpad: 'id' } as const

/** Inputs and answers of the tools for pads; the names are those of scratchpad-mcp. */

export const padId = z.string().min(1).max(200).describe('Id of the scratchpad.')
export const workflowId = z.string().min(1).max(200).describe('Id of the workflow.')
export const projectScope = z.string().max(2_000).optional().describe('Project of the workflow; must match exactly.')
export const expectedVersion = z
  .int()
  .min(1)
  .optional()
  .describe('The version that you last saw. If it changed since, the call is refused and returns the current one.')
/** Id of a workflow or a scratchpad in examples. */
export const EXAMPLE_ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
export const message = text.describe('What was done.')

export const count = z.int().min(0)

export const summarisedPad = z.strictObject({
  id: z.string(),
  title: z.string(),
  size_bytes: count,
  updated_at: z.string(),
})

export const workflowShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  scratchpad_count: count,
  is_active: z.boolean(),
  project_scope: z.string().nullable(),
  version: count,
  scratchpads_summary: z.array(summarisedPad).optional(),
})
export type WorkflowAnswer = z.output<typeof workflowShape>

export const padFactsKeys = {
  id: z.string(),
  workflow_id: z.string(),
  title: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  size_bytes: count,
  version: count,
  citation: z.string(),
}

export const padShape = z.strictObject({
  ...padFactsKeys,
  content: z.string(),
  content_truncated: z.boolean().optional(),
  original_size: count.optional(),
  preview_summary: z.string().optional(),
  parameter_warning: z.string().optional(),
  content_control_applied: z.string().optional(),
})
export type PadAnswer = z.output<typeof padShape>

export const shownMatch = z.strictObject({
  line_number: count.describe('From 1.'),
  char_position: count.describe('Position in the line, from 0, in UTF-16 units.'),
  match_text: z.string(),
  match_chars: count.optional().describe('Its full length, if match_text is shortened.'),
  snippet: z.string(),
  in_snippet_of: count.optional().describe('Line of the match whose snippet shows this one too.'),
  snippet_cut: z.literal(true).optional().describe('true: long lines, or lines further away, are left out.'),
})
export type ShownMatch = z.output<typeof shownMatch>

export const answerWorkflow = (workflow: Workflow): WorkflowAnswer => ({
  id: workflow.id,
  name: workflow.name,
  description: workflow.description,
  created_at: isoTime(workflow.createdAt),
  updated_at: isoTime(workflow.updatedAt),
  scratchpad_count: workflow.pads,
  is_active: workflow.isActive,
  project_scope: workflow.scope,
  version: workflow.version,
})

export const summarisePad = (pad: PadFacts): z.output<typeof summarisedPad> => ({
  id: pad.id,
  title: pad.title,
  size_bytes: pad.bytes,
  updated_at: isoTime(pad.updatedAt),
})

/** The limit of the tools. Imported titles may be longer, and would fill every answer. */
const LONGEST_TITLE = 2_000

/** Everything but the text. */
export const answerPadFacts = (pad: PadFacts) => ({
  id: pad.id,
  workflow_id: pad.workflow,
  title:
    pad.title.length > LONGEST_TITLE ? `${pad.title.slice(0, graphemeBorder(pad.title, LONGEST_TITLE))}…` : pad.title,
  created_at: isoTime(pad.createdAt),
  updated_at: isoTime(pad.updatedAt),
  size_bytes: pad.bytes,
  version: pad.version,
  citation: citePad(pad.id),
})

/** Its path is its id alone, so that what was cited stays found when the pad moves or is renamed. */
export const citePad = (id: string, lines?: { readonly from: number; readonly to: number }): string =>
  writeCitation({ kind: PAD_SOURCE.kind, source: PAD_SOURCE.name, path: id, lines })

export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString()
