import type { Format, FormatAnswer, FormatFile } from '../format.ts'
import { createPageWriter } from '../writing/page-writer.ts'
import { createReading, readBlocks } from './rst-blocks.ts'
import type { Meanings } from './rst-inline.ts'
import { firstState, indentedEnd, isBlank, type Lines, linesOf } from './reading.ts'

/** reStructuredText of docutils and Sphinx. Includes are resolved before it gets here; what is left of them is dropped. */
export const restructuredText: Format = {
  name: 'restructuredtext',
  read: readRestructuredText,
}

function readRestructuredText({ path, text }: FormatFile): FormatAnswer {
  const lines = linesOf(text)
  const writer = createPageWriter()
  const state = firstState()
  readBlocks(lines, createReading({ writer, state, meanings: meaningsOf(lines), depth: 0, isNested: false }))
  const page = writer.page(plainTitle(state.title) ?? fileName(path))
  return page.text === '' ? { skipped: { path, why: 'it holds no text' } } : { page }
}

/** A title is shown without the marks of code and emphasis. */
const plainTitle = (title: string | undefined): string | undefined =>
  title === undefined || title === ''
    ? undefined
    : title.replaceAll(/(?<!\\)[`*]/g, '').replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '')

const fileName = (path: string): string => (path.split('/').at(-1) ?? path).replace(/\.\w+$/, '')

/** Substitutions and the titles of labels, wherever in the file they stand. */
function meaningsOf(lines: Lines): Meanings {
  const substitutions = new Map<string, string>()
  const labels = new Map<string, string>()
  lines.forEach((line, at) => {
    if (!line.includes('.. ')) return
    const meaning = SUBSTITUTION.exec(line)
    if (meaning) substitutions.set((meaning[1] ?? '').toLowerCase(), readSubstitution(meaning, lines, at))
    const label = LABEL.exec(line)
    if (label) labels.set((label[1] ?? label[2] ?? '').toLowerCase(), titleBelow(lines, at))
  })
  const titled = new Map([...labels].filter(([, title]) => title !== ''))
  return { substitutions, labels: titled, budget: { left: MAX_INSERTED + lines.length * 100 } }
}

const SUBSTITUTION = /^\.\. \|([^|\s](?:[^|]{0,78}[^|\s])?)\|\s+([\w-]{1,30})::\s*(.*)$/s

const LABEL = /^\.\. _(?:`([^`]{1,200})`|([^:`]{1,200})):$/

/** In characters, for it may be used a thousand times. */
const LONGEST_MEANING = 500

const MAX_INSERTED = 100_000

function readSubstitution([, , kind, first = '']: RegExpExecArray, lines: Lines, at: number): string {
  if (kind === 'unicode')
    return first
      .replace(/\.\..*$/s, '')
      .trim()
      .split(/\s+/)
      .map(unicodeWord)
      .join(' ')
  if (kind !== 'replace') return ''
  const end = Math.min(indentedEnd(lines, at + 1), at + 20)
  return [first, ...lines.slice(at + 1, end).map((line) => line.trim())].join(' ').trim().slice(0, LONGEST_MEANING)
}

function unicodeWord(word: string): string {
  const code = Number.parseInt(/^(?:0x|x|\\x|U\+|u|\\u|&#x)([0-9a-f]{1,6});?$/i.exec(word)?.[1] ?? '', 16)
  return Number.isInteger(code) && code <= 0x10ffff ? String.fromCodePoint(code) : word
}

/** The section title behind a label, over other labels and an overline. */
function titleBelow(lines: Lines, at: number): string {
  let line = at + 1
  while (line < at + 8 && (isBlank(lines[line]) || lines[line]?.startsWith('.. _'))) line++
  if (/^([!-/:-@[-`{-~])\1{2,}$/.test(lines[line] ?? '')) line++
  return /^([!-/:-@[-`{-~])\1{2,}$/.test(lines[line + 1] ?? '') ? (lines[line] ?? '').trim() : ''
}
