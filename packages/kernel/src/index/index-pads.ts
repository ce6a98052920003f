import { hash } from 'node:crypto'
import type { SourceId } from '@wuku/core/core-types'
import type { RawItem } from '@wuku/core/ports/feed'
import type { DocumentPlace } from '@wuku/core/ports/index-view'
import { itemOfPad } from '@wuku/core/ports/pads'
import type { Amendment, IndexBatch, StoreTransaction, FullDocument } from '@wuku/core/ports/store'
import type { HashedItem } from '@wuku/core/ports/worker-pool'
import { analyseSlice, prepareReaders, amendmentOf, analyserOf } from './analyse.ts'
import { amendBatch, putBatch, removeBatch } from './batch.ts'
import { sourceOfPads, type PadIndexer } from '../base/pad-source.ts'
import { maskDraft } from './masking.ts'

/** Makes the index say what the pads say now. One pad that was only written to here and there costs as much as was written. */
export async function indexPads(transaction: StoreTransaction, ids: readonly string[], indexer: PadIndexer) {
  const placed = await transaction.pads.placed(ids)
  for (const [source, pads] of Map.groupBy(placed, ({ workflow }) => sourceOfPads(workflow, indexer)))
    // A batch is of one source, and a write is seldom of more than one workflow.
    await transaction.apply(
      await batchOfPads(
        pads.map(({ pad, workflow }) => withHash(itemOfPad(pad, workflow.name))),
        { source, transaction, indexer },
      ),
    )
}

async function batchOfPads(
  items: readonly HashedItem[],
  { source, transaction, indexer }: { source: SourceId; transaction: StoreTransaction; indexer: PadIndexer },
): Promise<IndexBatch> {
  const [only, ...others] = items
  if (!only || others.length > 0) return fullBatch(items, source, indexer)
  const [stored] = await transaction.fullDocumentsAt([{ source, path: only.path }])
  return batchOfPad(only, { source, stored }, indexer)
}

/** Batch that brings the index to the text of a pad, keeping as much as possible of `stored`. */
export async function batchOfPad(
  item: RawItem,
  { source, stored }: { readonly source: SourceId; readonly stored: FullDocument | undefined },
  indexer: PadIndexer,
): Promise<IndexBatch> {
  const hashed = withHash(item)
  const amendment = stored && amendmentOfPad(hashed, stored, indexer)
  return amendment ? amendBatch(source, [amendment]) : fullBatch([hashed], source, indexer)
}

async function fullBatch(items: readonly HashedItem[], source: SourceId, { reader, memory }: PadIndexer) {
  const job = { kind: reader.kind, items }
  await prepareReaders([reader], job)
  const { slice } = analyseSlice([reader], job, memory)
  return putBatch(source, items, { slice }, () => false)
}

/** Only what is new of a pad; `undefined` when too little of it stayed as it was. */
function amendmentOfPad(
  item: HashedItem,
  { document: { path, title, analyser }, text, chunks }: FullDocument,
  { reader, memory }: PadIndexer,
): Amendment | undefined {
  const [parsed] = reader.parse(item).items
  if (!parsed || analyser !== analyserOf(reader, item.path)) return undefined
  return amendmentOf({ ...item, before: { path, title, text, chunks } }, maskDraft(parsed), { reader, memory })
}

const withHash = (item: RawItem): HashedItem => ({ ...item, hash: hash('sha256', item.bytes, 'hex') })

/** Pads that are gone, or lie in another source now. */
export async function unindexPads(transaction: StoreTransaction, places: readonly DocumentPlace[]): Promise<void> {
  if (places.length === 0) return
  const known = await transaction.documents.at(places)
  for (const [source, documents] of Map.groupBy(known, (document) => document.source))
    // A batch is of one source.
    await transaction.apply(
      removeBatch(
        source,
        documents.map(({ path }) => path),
      ),
    )
}
