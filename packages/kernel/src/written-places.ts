import type { DocumentId, Kind, StoredDocument } from '@wuku/core/core-types'
import type { WrittenPlaces } from '@wuku/core/written-lines'
import type { StoreView } from '@wuku/core/ports/store'
import type { StorehouseKind } from './base/engine.ts'

/** Positions in their files, for documents of storehouses that know them. */
export async function placesOf(
  documents: readonly { readonly document: Pick<StoredDocument, 'id'>; readonly kind: Kind }[],
  kinds: readonly (Pick<StorehouseKind, 'kind'> & {
    readonly hits?: Pick<NonNullable<StorehouseKind['hits']>, 'places'>
  })[],
  view: { readonly documents: Pick<StoreView['documents'], 'outlines'> },
): Promise<ReadonlyMap<DocumentId, WrittenPlaces>> {
  const readers = new Map(kinds.flatMap(({ kind, hits: { places } = {} }) => (places ? [[kind, places] as const] : [])))
  const known = new Map(
    documents.flatMap(({ document, kind }) => {
      const read = readers.get(kind)
      return read ? [[document.id, read] as const] : []
    }),
  )
  if (known.size === 0) return new Map()
  const outlines = await view.documents.outlines([...known.keys()])
  return new Map(
    [...known].flatMap(([id, read]) => {
      const outline = outlines.get(id)
      return outline === undefined ? [] : [[id, read(outline)] as const]
    }),
  )
}
