import { hash } from 'node:crypto'
import { fullPathOf } from '@wuku/core/part-paths'
import type { Problem, Repeated, Skipped } from '@wuku/core/core-types'
import type { RawItem } from '@wuku/core/ports/feed'
import type { DraftDocument, KnownText, Reader } from '@wuku/core/ports/source-reader'

/**
 * Documents that the user removed for good. A source remembers them only as hashes (`SourceOptions.forgotten`): SHA-256
 * of the storehouse, the path and, for a part, its anchor. So a run recognises a document when it meets it again, and
 * nobody can read from the store what it was.
 */
export interface Forgetting {
  hasDocument(path: string): boolean
  /** By `path#anchor`. */
  hasPart(part: string): boolean
}

type Named = Pick<Reader, 'kind' | 'archives'>

/** An archive calls the parts of a long document by numbers, and cuts them elsewhere when the file is another: they go together. */
export const fullNameOf = ({ archives }: Named, path: string): string => (archives ? fullPathOf(path) : path)

export const hashOfDocument = (reader: Named, path: string): string => hashOf([reader.kind, fullNameOf(reader, path)])

/** Hash of `path#anchor`. */
export function hashOfPart(reader: Named, part: string): string {
  const at = part.indexOf('#')
  return hashOf([reader.kind, fullNameOf(reader, part.slice(0, at)), part.slice(at + 1)])
}

const hashOf = (words: readonly string[]): string => hash('sha256', JSON.stringify(words), 'hex')

export function rememberForgotten(reader: Named, hashes: readonly string[] = []): Forgetting {
  const forgotten = new Set(hashes)
  const has = (make: (reader: Named, named: string) => string) => (named: string) =>
    forgotten.size > 0 && forgotten.has(make(reader, named))
  return { hasDocument: has(hashOfDocument), hasPart: has(hashOfPart) }
}

export interface Parsing {
  readonly items: readonly DraftDocument[]
  readonly problems: readonly Problem[]
  readonly skipped: readonly Skipped[]
  readonly repeated?: readonly Repeated[] | undefined
}

/** Documents that the reader makes of an item, without forgotten ones. Problems of forgotten items are not reported. */
export function parseItem(
  reader: Reader,
  item: RawItem,
  { known, ...forgetting }: Forgetting & { readonly known?: KnownText | undefined },
): Parsing {
  const { items, problems, skipped = [], repeated } = reader.parse(item, { isForgotten: forgetting.hasPart, known })
  const remembered = items.filter(({ path }) => !forgetting.hasDocument(path))
  if (remembered.length === items.length) return { items, problems, skipped, repeated }
  return {
    items: remembered,
    problems: remembered.length === 0 ? [] : problems,
    skipped: [...skipped, { path: item.path, why: 'forgotten' }],
  }
}
