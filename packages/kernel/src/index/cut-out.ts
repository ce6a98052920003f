import { everything } from '@wuku/core/ports/access'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import type { Source } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import type { EnginePorts } from '../base/ports.ts'
import type { StoredText } from '../base/kind.ts'
import { putBatch } from './batch.ts'
import type { DraftDocument } from '@wuku/core/ports/source-reader'
import { WordMemory } from '@wuku/text/terms/memory'
import { analyseChunks, readDocument } from './analyse.ts'
import { maskDraft } from './masking.ts'
import type { StorehouseKind } from '../base/engine.ts'

interface CutOutContext {
  readonly source: Source
  readonly storehouse: StorehouseKind
  readonly ports: Pick<EnginePorts, 'store'>
}

/** Rewrites a document without some of its parts, one after the other; those that it does not have change nothing. */
export async function cutOut(anchors: readonly string[], path: string, context: CutOutContext): Promise<void> {
  const { source, storehouse, ports } = context
  for (const anchor of anchors) {
    const stored = await ports.store.read(everything, (view) => storedWith(anchor, { source, path }, view))
    const draft = stored && storehouse.forgetting?.without?.(stored, anchor)
    if (stored && draft) await putInstead(stored, maskDraft(draft), context)
  }
}

async function storedWith(
  anchor: string,
  { source, path }: { readonly source: Source; readonly path: string },
  view: StoreView,
): Promise<StoredText | undefined> {
  const document = (await view.documents.at([{ source: source.id, path }]))[0]
  if (
    !document ||
    !((await view.chunks.of([document.id])).get(document.id) ?? []).some((chunk) => chunk.anchor === anchor)
  )
    return undefined
  const { documents = [] } = (await view.sources.manifest(source.id)).get(document.item) ?? {}
  if (documents.length > 1) throw severalDocuments(document.item)
  const text = (await view.documents.bodies([document.id])).get(document.id) ?? ''
  return { document, text, outline: (await view.documents.outlines([document.id])).get(document.id) }
}

/** Under the same item, stamp and hash: a run finds it as it was until its file is written to. */
async function putInstead(
  { document: { item: path, stamp, hash, modifiedAt, analyser } }: StoredText,
  draft: DraftDocument,
  { source, storehouse, ports: { store } }: CutOutContext,
): Promise<void> {
  const item = { path, stamp, hash, modifiedAt, bytes: new Uint8Array() }
  const reader = await storehouse.reader()
  const { document, chunks } = readDocument(reader, item, draft)
  const terms = analyseChunks(draft, chunks, { reader, memory: new WordMemory() })
  // Entries of an earlier reader version are still to be read again.
  const slice = { documents: [{ ...document, analyser }], terms }
  await store.apply(putBatch(source.id, [item], { slice }, () => true))
}

const severalDocuments = (item: string): WukuError => new WukuError('conflict', msg('severalDocuments', { item }))
