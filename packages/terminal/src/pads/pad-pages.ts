import { msg, tr, trCount } from '@wuku/messages/terminal'
import type { z } from 'zod'
import type { WorkflowPage } from '@wuku/pads/operations/read-workflows'
import type { WorkflowsAnswer } from '@wuku/pads/operations/search-workflows'
import type { PadTail } from '@wuku/pads/operations/tail-scratchpad'
import type { summarisedPad, WorkflowAnswer } from '@wuku/pads/pad-shapes'
import { commandLine } from '@wuku/text/show/shell-words'
import type { ActionRequest } from '../action-groups.ts'
import { ageOf, cut, indented, SHORTEST, sizeOf, type Page, type Shown } from '../command-page.ts'
import { table, type Column } from '../table.ts'
import { displayWidth, harmless, wrapToWidth, type Paint } from '../terminal.ts'

export type ListedPad = z.output<typeof summarisedPad>
export type PadText = NonNullable<PadTail['scratchpad']>

/** Letters of an id that suffice to distinguish it. */
export const SHOWN_OF_ID = 8

export const shortId = (id: string): string => id.slice(0, SHOWN_OF_ID)

/** `● React 專案  3f2a9c1e · wuku · 3 scratchpads · 2 h ago`, and the description under it. */
export function workflowLines(workflow: WorkflowAnswer, page: Page): readonly string[] {
  const { paint, translate } = page
  const padFacts = [
    trCount(workflow.scratchpad_count, 'scratchpad'),
    ageOf(workflow.updated_at, page.now),
    ...(workflow.is_active ? [] : ['closed']),
  ].map((fact) => translate(fact))
  const width = page.out.columns - displayWidth(['● ', shortId(workflow.id), ...padFacts].join(' · ')) - NAME
  const facts = [shortId(workflow.id), ...scopeWithin(workflow.project_scope, width, page), ...padFacts].join(' · ')
  const name = cut(workflow.name || translate('(no name)'), page.out.columns - 4 - displayWidth(facts), page)
  const mark = workflow.is_active ? paint.green('●') : paint.dim('○')
  const description = workflow.description ? [`  ${cut(workflow.description, page.out.columns - 2, page)}`] : []
  return [`${mark} ${paint.bold(name)}  ${paint.dim(facts)}`, ...description]
}

/** Columns that a name has at least in a terminal of the usual width. */
const NAME = 14
const SCOPE = 24

/** The project is left out if there is hardly room. */
const scopeWithin = (scope: string | null, width: number, page: Page): readonly string[] =>
  scope && (width >= SHORTEST || !page.out.isTerminal) ? [cut(scope, Math.min(SCOPE, width), page)] : []

const padColumns = ({ now, translate }: Page): readonly Column<ListedPad>[] => [
  { cell: ({ id }, { cyan }) => cyan(shortId(id)) },
  { cell: ({ title }) => title || translate('(no title)'), align: 'left', least: 12 },
  { cell: ({ size_bytes: bytes }) => sizeOf(bytes), align: 'right', width: 8, colour: 'dim' },
  { cell: ({ updated_at: time }) => ageOf(time, now), width: 12, colour: 'dim', is: 'word' },
]

/** `    8d1f22aa  React 基礎     12.3 KB   5 min ago`, the columns of all rows in line. */
export const padRows = (pads: readonly ListedPad[], page: Page): readonly string[] =>
  table(padColumns(page), pads, page, { indent: 4 })

/** `wuku pads`: each workflow with what was written to it last. */
export const showWorkflows = (
  answer: WorkflowPage,
  page: Page,
  { scope, maxPads }: { readonly scope: unknown; readonly maxPads: number },
): Shown => ({
  parts: answer.workflows.map((workflow) => workflowPart(workflow, maxPads, page)),
  foot: [workflowsFoot(answer, scope)],
})

