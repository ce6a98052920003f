import { largest, smallest } from '@wuku/core/list-helpers'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import type { ChunkFacts, StoredDocument } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import type { LineRange } from './document-address.ts'

/** Names of parts may be shortened to so many characters: the hash of a commit. */
const SHORTEST = 7

/** A part of a document that has a name of its own. */
export interface NamedPart {
  readonly document: StoredDocument
  /** The whole of its name. */
  readonly anchor: string
  readonly lines: LineRange
}

/**
 * The part that `anchor` names, also by a unique beginning of it, in the first of several documents that has it. If
 * parts have no names, an anchor (such as one of a heading) is ignored, and the whole document is meant.
 */
export async function findPart(anchor: string, documents: readonly StoredDocument[], view: StoreView) {
  const chunks = await view.chunks.of(documents.map(({ id }) => id))
  const parts = documents.flatMap((document) => partsOf(document, chunks.get(document.id) ?? []))
  const [first] = parts
  if (!first) return undefined
  const exact = parts.find((part) => part.anchor === anchor)
  const candidates = anchor.length < SHORTEST ? [] : parts.filter((part) => part.anchor.startsWith(anchor))
  const isUnique = new Set(candidates.map((part) => part.anchor)).size === 1
  const found = exact ?? (isUnique ? candidates[0] : undefined)
  if (found) return found
  throw new WukuError('not-found', msg('noSuchPart', { title: first.document.title, anchor: anchor.slice(0, 100) }))
}

/** A message of several pieces is several chunks of one name; no other lies between them. */
function partsOf(document: StoredDocument, chunks: readonly ChunkFacts[]): readonly NamedPart[] {
  const named = Map.groupBy(chunks, ({ anchor }) => anchor)
  return [...named].flatMap(([anchor, own]) => {
    if (anchor === undefined) return []
    const from = smallest(own.map(({ line }) => line))
    const to = largest(own.map(({ endLine }) => endLine))
    return [{ document, anchor, lines: { from, count: to - from + 1 } }]
  })
}
