import { msg, tr, trCount, type Text } from '@wuku/messages/pads'
import type { z } from 'zod'
import { shortId, type AnswerTable, type Paragraph, type TableColumn } from '@wuku/kernel/base/answer-table'
import { commandLine } from '@wuku/text/show/shell-words'
import type { PadAnswer, summarisedPad, WorkflowAnswer } from './pad-shapes.ts'

/** Answers about workflows and scratchpads as people read them. */

export const workflowColumns: readonly TableColumn<WorkflowAnswer>[] = [
  {
    cell: ({ is_active: isActive, name }) => `${isActive ? '●' : '○'} ${name || tr('(no name)')}`,
    look: 'bold',
    least: 16,
  },
  { cell: ({ id }) => id, is: 'id', look: 'dim' },
  { cell: ({ project_scope: scope }) => scope, look: 'dim', least: 6 },
  { cell: ({ scratchpad_count: count }) => trCount(count, 'scratchpad'), look: 'dim' },
  { cell: ({ updated_at: at }) => at, is: 'time', look: 'dim' },
  { cell: ({ is_active: isActive }) => (isActive ? '' : 'closed'), is: 'word', look: 'dim' },
]

const padColumns: readonly TableColumn<z.output<typeof summarisedPad>>[] = [
  { cell: ({ id }) => id, is: 'id', look: 'cyan' },
  { cell: ({ title }) => title || tr('(no title)'), least: 12 },
  { cell: ({ size_bytes: bytes }) => bytes, is: 'bytes', look: 'dim' },
  { cell: ({ updated_at: at }) => at, is: 'time', look: 'dim' },
]

/** Each with what was written to it last. */
export const workflowsTable = (
  { workflows, total }: { readonly workflows: readonly WorkflowAnswer[]; readonly total: number },
  { project_scope: scope }: { readonly project_scope?: string | undefined },
): AnswerTable => ({
  columns: workflowColumns,
  rows: workflows,
  under: (workflow: WorkflowAnswer) => [
    { text: workflow.description ?? '', indent: 2, fits: 'cut' },
    ...padsOf(workflow),
  ],
  foot: [workflowsFoot(workflows.length, total, scope)],
})

function padsOf({ id, scratchpads_summary: rows = [], scratchpad_count: count }: WorkflowAnswer) {
  const more = count - rows.length
  const rest = `… ${tr(msg('more2', { more }))}: ${commandLine`wuku pads show ${shortId(id)}`}`
  return [
    { columns: padColumns, rows, indent: 4 },
    ...(more > 0 ? [{ text: rest, look: 'dim', indent: 4 } satisfies Paragraph] : []),
  ]
}

function workflowsFoot(shown: number, total: number, scope: string | undefined): string {
  const within = scope === undefined ? '' : tr(msg('of2', { scope }))
  if (total === 0) return tr(msg('noWorkflowYetBeginOne', { within }))
  if (shown === total) return tr(msg('allWorkflows', { workflows: total, within }))
  const command = commandLine`wuku pads --limit ${String(Math.min(100, total))}`
  return tr(msg('moreWorkflows', { shown, total, within, command }))
}

/** One with its whole description. */
export const workflowTable = ({
  workflow,
  message,
}: {
  readonly workflow: WorkflowAnswer | null
  readonly message: Text
}): AnswerTable => ({
  columns: workflowColumns,
  rows: workflow ? [workflow] : [],
  under: (each: WorkflowAnswer) => [{ text: (each.description ?? '').trim(), indent: 2 }, ...padsOf(each)],
  foot: workflow ? [] : [tr(message)],
})

/** Scratchpads with their texts, as far as they were asked for. */
export const padsTable = (scratchpads: readonly PadAnswer[]): AnswerTable => ({
  columns: padColumns,
  rows: scratchpads,
  under: ({ content, citation }: PadAnswer) => [
    { text: citation, look: 'dim', indent: 2, fits: 'kept' },
    { text: content, indent: 2 },
  ],
})