function workflowPart(workflow: WorkflowAnswer, maxPads: number, page: Page): string {
  const shown = (workflow.scratchpads_summary ?? []).slice(0, maxPads)
  const more = workflow.scratchpad_count - shown.length
  const rest =
    more > 0
      ? [page.paint.dim(`    … ${tr(msg('more2', { more }))}: ${commandLine`wuku pads show ${shortId(workflow.id)}`}`)]
      : []
  return [...workflowLines(workflow, page), ...padRows(shown, page), ...rest].join('\n')
}

function workflowsFoot({ workflows, total }: WorkflowPage, scope: unknown): string {
  const within = scope === undefined ? '' : tr(msg('of2', { scope: String(scope) }))
  if (total === 0) return tr(msg('noWorkflowYetBeginOne', { within }))
  if (workflows.length === total) return tr(msg('allWorkflows', { workflows: total, within }))
  const command = commandLine`wuku pads --limit ${String(Math.min(100, total))}`
  return tr(msg('moreWorkflows', { shown: workflows.length, total, within, command }))
}

interface OneWorkflow {
  readonly workflow: WorkflowAnswer
  readonly scratchpads: readonly ListedPad[]
}

export function showWorkflow({ workflow, scratchpads }: OneWorkflow, page: Page): Shown {
  const about = (workflow.description ?? '').trim()
  return {
    parts: [
      ...workflowLines({ ...workflow, description: null }, page),
      ...(about === '' ? [] : indented(about, 2, page)),
      ...padRows(scratchpads, page),
    ],
    isDense: true,
  }
}

/** Heading of a scratchpad; `--quiet` prints only the text. */
export function headOf(pad: PadText, workflowName: string, page: Page): string {
  const { out, paint, translate, now } = page
  const facts = `${sizeOf(pad.size_bytes)} · ${translate(msg('version', { version: pad.version }))} · ${translate(ageOf(pad.updated_at, now))} · ${pad.id}`
  const name = cut(workflowName || translate('(no name)'), out.columns - displayWidth(facts) - 3, page)
  return `${paint.bold(cut(pad.title || translate('(no title)'), out.columns, page))}\n${paint.dim(`${name} · ${facts}`)}`
}

export function numbered(content: string, paint: Paint): string {
  if (content === '') return ''
  const lines = content.replace(/\n$/, '').split('\n')
  const width = String(lines.length).length
  return lines.map((line, at) => `${paint.dim(`${String(at + 1).padStart(width)}:`)} ${line}\n`).join('')
}

/** The text of a scratchpad; a reader sees where blocks end, and nothing in it commands the terminal. */
export function padText(content: string, { out, paint }: Pick<Page, 'out' | 'paint'>): string {
  if (!out.isTerminal) return endLine(content)
  const separator = /^---\n<!--- block start --->$/gm
  return endLine(harmless(content).replace(separator, (lines) => lines.replaceAll(/^.*$/gm, paint.dim)))
}

const endLine = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

/** Workflows by their words and those of their scratchpads, best first, each with its reasons. */
export function showFound(answer: WorkflowsAnswer, page: Page, { words: { words: query = '' } }: ActionRequest): Shown {
  const { results, message, pagination } = answer
  const next = commandLine`wuku pads search --page ${String(pagination.page + 1)} ${query}`
  return {
    parts: results.map((result) => foundPart(result, page)),
    foot: [pagination.has_more ? `${tr(message)}\n${tr('More:')} ${next}` : tr(message)],
  }
}

function foundPart(
  { workflow, matching_scratchpads: matching, rank, why }: WorkflowsAnswer['results'][number],
  page: Page,
): string {
  const { out } = page
  const count = workflow.scratchpad_count
  const among = count > 1 ? page.translate(msg('inOf', { matching, scratchpads: count })) : ''
  /** `React: in the name, 3 times in the text` */
  const reason = (each: string): string => each.replace(/(?<=: ).+$/s, (places) => page.translate(places))
  const reasons = `${rank}. ${why.split('; ').map(reason).join('; ')}${among}`
  const lines = out.isTerminal ? wrapToWidth(reasons, out.columns - 2) : [reasons]
  return [...workflowLines(workflow, page), ...lines.map((line) => `  ${line}`)].join('\n')
}
