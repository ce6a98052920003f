import { limits } from '@wuku/core/limits'
import { isRecord, parseObject } from '@wuku/core/lenient-parsing'
import type { Problem, Source } from '@wuku/core/core-types'
import type { DraftDocument, Reader } from '@wuku/core/ports/source-reader'

/**
 * An item as it is pushed: the documents that the reader of the other machine made of it, masked there. So what is masked
 * is what is indexed, whatever format the file has, and no byte leaves that no rule has seen.
 */
export const writePushed = (documents: readonly DraftDocument[]): string => JSON.stringify({ documents })

/** Longest piece, in UTF-16 units: some of them fit one request, with what JSON adds. */
export const MAX_PART_CHARS = 256 * 1024

/** No piece ends within a character of two units. */
export function splitText(text: string): readonly string[] {
  const parts: string[] = []
  for (let at = 0; at < text.length;) {
    let end = Math.min(text.length, at + MAX_PART_CHARS)
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end--
    parts.push(text.slice(at, end))
    at = end
  }
  return parts
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/**
 * The reader of a source: of a pushed one, or one of a service, what was read elsewhere is taken as it is, and what is no
 * longer there goes.
 */
export const readerFor = ({ options }: Pick<Source, 'options'>, reader: Reader): Reader =>
  options.pushed || options.connected ? pushedReader(reader) : reader

export function pushedReader(reader: Reader): Reader {
  const { archives: _, ...own } = reader
  return {
    ...own,
    parse({ path, bytes }) {
      const documents = readPushed(bytes)
      const items = documents?.filter((document) => isReadable(document, reader))
      return items && items.length === documents?.length
        ? { items, problems: [] }
        : { items: items ?? [], problems: [unreadable(path)] }
    },
  }
}

function readPushed(bytes: Uint8Array): readonly DraftDocument[] | undefined {
  const { documents } = parseObject(Buffer.from(bytes).toString())
  return Array.isArray(documents) && documents.every(isDraft) ? documents : undefined
}

/** Somebody else wrote it: what a reader here relies on is looked at. */
function isDraft(value: unknown): value is DraftDocument {
  if (typeof value !== 'object' || value === null) return false
  const { path, title, text, meta, modifiedAt, cuts } = value as Readonly<Record<keyof DraftDocument, unknown>>
  return (
    isPushedPath(path) &&
    typeof title === 'string' &&
    typeof text === 'string' &&
    isRecord(meta) &&
    (modifiedAt === undefined || Number.isFinite(modifiedAt)) &&
    (cuts === undefined || isAscending(cuts, text.length))
  )
}

const isAscending = (cuts: unknown, max: number): boolean =>
  Array.isArray(cuts) &&
  cuts.every(
    (cut: unknown, at) => Number.isInteger(cut) && Number(cut) >= Number(cuts[at - 1] ?? 0) && Number(cut) <= max,
  )

/** Relative, without a step up, a drive, a backslash or a control character: also where nothing is written under it. */
export const isPushedPath = (path: unknown): path is string =>
  typeof path === 'string' &&
  path.length > 0 &&
  path.length <= limits.pathChars &&
  path.isWellFormed() &&
  !/^[A-Za-z]:|\\|\p{Cc}/u.test(path) &&
  path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')

/** A reader must get back what it left to itself, or one document would end the run of all. */
function isReadable(document: DraftDocument, reader: Reader): boolean {
  if (document.notes === undefined && document.cuts === undefined) return true
  try {
    reader.chunk(document)
    reader.outline?.(document)
    return true
  } catch {
    return false
  }
}

const unreadable = (path: string): Problem => ({
  path,
  said: 'It was pushed by a version of wuku that reads it otherwise.',
  remedy: 'Install the version of the server on its own machine, and push it again.',
})
