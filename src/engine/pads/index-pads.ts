import { hash } from 'node:crypto'
import type { RawItem } from '../../ports/feed.ts'
import { itemOfPad } from '../../ports/pads.ts'
import {
  emptySlice,
  type Amendment,
  type IndexBatch,
  type StoreTransaction,
  type WholeDocument,
} from '../../ports/store.ts'
import type { HashedItem } from '../../ports/worker-pool.ts'
import { analyseSlice, prepareReaders, amendmentOf, analyserOf } from '../index/analyse.ts'
import { putBatch, removeBatch } from '../index/batch.ts'
import type { PadIndexer } from './pad-source.ts'
import { maskDraft } from '../index/masking.ts'

/** Makes the index say what the pads say now. One pad that was only written to here and there costs as much as was written. */
export async function indexPads(
  transaction: StoreTransaction,
  ids: readonly string[],
  indexer: PadIndexer,
): Promise<void> {
  const [only, ...others] = await itemsOf(transaction, ids)
  if (!only) return
  const { source } = indexer
  const [stored] = others.length === 0 ? await transaction.wholeAt([{ source, path: only.path }]) : []
  await transaction.apply(
    others.length === 0 ? await batchOfPad(only, stored, indexer) : await wholeBatch([only, ...others], indexer),
  )
}

/** What makes the index say what a pad says: of what is `stored` of it, as much stays as can. */
export async function batchOfPad(
  item: RawItem,
  stored: WholeDocument | undefined,
  indexer: PadIndexer,
): Promise<IndexBatch> {
  const hashed = withHash(item)
  const amendment = stored && amendmentOfPad(hashed, stored, indexer)
  if (!amendment) return wholeBatch([hashed], indexer)
  return { source: indexer.source, remove: [], move: [], touch: [], put: emptySlice, amend: [amendment] }
}

async function wholeBatch(items: readonly HashedItem[], { source, reader, memory }: PadIndexer): Promise<IndexBatch> {
  const job = { kind: reader.kind, items }
  await prepareReaders([reader], job)
  const { slice } = analyseSlice([reader], job, memory)
  return putBatch(source, items, { slice }, () => false)
}

/** Only what is new of a pad; `undefined` when too little of it stayed as it was. */
function amendmentOfPad(
  item: HashedItem,
  { document: { path, title, analyser }, text, chunks }: WholeDocument,
  { reader, memory }: PadIndexer,
): Amendment | undefined {
  const [parsed] = reader.parse(item).items
  if (!parsed || analyser !== analyserOf(reader, item.path)) return undefined
  return amendmentOf({ ...item, before: { path, title, text, chunks } }, maskDraft(parsed), { reader, memory })
}

const withHash = (item: RawItem): HashedItem => ({ ...item, hash: hash('sha256', item.bytes, 'hex') })

export async function unindexPads(
  transaction: StoreTransaction,
  ids: readonly string[],
  { source }: PadIndexer,
): Promise<void> {
  if (ids.length === 0) return
  const known = await transaction.documents.at(ids.map((path) => ({ source, path })))
  if (known.length === 0) return
  const paths = known.map(({ path }) => path)
  await transaction.apply(removeBatch(source, paths))
}

async function itemsOf(transaction: StoreTransaction, ids: readonly string[]): Promise<readonly HashedItem[]> {
  const placed = await transaction.pads.placed(ids)
  return placed.map(({ pad, workflow }) => withHash(itemOfPad(pad, workflow.name)))
}
