import { counted } from '../../../engine/operations/counted.ts'
import {
  harmless,
  paintFor,
  type Paint,
  type Sink,
  cutToWidth,
  displayWidth,
  padEnd,
} from '../../../surfaces/cli/terminal.ts'
import type { WorkflowAnswer, summarisedPad } from '../../../kinds/pads/shapes.ts'
import type { z } from 'zod'
import { usage } from '../../../surfaces/cli/arguments.ts'
import { commandLine } from '../../../text/shell-words.ts'
import { asksFor } from '../actions.ts'

/** What lines are laid out for. */
export interface Page {
  readonly out: Sink
  readonly paint: Paint
  /** Milliseconds since the epoch: ages are told from here. */
  readonly now: number
}

export const pageFor = (out: Sink, now: number): Page => ({ out, paint: paintFor(out), now })

/** As many letters of an id as tell it from others. */
export const SHOWN_OF_ID = 8

export const shortId = (id: string): string => id.slice(0, SHOWN_OF_ID)

/** `● React 專案  3f2a9c1e · wuku · 3 scratchpads · 2 h ago`, and the description under it. */
export function workflowLines(workflow: ListedWorkflow, page: Page): readonly string[] {
  const { paint } = page
  const told = [
    counted(workflow.scratchpad_count, 'scratchpad'),
    ageOf(workflow.updated_at, page.now),
    ...(workflow.is_active ? [] : ['closed']),
  ]
  const room = page.out.columns - displayWidth(['● ', shortId(workflow.id), ...told].join(' · ')) - NAME
  const facts = [shortId(workflow.id), ...scopeWithin(workflow.project_scope, room, page), ...told].join(' · ')
  const name = cut(workflow.name || '(no name)', page.out.columns - 4 - displayWidth(facts), page)
  const mark = workflow.is_active ? paint.green('●') : paint.dim('○')
  const description = workflow.description ? [`  ${cut(workflow.description, page.out.columns - 2, page)}`] : []
  return [`${mark} ${paint.bold(name)}  ${paint.dim(facts)}`, ...description]
}

/** Columns that a name has at least in a terminal of the usual width. */
const NAME = 14
const SCOPE = 24

/** Where there is hardly room, a project is left out. */
const scopeWithin = (scope: string | null, room: number, page: Page): readonly string[] =>
  scope && (room >= SHORTEST || !page.out.isTerminal) ? [cut(scope, Math.min(SCOPE, room), page)] : []
const SHORTEST = 6

/** `    8d1f22aa  React 基礎     12.3 KB   5 min ago`, the columns of all rows in line. */
export function padRows(pads: readonly ListedPad[], page: Page): readonly string[] {
  const rows = pads.map((pad) => ({
    id: shortId(pad.id),
    title: oneLine(pad.title || '(no title)'),
    size: sizeOf(pad.size_bytes),
    age: ageOf(pad.updated_at, page.now),
  }))
  const widest = Math.max(0, ...rows.map(({ title }) => displayWidth(title)))
  const width = page.out.isTerminal ? Math.min(widest, Math.max(12, page.out.columns - ROW)) : widest
  return rows.map(
    ({ id, title, size, age }) =>
      `    ${page.paint.cyan(id)}  ${padEnd(cut(title, width, page), width)}  ${page.paint.dim(`${size.padStart(8)}  ${age}`)}`,
  )
}

/** Columns of a row besides its title. */
const ROW = 4 + 8 + 2 + 2 + 8 + 2 + 12

/** A name may be of several lines and hold what a terminal would obey. Only a reader's lines are short. */
export const cut = (text: string, columns: number, { out }: Page): string =>
  out.isTerminal ? cutToWidth(oneLine(text), Math.max(SHORTEST, columns)) : oneLine(text)

const oneLine = (text: string): string => harmless(text.replaceAll(/\s+/g, ' ').trim())

export function sizeOf(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`
  return bytes < 1_048_576 ? `${(bytes / 1_024).toFixed(1)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `just now`, `5 min ago`, `3 h ago`, `12 days ago`, and the day for what is older than a month. */
export function ageOf(time: string, now: number): string {
  const age = now - Date.parse(time)
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`
  return age < 30 * DAY ? `${counted(Math.floor(age / DAY), 'day')} ago` : time.slice(0, 10)
}

/** The text of a scratchpad; a reader sees where blocks end, and nothing in it commands the terminal. */
export function padText(content: string, { out, paint }: Pick<Page, 'out' | 'paint'>): string {
  if (!out.isTerminal) return endLine(content)
  const separator = /^---\n<!--- block start --->$/gm
  return endLine(harmless(content).replace(separator, (lines) => lines.replaceAll(/^.*$/gm, paint.dim)))
}

const endLine = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

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

export function onlyWord(words: readonly string[], says: string): string {
  const [word, extra] = words
  if (word === undefined) throw usage(`"${commandLine`wuku pads ${says}`}" needs an id.`, 'List ids with: wuku pads')
  if (extra !== undefined) throw usage(`Unexpected argument "${extra}".`, 'See: wuku pads --help')
  return word
}

export const ask = asksFor('pads')
