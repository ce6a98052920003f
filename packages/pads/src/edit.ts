import { WukuError } from '@wuku/core/errors'
import { msg, type Text } from '@wuku/messages/pads'
import { linesToEdit, linesOutsideFences } from './pad-lines.ts'
import { capped } from './control.ts'
import { headingsOf } from './outline.ts'

export const editModes = ['replace', 'insert_at_line', 'replace_lines', 'append_section'] as const

/** An edit as the caller gives it: the mode decides which position is needed, and the others are ignored. */
export interface Edit {
  readonly mode: (typeof editModes)[number]
  readonly content: string
  readonly line_number?: number
  readonly start_line?: number
  readonly end_line?: number
  readonly section_marker?: string
}

export interface Edited {
  readonly text: string
  /** Lines of what was written. */
  readonly lines_affected: number
  /** The line at which it stands. */
  readonly insertion_point?: number
  readonly replaced_range?: { readonly start_line: number; readonly end_line: number }
}

/** An edit that cannot be done as asked is refused with what to do instead. */
export function editText(text: string, edit: Edit): Edited {
  const added = linesToEdit(edit.content)
  if (edit.mode === 'replace') return { text: edit.content, lines_affected: added.length }
  if (edit.mode === 'insert_at_line') return insertLines(text, added, edit)
  return edit.mode === 'replace_lines' ? replaceLines(text, added, edit) : appendToSection(text, added, edit)
}

/** Beyond the end it goes to the end. */
function insertLines(text: string, added: readonly string[], { line_number: line }: Edit): Edited {
  if (line === undefined) throw missing('line_number', 'insert_at_line', 'the line, from 1, to insert before')
  const lines = linesToEdit(text)
  const at = Math.min(line - 1, lines.length)
  return {
    text: [...lines.slice(0, at), ...added, ...lines.slice(at)].join('\n'),
    lines_affected: added.length,
    insertion_point: at + 1,
  }
}

function replaceLines(text: string, added: readonly string[], { start_line: start, end_line: end }: Edit): Edited {
  if (start === undefined) throw missing('start_line', 'replace_lines', 'the first line to replace, from 1')
  if (end === undefined) throw missing('end_line', 'replace_lines', 'the last line to replace')
  if (start > end) throw refused(`start_line must be <= end_line, but ${start} > ${end}`, 'Exchange the two.')
  const lines = linesToEdit(text)
  if (start > lines.length + 1) throw beyondEnd(start, lines.length)
  return {
    text: [...lines.slice(0, start - 1), ...added, ...lines.slice(end)].join('\n'),
    lines_affected: added.length,
    replaced_range: { start_line: start, end_line: Math.max(start, Math.min(end, lines.length)) },
  }
}

const missing = (key: string, mode: string, what: string): WukuError =>
  refused(`${key} is required for mode ${mode}`, msg('giveGetScratchpadOutlineLists', { key, what }))

const beyondEnd = (start: number, lines: number): WukuError =>
  refused(
    `start_line ${start} is past the end: the scratchpad has ${lines} lines`,
    msg('useLinesUpStartLine', { lines, lines2: lines + 1 }),
  )

const refused = (message: string, remedy: Text): WukuError =>
  new WukuError('bad-input', msg('refused', { message }), remedy)

/**
 * Puts lines at the end of a section: behind the first line that holds the marker, before the next heading or rule. A blank
 * line goes between, unless there is one or a heading of the first two levels follows that is not the marker once more.
 */
function appendToSection(text: string, added: readonly string[], { section_marker: marker }: Edit): Edited {
  if (!marker?.trim())
    throw missing('section_marker', 'append_section', "a heading or other text of the section's first line")
  const lines = linesToEdit(text)
  const at = endOfSection(text, marker) ?? lines.length
  const before = lines[at - 1] ?? ''
  const after = lines[at] ?? ''
  const headingFollows = /^##?\s/.test(after.trim()) && !after.includes(marker)
  const needsBlank = added.length > 0 && before.trim() !== '' && !headingFollows
  const put = needsBlank ? ['', ...added] : added
  return {
    text: [...lines.slice(0, at), ...put, ...lines.slice(at)].join('\n'),
    lines_affected: added.length,
    insertion_point: at + (needsBlank ? 2 : 1),
  }
}

/**
 * How many lines stand before it; `undefined` at the end of the text. The blank line before a rule stays with the rule: the
 * two part blocks only together.
 */
function endOfSection(text: string, marker: string): number | undefined {
  let isWithin = false
  let lastBlank = 0
  for (const { number, text: line } of linesOutsideFences(text)) {
    if (isWithin && endsSection(line.trim())) return number - (line === '---' && lastBlank === number - 1 ? 2 : 1)
    isWithin ||= line.includes(marker)
    if (line === '') lastBlank = number
  }
  if (!isWithin) throw markerMissing(text, marker)
  return undefined
}

const endsSection = (line: string): boolean => line.startsWith('#') || line === '---'

function markerMissing(text: string, marker: string): WukuError {
  const headings = [...headingsOf(text)]
  const shown = headings
    .slice(0, HEADINGS_SHOWN)
    .map((each) => `\n- ${'#'.repeat(each.level)} ${capped(each.text, 100, '…')}`)
  const more = headings.length > shown.length ? msg('andMore', { headings: headings.length - shown.length }) : ''
  const there = headings.length === 0 ? msg('itHasNoHeadings') : msg('itsHeadingsAre', { shown: shown.join(''), more })
  return new WukuError('not-found', msg('noLineOutsideCode', { marker: capped(marker, 100, '…'), there }))
}

const HEADINGS_SHOWN = 10
