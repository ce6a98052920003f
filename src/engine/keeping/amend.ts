import { emptySlice, type StoreDesk } from '../../ports/store.ts'
import type { HashedItem } from '../../ports/workshop.ts'
import { amendmentOf, analyserOf } from '../index/analyse.ts'
import { maskDraft } from '../index/masking.ts'
import type { PadIndexer } from './pad-source.ts'

/** Indexes only what is new of a pad; `false`, and nothing is done, when too little of it stayed as it was. */
export async function amendPad(
  desk: StoreDesk,
  item: HashedItem,
  { source, reader, memory }: PadIndexer,
): Promise<boolean> {
  const stored = (await desk.at([{ source, path: item.path }]))[0]
  const [parsed] = reader.parse(item).items
  if (!stored || !parsed || stored.analyser !== analyserOf(reader, item.path)) return false
  const { path, title } = stored
  const before = {
    path,
    title,
    text: (await desk.bodies([stored.id])).get(stored.id) ?? '',
    chunks: (await desk.chunksOf([stored.id])).get(stored.id) ?? [],
  }
  const amendment = amendmentOf({ ...item, before }, maskDraft(parsed), { reader, memory })
  if (!amendment) return false
  await desk.apply({ source, remove: [], move: [], touch: [], put: emptySlice, amend: [amendment] })
  return true
}
