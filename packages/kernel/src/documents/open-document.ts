import { partOf, fullPathOf } from '@wuku/core/part-paths'
import type { Freshness, Kind, StoredDocument } from '@wuku/core/core-types'
import { sectionCalled, toWritten, type LineSpan, type WrittenPlaces } from '@wuku/core/written-lines'
import type { StoreView } from '@wuku/core/ports/store'
import { contextFor, withDeclared } from '../contexts.ts'
import type { Engine, StorehouseKind } from '../base/engine.ts'
import { explainExcluded } from './excluded.ts'
import type { LineRange } from './document-address.ts'
import { findPart } from './anchor.ts'
import { placesOf } from '../written-places.ts'
import { docidsOf } from '../search/hits.ts'
import { findDocument, nameOf, openDocumentIndex, type Found } from './document-index.ts'
import { commandLine } from '@wuku/text/show/shell-words'

export interface ReadDocument extends Found {
  readonly document: StoredDocument
  /** `collection/path`. */
  readonly name: string
  readonly text: string
  readonly places?: WrittenPlaces | undefined
  /** With its `#`. */
  readonly docid: string
}

export interface OpenedDocument extends ReadDocument {
  readonly freshness: Freshness
  /** Descriptions of the folders around it; `null` if there are none. */
  readonly context: string | null
}

export async function openDocument(engine: Engine, text: string, kinds?: readonly Kind[]): Promise<OpenedDocument> {
  const find = () =>
    engine.read(async (view) =>
      readDocument(view, await findDocument(await openDocumentIndex(view, kinds), text), engine.kinds),
    )
  const read = await explainExcluded(engine, { names: [text], kinds, work: find })
  const [opened] = await describeDocuments([read], engine)
  return opened as OpenedDocument
}

export async function readDocument(view: StoreView, found: Found, kinds: readonly StorehouseKind[] = []) {
  const named = (await view.documents.at([{ source: found.source.id, path: found.document.path }]))[0]
  if (!named) throw new Error(`${nameOf(found)} is not in the view that it was found in.`)
  const { kind } = found.source
  const places = (await placesOf([{ document: named, kind }], kinds, view)).get(named.id)
  const section = found.anchor === undefined ? undefined : sectionCalled(places, found.anchor, named.lines)
  const part =
    found.anchor === undefined || section ? undefined : await findPart(found.anchor, await partsOf(named, view), view)
  const document = part?.document ?? named
  const partLines = section ?? (part && { from: part.lines.from, to: part.lines.from + (part.lines.count ?? 1) - 1 })
  return {
    ...found,
    ...(partLines && { lines: inFile(partLines, places) }),
    places,
    document,
    name: nameOf({ ...found, document }),
    text: (await view.documents.bodies([document.id])).get(document.id) ?? '',
    docid: `#${(await docidsOf([document], view)).get(document.id) ?? ''}`,
  }
}

const inFile = (lines: LineSpan, places: WrittenPlaces | undefined): LineRange => {
  const { from, to } = toWritten(places, lines)
  return { from, count: to - from + 1 }
}

/** A document that was split because it is too long is cited as a whole: the document first, then its further parts. */
async function partsOf(document: StoredDocument, view: StoreView): Promise<readonly StoredDocument[]> {
  const names = await view.documents.names({ sources: [document.source] })
  const others = names.filter(({ id, path }) => id !== document.id && fullPathOf(path) === document.path)
  const inOrder = others.toSorted((a, b) => partOf(a.path) - partOf(b.path))
  return [document, ...(await view.documents.byId(inOrder.map(({ id }) => id)))]
}

export async function describeDocuments(documents: readonly ReadDocument[], engine: Engine) {
  const [freshness, declared] = await Promise.all([
    engine.search.freshness(documents.map(({ document }) => document)),
    engine.sources.contexts.declared(),
  ])
  return documents.map((read) => ({
    ...read,
    freshness: freshness.get(read.document.id) ?? 'unknown',
    context: contextFor(withDeclared(read.source.contexts, declared), read.source.name, read.document.path),
  }))
}

/** A sentence about text that is no longer what the file holds; nothing when it is. */
export function ageNotes({ name, freshness, source }: OpenedDocument): readonly string[] {
  if (freshness === 'stale')
    return [`${name} changed after it was indexed; "${commandLine`wuku index ${source.name}`}" brings it up to date.`]
  if (freshness === 'missing') return [`${name} no longer exists; this is its text when it was last indexed.`]
  return []
}
