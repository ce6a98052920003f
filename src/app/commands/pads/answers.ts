import type { WorkflowAnswer, summarisedPad } from '../../../kinds/pads/shapes.ts'
import type { z } from 'zod'

/** What is taken out of the answers of operations. */

export type ListedWorkflow = WorkflowAnswer
export type ListedPad = z.output<typeof summarisedPad>

export interface Workflows {
  readonly workflows: readonly ListedWorkflow[]
  readonly total: number
  readonly has_more: boolean
  readonly next_offset: number | null
}

export interface Pads {
  readonly scratchpads: readonly ListedPad[]
  readonly total: number
  readonly has_more: boolean
}

export interface PadText extends ListedPad {
  readonly workflow_id: string
  readonly content: string
  readonly version: number
}

export interface Written {
  readonly scratchpad: PadText
  readonly message: string
}

export interface FoundWorkflows {
  readonly results: readonly FoundWorkflow[]
  readonly pagination: { readonly page: number; readonly total_results: number; readonly has_more: boolean }
  readonly message: string
}

export interface FoundWorkflow {
  readonly workflow: ListedWorkflow
  readonly score: number
  readonly matching_scratchpads: number
  readonly rank: number
  readonly why: string
}
