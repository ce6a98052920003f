import type { Problem, Skipped } from '@wuku/core/core-types'
import { decodeText } from '@wuku/text/decode'
import { type Format, type FormatAnswer, type FormatFile, type Page, fileTitle } from './format.ts'
import { convertedEndings, convertedTo, knownFormats, type KnownFormat } from './index.ts'

export interface DocumentFile extends Made, Omit<FormatFile, 'text'> {
  readonly bytes: Uint8Array
}

/** The answer of a converter about the bytes that it produced. */
export interface Made {
  /** Absent: they are those of the file. */
  readonly as?: 'markdown' | 'html' | undefined
  readonly title?: string | undefined
}

export type DocumentAnswer =
  | {
      readonly page: Page
      readonly problems: readonly Problem[]
      /** Name of the format that read it. */
      readonly format: string
      /** The file, where it is text whose order the page keeps: its lines are those that are cited. */
      readonly written?: string
    }
  | { readonly problem: Problem }
  | { readonly skipped: Skipped; readonly problems?: readonly Problem[] }

/** The formats of files, each loaded when the first of its files comes. */
export interface Formats {
  /** To be waited for before files with these paths are read. */
  prepare(paths: readonly string[]): Promise<void>
  read(file: DocumentFile): DocumentAnswer
}

export function openFormats(): Formats {
  const loaded = new Map<string, Format>()
  return {
    async prepare(paths) {
      for (const { name, load } of formatsFor(paths)) if (!loaded.has(name)) loaded.set(name, (await load()).read)
    },
    read(file) {
      const known = formatOf(file)
      if (!known) return { skipped: { path: file.path, why: 'no format of documentation has this ending' } }
      const decoded = decodeText(file.bytes)
      if (decoded === 'binary' || decoded.text.startsWith('%PDF-')) return { problem: notText(file.path) }
      const format = loaded.get(known.name)
      if (!format) throw new Error(`The format of ${file.path} is not loaded: the reader was not prepared for it.`)
      const isWritten = file.as === undefined && known.keepsLines === true
      const facts = { format: known.name, ...(isWritten && { written: decoded.text }) }
      return answerOf(format({ ...file, text: decoded.text }), file, facts)
    },
  }
}

export const endingOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''

function formatsFor(paths: readonly string[]): readonly KnownFormat[] {
  const endings = new Set(paths.map(endingOf))
  const isConverted = convertedEndings.some((ending) => endings.has(ending))
  return knownFormats.filter(
    ({ name, endings: own }) =>
      own.some((ending) => endings.has(ending)) || (isConverted && convertedTo.includes(name)),
  )
}

function formatOf({ path, as }: DocumentFile): KnownFormat | undefined {
  const ending = endingOf(path)
  return knownFormats.find(({ name, endings }) => (as === undefined ? endings.includes(ending) : name === as))
}

function answerOf(
  answer: FormatAnswer,
  file: DocumentFile,
  facts: { readonly format: string; readonly written?: string },
): DocumentAnswer {
  if (!('page' in answer)) return answer
  const { page, problems = [] } = answer
  if (page.text.trim() === '') return { skipped: { path: file.path, why: 'nothing is written in it' }, problems }
  return { ...facts, page: titled(page, file), problems }
}

/** Properties of office files are often left over from another; they count where the page has no heading of its own. */
const titled = (page: Page, { path, title = '' }: DocumentFile): Page =>
  page.title === fileTitle(path) && title.trim() !== '' ? { ...page, title: title.trim() } : page

const notText = (path: string): Problem => ({
  path,
  said: 'It is not text: it holds bytes that no text has, or is a file of another kind by its content.',
  remedy: 'Give it the ending of what it is, save it as UTF-8 text, or leave it out with --exclude.',
})
