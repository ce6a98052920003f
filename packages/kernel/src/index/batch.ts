import type { DocumentId, SourceId } from '@wuku/core/core-types'
import {
  emptySlice,
  type Amendment,
  type AnalysedSlice,
  type IndexBatch,
  type ItemMove,
  type ItemTouch,
} from '@wuku/core/ports/store'
import type { ManifestEntry } from '@wuku/core/ports/index-view'
import type { HashedItem } from '@wuku/core/ports/worker-pool'
import { cutSlice } from './table.ts'

/** An item whose bytes lay under another path before. */
export interface MovedItem extends HashedItem {
  readonly from: ManifestEntry
}

const nothing = { remove: [], move: [], touch: [], put: emptySlice }

/** New and changed items: their documents replace, or amend, what the store had of them. */
export function putBatch(
  source: SourceId,
  items: readonly HashedItem[],
  { slice, amend = [] }: { readonly slice: AnalysedSlice; readonly amend?: readonly Amendment[] },
  isKnown: (item: string) => boolean,
): IndexBatch {
  const given = new Set([...slice.documents, ...amend.map(({ document }) => document)].map(({ facts }) => facts.item))
  const emptied = items.map((item) => item.path).filter((path) => !given.has(path) && isKnown(path))
  return { source, ...nothing, remove: emptied, put: slice, amend }
}

/** Items that another source has too, by the documents that it has of them. */
export const adoptBatch = (
  source: SourceId,
  items: readonly HashedItem[],
  duplicates: ReadonlyMap<string, DocumentId>,
): IndexBatch => ({
  source,
  ...nothing,
  adopt: items.flatMap(({ path, stamp, modifiedAt }) => {
    const from = duplicates.get(path)
    return from === undefined ? [] : [{ item: path, path, stamp, modifiedAt, from }]
  }),
})

export function moveBatch(source: SourceId, items: readonly MovedItem[], slice: AnalysedSlice): IndexBatch {
  const move = items.flatMap((item) => moveOf(item, slice))
  return { source, ...nothing, move }
}

function moveOf(item: MovedItem, slice: AnalysedSlice): readonly ItemMove[] {
  const first = slice.documents.findIndex((document) => document.facts.item === item.path)
  if (first < 0) return []
  const documents = cutSlice(slice, first, first + item.from.documents.length)
  return [{ from: item.from.item, to: item.path, stamp: item.stamp, documents }]
}

export const amendBatch = (source: SourceId, amend: readonly Amendment[]): IndexBatch => ({ source, ...nothing, amend })

export const touchBatch = (source: SourceId, touch: readonly ItemTouch[]): IndexBatch => ({ source, ...nothing, touch })

export const removeBatch = (source: SourceId, remove: readonly string[]): IndexBatch => ({ source, ...nothing, remove })
