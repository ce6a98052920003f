import type { AnalysedSlice, Readable, StoreView } from '@wuku/core/ports/store'
import type { HashedItem, StoredForm } from '@wuku/core/ports/worker-pool'
import type { MovedItem } from './batch.ts'
import type { IntakeRequest } from './request.ts'

/** Items that changed, with what the store has of them where it may stay in part: a conversation grows at its end. */
export function withStoredForms(
  items: readonly HashedItem[],
  { manifest, analyserOf, force }: Pick<IntakeRequest, 'manifest' | 'analyserOf' | 'force'>,
  store: Readable,
): Promise<readonly HashedItem[]> {
  const storedOf = async (path: string, view: StoreView): Promise<StoredForm | undefined> => {
    const known = manifest.get(path)
    if (force || known?.documents.length !== 1 || known.analyser !== analyserOf(path)) return undefined
    const [document] = await view.documents.byId(known.documents)
    const text = document && (await view.documents.bodies([document.id])).get(document.id)
    if (!document || text === undefined) return undefined
    return {
      path: document.path,
      title: document.title,
      text,
      chunks: (await view.chunks.of([document.id])).get(document.id) ?? [],
    }
  }
  return store.read(async (view) => {
    const formed: HashedItem[] = []
    for (const item of items) {
      const before = await storedOf(item.path, view)
      formed.push(before ? { ...item, before } : item)
    }
    return formed
  })
}

/** Moved items for which the store has as many documents and chunks as arrived: only they can keep their ids. */
export function fittingMoves(items: readonly MovedItem[], slice: AnalysedSlice, store: Readable) {
  const fits = async ({ path, from }: MovedItem, view: StoreView): Promise<boolean> => {
    const came = slice.documents.filter(({ facts }) => facts.item === path)
    if (came.length === 0 || came.length !== from.documents.length) return false
    for (const [at, id] of from.documents.entries())
      if (((await view.chunks.of([id])).get(id) ?? []).length !== came[at]?.chunks.length) return false
    return true
  }
  return store.read(async (view) => {
    const fitting: MovedItem[] = []
    for (const item of items) if (await fits(item, view)) fitting.push(item)
    return fitting
  })
}
