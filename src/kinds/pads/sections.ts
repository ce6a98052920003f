import { WukuError } from '../../core/errors.ts'
import { capped } from './control.ts'
import { linesOutsideFences, linesToEdit } from './lines.ts'
import { headingsOf } from './outline.ts'

export interface SectionEdit {
  readonly lines: readonly string[]
  /** The line, from 1, at which the first one was put. */
  readonly insertionPoint: number
}

/**
 * Puts lines at the end of a section: behind the first line that holds the marker, before the next heading or rule. A blank
 * line goes between, unless there is one or a heading of the first two levels follows that is not the marker once more.
 */
export function appendToSection(text: string, added: readonly string[], marker: string): SectionEdit {
  const lines = linesToEdit(text)
  const at = endOfSection(text, marker) ?? lines.length
  const before = lines[at - 1] ?? ''
  const after = lines[at] ?? ''
  const headingFollows = /^##?\s/.test(after.trim()) && !after.includes(marker)
  const needsBlank = added.length > 0 && before.trim() !== '' && !headingFollows
  const put = needsBlank ? ['', ...added] : added
  return {
    lines: [...lines.slice(0, at), ...put, ...lines.slice(at)],
    insertionPoint: at + (needsBlank ? 2 : 1),
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
  const more = headings.length > shown.length ? `\n- and ${headings.length - shown.length} more` : ''
  const there = headings.length === 0 ? 'It has no headings.' : `Its headings are:${shown.join('')}${more}`
  return new WukuError(
    'not-found',
    `No line of the scratchpad holds the section marker "${capped(marker, 100, '…')}" outside code fences. Nothing was changed. ${there}`,
    'Give one of its headings as section_marker, look with "get-scratchpad-outline", or add at the end with "append-scratchpad".',
  )
}

const HEADINGS_SHOWN = 10
