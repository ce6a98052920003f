import { WukuError } from '@wuku/core/errors'
import { msg, type Text } from '@wuku/messages/notes'
import { headingsOf, type Heading } from '@wuku/text/markdown/headings'
import { plainInline } from '@wuku/text/markdown/plain-inline'
import { frontMatterEnd } from '../frontmatter.ts'

export interface Edit {
  readonly content: string
  /** Replaced by the content; it must stand exactly once. */
  readonly old?: string
  /** A heading: the content goes to the end of its section. */
  readonly section_marker?: string
}

/** At one place: of a text, at the end of a section, or at the end of the note. */
export function editNote({ text, form }: FormedText, { content, old, section_marker: marker }: Edit): string {
  const added = inLineBreaks(content, form)
  if (old !== undefined && marker !== undefined) throw twoPlaces()
  if (old !== undefined) return replaceOnce(text, old, added, form)
  const at = marker === undefined ? text.length : endOfSection(text, marker)
  return insertBlock(text, { at, added, lineBreak: form.lineBreak, isSection: marker !== undefined })
}

/** As the file breaks its lines, or, in a file that does both, as it was given. */
function replaceOnce(text: string, given: string, added: string, form: Form): string {
  const broken = inLineBreaks(given, form)
  const old = [broken, given].find((each) => text.includes(each))
  if (old === undefined) throw notThere(broken)
  const at = text.indexOf(old)
  if (text.indexOf(old, at + 1) >= 0) throw severalTimes(text.split(old).length - 1)
  return text.slice(0, at) + added + text.slice(at + old.length)
}

/** On lines of its own; a blank line parts it from the next section, and from a heading that stands right above. */
function insertBlock(
  text: string,
  { at, added, lineBreak, isSection }: { at: number; added: string; lineBreak: string; isSection: boolean },
): string {
  const head = text.slice(0, at)
  const before = isSection ? head.trimEnd() : head
  const after = text.slice(at)
  const isUnderHeading = isSection && /(?:^|\n)#{1,6}[ \t][^\n]*$/.test(before)
  const gap = before === '' ? '' : isUnderHeading ? lineBreak + lineBreak : before.endsWith('\n') ? '' : lineBreak
  const end = after === '' ? '' : `${added.endsWith('\n') ? '' : lineBreak}${lineBreak}`
  return before + gap + added + end + after
}

/** Start of the next heading of its level or of a higher one. */
function endOfSection(text: string, marker: string): number {
  const headings = [...headingsOf(text, frontMatterEnd(text))]
  const targetName = nameOf(marker)
  const level = /^#{1,6}(?=\s)/.exec(marker.trim())?.[0].length
  const isTarget = (heading: Heading): boolean =>
    nameOf(heading.text) === targetName && (level === undefined || heading.level === level)
  const found = headings.filter(isTarget)
  if (found.length !== 1) throw noSection(marker, found.length, headings)
  const [section] = found as [Heading]
  return (
    headings.find(({ start, level: other }) => start > section.start && other <= section.level)?.start ?? text.length
  )
}

const nameOf = (heading: string): string =>
  plainInline(heading.trim().replace(/^#{1,6}\s+/, ''))
    .trim()
    .toLowerCase()

const HEADINGS_SHOWN = 12

function noSection(marker: string, count: number, headings: readonly Heading[]): WukuError {
  const shown = headings.slice(0, HEADINGS_SHOWN).map(({ level, text }) => `${'#'.repeat(level)} ${text.slice(0, 100)}`)
  const short = marker.slice(0, 100)
  return refused(
    count === 0 ? msg('noHeadingIs', { marker: short }) : msg('severalHeadingsAre', { count, marker: short }),
    shown.length === 0 ? 'It has no headings: leave section_marker out.' : msg('headings', { shown: shown.join('; ') }),
  )
}

const twoPlaces = (): WukuError =>
  refused('"old" and "section_marker" were both given.', 'Give one of them, or neither to add at the end of the note.')

function notThere(old: string): WukuError {
  const isMasked = old.includes('[REDACTED:')
  return refused(
    'The text given as "old" does not occur in the note.',
    isMasked
      ? '[REDACTED:…] hides a secret of the file: leave that line out of "old".'
      : 'Copy it from "open" without the line numbers, with its spaces and line breaks.',
  )
}

const severalTimes = (count: number): WukuError =>
  refused(`The text given as "old" occurs ${count} times in the note.`, 'Include more of the surrounding lines.')

const refused = (message: Text, remedy: Text): WukuError =>
  new WukuError('bad-input', msg('refused', { message }), remedy)

/** How a file is written besides what it says: an edit keeps it. */
interface Form {
  readonly hasMark: boolean
  readonly lineBreak: '\n' | '\r\n'
  readonly endsWithBreak: boolean
}

export interface FormedText {
  /** Without its byte order mark; line breaks as they are. */
  readonly text: string
  readonly form: Form
}

const NEW_FILE: Form = { hasMark: false, lineBreak: '\n', endsWithBreak: true }

const MARK = '\uFEFF'

export function readForm(bytes: Uint8Array | undefined, path: string): FormedText {
  if (!bytes) return { text: '', form: NEW_FILE }
  const fullText = decodeExactly(bytes, path)
  const hasMark = fullText.startsWith(MARK)
  const text = hasMark ? fullText.slice(MARK.length) : fullText
  const breaks = text.match(/\n/g)?.length ?? 0
  const long = text.match(/\r\n/g)?.length ?? 0
  const endsWithBreak = text === '' || text.endsWith('\n')
  return { text, form: { hasMark, lineBreak: long * 2 > breaks ? '\r\n' : '\n', endsWithBreak } }
}

/** Bytes that are not UTF-8 would be lost by writing them back. */
function decodeExactly(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new WukuError('bad-input', msg('isNotUtfSoWriting', { path }), { cause })
  }
}

export const inLineBreaks = (text: string, { lineBreak }: Pick<Form, 'lineBreak'>): string =>
  text.replaceAll(/\r\n|\n/g, lineBreak)

/** A file that ended with a line break still does, and one that did not still does not. */
export function writeForm(text: string, form: Form): Uint8Array {
  const ended = text === '' || text.endsWith('\n') === form.endsWithBreak ? text : otherEnd(text, form)
  return new TextEncoder().encode((form.hasMark ? MARK : '') + ended)
}

const otherEnd = (text: string, { endsWithBreak, lineBreak }: Form): string =>
  endsWithBreak ? text + lineBreak : text.replace(/\r?\n$/, '')
