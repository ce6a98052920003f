import type { Freshness, Kind, StoredDocument } from '../../core/words.ts'
import type { StoreView } from '../../ports/store.ts'
import { contextFor } from '../contexts.ts'
import type { Engine } from '../engine.ts'
import { linesOfAnchor } from './anchor.ts'
import { docidOf } from '../search/hits.ts'
import { findDocument, nameOf, openShelf, type Found } from './shelf.ts'

/** A document with its whole text. */
export interface ReadDocument extends Found {
  readonly document: StoredDocument
  /** `collection/path`. */
  readonly name: string
  readonly text: string
  /** With its `#`. */
  readonly docid: string
}

/** With what an answer says about it. */
export interface OpenedDocument extends ReadDocument {
  readonly freshness: Freshness
  /** What people said about the folders that it lies in; `null` when nothing. */
  readonly context: string | null
}

export async function openDocument(engine: Engine, text: string, kinds?: readonly Kind[]): Promise<OpenedDocument> {
  const read = await engine.read(async (view) =>
    readDocument(view, await findDocument(await openShelf(view, kinds), text)),
  )
  const [opened] = await describeDocuments([read], engine)
  return opened as OpenedDocument
}

export async function readDocument(view: StoreView, found: Found): Promise<ReadDocument> {
  const document = await view.document(found.source.id, found.document.path)
  if (!document) throw new Error(`${nameOf(found)} is not in the view that it was found in.`)
  return {
    ...found,
    ...(found.anchor !== undefined && { lines: await linesOfAnchor(found.anchor, document, view) }),
    document,
    name: nameOf(found),
    text: (await view.text(document.id)) ?? '',
    docid: `#${await docidOf(document, view)}`,
  }
}

export async function describeDocuments(
  documents: readonly ReadDocument[],
  engine: Engine,
): Promise<readonly OpenedDocument[]> {
  const [freshness, contexts] = await Promise.all([
    engine.freshness(documents.map(({ document }) => document)),
    engine.contexts.list(),
  ])
  return documents.map((read) => ({
    ...read,
    freshness: freshness.get(read.document.id) ?? 'unknown',
    context: contextFor(contexts, read.source.name, read.document.path),
  }))
}

/** A sentence about text that is no longer what the file holds; nothing when it is. */
export function ageNotes({ name, freshness, source }: OpenedDocument): readonly string[] {
  if (freshness === 'stale')
    return [`${name} was written to after it was indexed; "wuku index ${source.name}" brings it up to date.`]
  if (freshness === 'missing') return [`${name} is no longer there; this is its text when it was last indexed.`]
  return []
}
