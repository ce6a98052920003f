import type { Text } from '@wuku/messages/message'
import { counted } from '@wuku/kernel/base/counted'
import type { PadFacts, Workflow } from '@wuku/core/ports/pads'
import { capped } from './control.ts'
import { answerWorkflow, summarisePad, type WorkflowAnswer } from './pad-shapes.ts'

/** Newest pads that an answer about their workflow lists. */
export const MAX_SUMMARISED = 20
const DESCRIPTION_CHARS = 2_000
const TITLE_CHARS = 200

/** A workflow as an answer about it alone shows it, and a sentence for each cut; `pads` when they belong to the answer. */
export function presentWorkflow(
  workflow: Workflow,
  { pads, isFull = false }: { readonly pads?: readonly PadFacts[]; readonly isFull?: boolean } = {},
): { readonly workflow: WorkflowAnswer; readonly notes: readonly Text[] } {
  const isCut = !isFull && (workflow.description?.length ?? 0) > DESCRIPTION_CHARS
  const description = isCut ? capped(workflow.description ?? '', DESCRIPTION_CHARS) : workflow.description
  return {
    workflow: {
      ...answerWorkflow(workflow),
      description,
      ...(pads && { scratchpads_summary: pads.slice(0, MAX_SUMMARISED).map(summariseBriefly) }),
    },
    notes: [
      ...(isCut ? ['The description is shortened; "get-workflow" shows it whole.'] : []),
      ...(pads && pads.length > MAX_SUMMARISED
        ? [`The summary has the ${MAX_SUMMARISED} newest of ${pads.length} scratchpads; "list-scratchpads" lists all.`]
        : []),
    ],
  }
}

const summariseBriefly = (pad: PadFacts) => ({ ...summarisePad(pad), title: brief(pad.title, TITLE_CHARS) })

/** For a name within a sentence, or a title among many. */
export const brief = (text: string, maxChars = 100): string => capped(text, maxChars)

/** A message as the program that was here before said it, and what the answer leaves out. */
export const joinMessage = (message: string, notes: readonly Text[]): string =>
  notes.length === 0 ? message : `${message}. ${notes.join(' ')}`

/** "Listed 1 workflow." reads better than "1 of 1 workflows". */
export const listedOf = (shown: number, total: number, what: string): string =>
  shown === total ? `Listed ${counted(total, what)}.` : `Listed ${shown} of ${counted(total, what)}.`

/** The first of `answers` whose JSON has at most `maxChars` characters; the last one when none has. Each leaves out more than the one before it. */
export function fitAnswer<T>(answers: Iterable<T>, maxChars: number): T {
  let last: { readonly answer: T } | undefined
  for (const answer of answers) {
    last = { answer }
    if (remainingCapacity(answer, maxChars) >= 0) break
  }
  if (!last) throw new Error('There is no answer to fit.')
  return last.answer
}

/** As many of the first `rows` as fit into so many characters of JSON, at least one, and where the list goes on. */
export function pageOf<T>(
  rows: readonly T[],
  { offset, total, capacity }: { offset: number; total: number; capacity?: number | undefined },
) {
  const shown = capacity === undefined ? [...rows] : rowsWithin(rows, capacity)
  const next = offset + shown.length
  const hasMore = next < total
  return { shown, facts: { count: shown.length, total, has_more: hasMore, next_offset: hasMore ? next : null } }
}

function rowsWithin<T>(rows: readonly T[], capacity: number): T[] {
  let [count, left] = [0, capacity]
  for (const row of rows) {
    left = remainingCapacity(row, left) - 1
    if (left < 0) break
    count++
  }
  return rows.slice(0, Math.max(1, count))
}

/** Characters that the JSON of a value leaves of `capacity`. Below 0 it does not fit, and megabytes are not written out to see that. */
export function remainingCapacity(value: unknown, capacity: number): number {
  if (typeof value === 'string') return value.length > capacity ? -1 : capacity - JSON.stringify(value).length
  if (typeof value !== 'object' || value === null) return capacity - String(value).length
  const parts = Array.isArray(value) ? value.map((each: unknown) => ['', each] as const) : namedParts(value)
  let left = capacity - 2 - Math.max(0, parts.length - 1)
  for (const [name, part] of parts) {
    if (left < 0) break
    left = remainingCapacity(part, left - name.length)
  }
  return left
}

const namedParts = (value: object): readonly (readonly [name: string, part: unknown])[] =>
  Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([key, part]) => [`${JSON.stringify(key)}:`, part] as const)
