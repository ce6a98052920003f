import { hash } from 'node:crypto'
import { itemOfPad } from '../../ports/pads.ts'
import { type StoreDesk, emptySlice } from '../../ports/store.ts'
import type { HashedItem } from '../../ports/workshop.ts'
import { analyseSlice, prepareReaders, amendmentOf, analyserOf } from '../index/analyse.ts'
import { putBatch, removeBatch } from '../index/batch.ts'
import type { PadIndexer } from './pad-source.ts'
import { maskDraft } from '../index/masking.ts'

/** Makes the index say what the pads say now. One pad that was only written to here and there costs as much as was written. */
export async function indexPads(desk: StoreDesk, ids: readonly string[], indexer: PadIndexer): Promise<void> {
  const [only, ...others] = await itemsOf(desk, ids)
  if (!only) return
  if (others.length === 0 && (await amendPad(desk, only, indexer))) return
  const { source, reader, memory } = indexer
  const items = [only, ...others]
  const job = { kind: reader.kind, items }
  await prepareReaders([reader], job)
  const { slice } = analyseSlice([reader], job, memory)
  await desk.apply(putBatch(source, items, { slice }, () => false))
}

export async function unindexPads(desk: StoreDesk, ids: readonly string[], { source }: PadIndexer): Promise<void> {
  if (ids.length === 0) return
  const known = await desk.at(ids.map((path) => ({ source, path })))
  if (known.length === 0) return
  const paths = known.map(({ path }) => path)
  await desk.apply(removeBatch(source, paths))
}

async function itemsOf(desk: StoreDesk, ids: readonly string[]): Promise<readonly HashedItem[]> {
  const items: HashedItem[] = []
  for (const id of ids) {
    const pad = await desk.pads.pad(id)
    const workflow = pad && (await desk.pads.workflow(pad.workflow))
    if (!pad || !workflow) continue
    const item = itemOfPad(pad, workflow.name)
    items.push({ ...item, hash: hash('sha256', item.bytes, 'hex') })
  }
  return items
}

/** Indexes only what is new of a pad; `false`, and nothing is done, when too little of it stayed as it was. */
async function amendPad(desk: StoreDesk, item: HashedItem, { source, reader, memory }: PadIndexer): Promise<boolean> {
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
