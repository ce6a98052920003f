import type { Page, PadFacts, Workflow } from '@wuku/core/ports/pads'
import { brief, listedOf, MAX_SUMMARISED, pageOf } from './present.ts'
import { capped, charsOf, type ContentOptions } from './control.ts'
import { answerWorkflow, summarisePad, type WorkflowAnswer } from './pad-shapes.ts'

/** Characters of JSON that a list of workflows may have. */
export const MAX_LIST_CHARS = 11_900

export interface ListedWorkflow {
  readonly workflow: Workflow
  /** Newest first. */
  readonly pads: readonly PadFacts[]
}

export interface ListedPage extends Page<ListedWorkflow> {
  readonly offset: number
  readonly scope?: string | undefined
  readonly isActive?: boolean | undefined
  /** Limits for descriptions. */
  readonly options: ContentOptions
}

/** The same list, shorter each time: see `fitAnswer`. */
export function* workflowLists(page: ListedPage) {
  for (const description of [Infinity, SHORT])
    for (const summary of SUMMARY_LENGTHS) yield listWith(page, { summary, description, name: Infinity })
  for (const name of [Infinity, SHORT])
    yield listWith(page, { summary: 0, description: SHORT, name, rows: ROWS_CAPACITY })
}

const SUMMARY_LENGTHS = [MAX_SUMMARISED, 10, 5, 3, 1, 0]
const SHORT = 200
/** Characters left for rows after everything else in the answer. */
const ROWS_CAPACITY = MAX_LIST_CHARS - 700
const DESCRIPTION_CHARS = { cap: Infinity, preview: 200 }

/** Most of each. */
interface Cuts {
  readonly summary: number
  readonly description: number
  readonly name: number
  /** Characters of all rows. */
  readonly rows?: number
}

function listWith(page: ListedPage, cuts: Cuts) {
  const made = page.items.map((listed) => rowOf(listed, page.options, cuts))
  const { shown, facts } = pageOf(made, { ...page, capacity: cuts.rows })
  return { workflows: shown, ...facts, message: messageOf(page, shown, cuts) }
}

function rowOf({ workflow, pads }: ListedWorkflow, options: ContentOptions, cuts: Cuts): WorkflowAnswer {
  const description = cutDescription(workflow, options)
  return {
    ...answerWorkflow(workflow),
    name: brief(workflow.name, cuts.name),
    project_scope: workflow.scope && brief(workflow.scope, cuts.name),
    description: description && capped(description, cuts.description),
    scratchpads_summary: pads.slice(0, Math.min(cuts.summary, MAX_SUMMARISED)).map(summarisePad),
  }
}

function cutDescription({ description }: Workflow, options: ContentOptions): string | null {
  if (options.include_content === false) return null
  return description && capped(description, charsOf(options, DESCRIPTION_CHARS))
}

function noneOf({ scope, isActive }: ListedPage): string {
  if (scope === undefined && isActive !== undefined)
    return `No workflow is ${isActive ? 'active' : 'closed'}. Without is_active all are listed.`
  return scope === undefined
    ? 'There are no workflows yet. "create-workflow" begins one.'
    : `No workflow has exactly the project_scope "${brief(scope)}". Without project_scope all are listed.`
}

function messageOf(page: ListedPage, shown: readonly WorkflowAnswer[], cuts: Cuts): string {
  const { items, total, offset, options } = page
  if (total === 0) return noneOf(page)
  if (items.length === 0) return `Offset ${offset} is past the last of ${total} workflows.`
  const of = items.slice(0, shown.length)
  const longestDescription = Math.max(...of.map(({ workflow }) => cutDescription(workflow, options)?.length ?? 0))
  const longestName = Math.max(...of.flatMap(({ workflow }) => [workflow.name.length, workflow.scope?.length ?? 0]))
  const cut = [
    ...(of.some(({ pads }) => pads.length > cuts.summary) ? [`${cuts.summary} scratchpads in a summary`] : []),
    ...(longestDescription > cuts.description ? [`${cuts.description} characters in a description`] : []),
    ...(longestName > cuts.name ? [`${cuts.name} characters in a name or scope`] : []),
    ...(shown.length < items.length ? [`${shown.length} workflows`] : []),
  ]
  const next = offset + shown.length
  return [
    listedOf(shown.length, total, 'workflow'),
    ...(cut.length > 0
      ? [`To stay short, at most: ${cut.join('; ')}. "get-workflow" shows one whole, "list-scratchpads" all it holds.`]
      : []),
    ...(next < total ? [`Offset ${next} lists the next.`] : []),
  ].join(' ')
}
