import { WukuError } from '../../core/errors.ts'
import type { StoredDocument } from '../../core/words.ts'
import type { StoreView } from '../../ports/store.ts'
import type { LineRange } from './address.ts'

/** Names of parts may be shortened to so many characters: the hash of a commit. */
const SHORTEST = 7

/**
 * Where the part of a document lies that `anchor` names, by its beginning too when that means one alone. In a document
 * whose parts have no names an anchor says nothing, as of a heading, and all of it is meant.
 */
export async function linesOfAnchor(
  anchor: string,
  document: StoredDocument,
  view: StoreView,
): Promise<LineRange | undefined> {
  const named = (await view.chunks(document.id)).filter((chunk) => chunk.anchor !== undefined)
  if (named.length === 0) return undefined
  const exact = named.find((chunk) => chunk.anchor === anchor)
  const begun = anchor.length < SHORTEST ? [] : named.filter((chunk) => chunk.anchor?.startsWith(anchor))
  const [found, ...others] = exact ? [exact] : begun
  if (found && others.length === 0) return { from: found.line, count: found.endLine - found.line + 1 }
  throw noSuchPart(anchor, document)
}

const noSuchPart = (anchor: string, { title }: StoredDocument): WukuError =>
  new WukuError(
    'not-found',
    `"${title}" has no part "${anchor.slice(0, 100)}".`,
    'Search again: what it cites may have moved. Or open the document without the part after "#".',
  )
