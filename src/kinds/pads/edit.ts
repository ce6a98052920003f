import { WukuError } from '../../core/errors.ts'
import { linesToEdit } from './lines.ts'
import { appendToSection } from './sections.ts'

export const editModes = ['replace', 'insert_at_line', 'replace_lines', 'append_section'] as const

/** As the caller gives it: which of the places is needed is told by the mode, and the others do not count. */
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
  return edit.mode === 'replace_lines' ? replaceLines(text, added, edit) : appendLines(text, added, edit)
}

/** Beyond the end it goes to the end. */
function insertLines(text: string, added: readonly string[], { line_number: line }: Edit): Edited {
  if (line === undefined) throw missing('line_number', 'insert_at_line', 'the line, from 1, before which it goes')
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

function appendLines(text: string, added: readonly string[], { section_marker: marker }: Edit): Edited {
  if (!marker?.trim())
    throw missing('section_marker', 'append_section', "a heading or other text of the section's first line")
  const { lines, insertionPoint } = appendToSection(text, added, marker)
  return { text: lines.join('\n'), lines_affected: added.length, insertion_point: insertionPoint }
}

const missing = (key: string, mode: string, what: string): WukuError =>
  refused(
    `${key} is required for mode ${mode}`,
    `Give ${key}: ${what}. "get-scratchpad-outline" tells where headings stand.`,
  )

const beyondEnd = (start: number, lines: number): WukuError =>
  refused(
    `start_line ${start} lies beyond the end: the scratchpad has ${lines} lines`,
    `Use lines up to ${lines}, start_line ${lines + 1} to add at the end, or "append-scratchpad".`,
  )

const refused = (said: string, remedy: string): WukuError =>
  new WukuError('bad-input', `${said}. Nothing was changed.`, remedy)
