import { once } from '@wuku/core/once'
import { writeCitation } from '@wuku/core/citation'
import type { Kind, Source, SourceId } from '@wuku/core/core-types'
import type { DocumentName } from '@wuku/core/ports/index-view'
import type { StoreView } from '@wuku/core/ports/store'
import { docidsOf } from '../search/hits.ts'
import {
  isMarkedHash,
  readingsOf,
  type Address,
  type HashAddress,
  type LineRange,
  type PathAddress,
} from './document-address.ts'
import { ambiguousDocid, ambiguousName, documentNotFound } from './not-found.ts'

/** The documents of some storehouses at one moment, to be found by whatever a caller calls them. */
export interface DocumentIndex {
  readonly view: StoreView
  readonly sources: readonly Source[]
  /** Every document; read once, and only when nothing surer finds what is meant. */
  all(): Promise<readonly NamedDocument[]>
  /** Documents whose last path segment is `file`. Looking up many names does not scan all documents for each. */
  called(file: string): Promise<readonly NamedDocument[]>
}

export interface NamedDocument {
  readonly source: Source
  readonly document: DocumentName
}

export interface Found extends NamedDocument {
  /** The lines that the caller's words asked for. */
  readonly lines?: LineRange
  /** The part that they asked for by its name. */
  readonly anchor?: string
}

export async function openDocumentIndex(view: StoreView, kinds?: readonly Kind[]): Promise<DocumentIndex> {
  const sources = (await view.sources.list()).filter(({ kind }) => !kinds || kinds.includes(kind))
  const all = once(async () => shelve(sources, await view.documents.names({ sources: sources.map(({ id }) => id) })))
  const byFile = once(async () => Map.groupBy(await all(), ({ document }) => fileIn(document.path)))
  return { view, sources, all, called: async (file) => (await byFile()).get(fileIn(file)) ?? [] }
}

/** Some file systems hand out decomposed letters where people and models type composed ones. */
const fileIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1).normalize()

/** `collection/path`: the name under which answers show a document. */
export const nameOf = ({ source, document }: NamedDocument): string => `${source.name}/${document.path}`

/** The one document that `text` means; an error with the nearest names when there is none. */
export async function findDocument(documentIndex: DocumentIndex, text: string): Promise<Found> {
  const found = await resolveDocument(documentIndex, text)
  if (found) return found
  throw documentNotFound(text, isMarkedHash(text) ? [] : (await documentIndex.all()).map(nameOf))
}

/** The surest way to read `text` wins; what fits several documents is an error that lists them. */
export async function resolveDocument(documentIndex: DocumentIndex, text: string): Promise<Found | undefined> {
  const readings = readingsOf(text)
  for (const find of [byDocid, byName, byPath, byRoot, byItem, byEnding])
    for (const reading of readings) {
      const found = await find(documentIndex, reading)
      if (found.length > 1) throw ambiguousName(text, distinctNames(found))
      if (found[0]) return { ...found[0], lines: reading.lines, ...(!isHash(reading) && { anchor: reading.anchor }) }
    }
  return undefined
}

/** Two storehouses may have a source of the same name: then only citations differ. */
function distinctNames(found: readonly NamedDocument[]): readonly string[] {
  const names = found.map(nameOf)
  return new Set(names).size === names.length ? names : found.map((each) => citationOf(each))
}

export const citationOf = ({ source, document }: NamedDocument, lines?: { from: number; to: number }): string =>
  writeCitation({ kind: source.kind, source: source.name, path: document.path, lines })

type Finder<Reading extends Address> = (
  documentIndex: DocumentIndex,
  reading: Reading,
) => Promise<readonly NamedDocument[]>

const isHash = (reading: Address): reading is HashAddress => reading.by === 'hash'

/** Equal contents share a docid, so any of them answers it; different contents under one docid are ambiguous. */
const byDocid: Finder<Address> = async ({ view, sources }, reading) => {
  if (!isHash(reading)) return []
  const found = shelve(sources, await view.documents.byHash(reading.hash))
  const contents = new Set(found.map(({ document }) => document.hash))
  if (contents.size <= 1) return found.slice(0, 1)
  const docids = await docidsOf(
    found.map(({ document }) => document),
    view,
  )
  throw ambiguousDocid(
    reading.hash,
    found.map((each) => `#${docids.get(each.document.id) ?? ''} ${nameOf(each)}`),
  )
}

const forPaths =
  (find: Finder<PathAddress>): Finder<Address> =>
  async (documentIndex, reading) => {
    if (isHash(reading)) return []
    const sources = documentIndex.sources.filter(({ kind }) => reading.kind === undefined || kind === reading.kind)
    return find({ ...documentIndex, sources }, reading)
  }

const byName = forPaths(({ view, sources }, { path }) =>
  findIn(view, sources, (source) =>
    path.startsWith(`${source.name}/`) ? path.slice(source.name.length + 1) : undefined,
  ),
)

const byPath = forPaths(({ view, sources }, { path }) => findIn(view, sources, () => path))

const byRoot = forPaths(({ view, sources }, { path }) => {
  const absolute = toSlashes(path)
  return findIn(view, sources, ({ root }) => {
    const folder = toSlashes(root)
    if (absolute === folder) return absolute.slice(absolute.lastIndexOf('/') + 1)
    return absolute.startsWith(`${folder}/`) ? absolute.slice(folder.length + 1) : undefined
  })
})

/** Pages of a service by their id there, `wiki/pages/123`, whatever they are called now. */
const byItem = forPaths(async ({ view, sources }, { path }) => {
  const found = await Promise.all(
    sources.map(async ({ id, name, options }) => {
      const item = path.startsWith(`${name}/`) ? path.slice(name.length + 1) : path
      if (!options.connected || !/^[a-z_]+\/[^/]+$/.test(item)) return []
      return (await view.sources.manifest(id)).get(item)?.documents ?? []
    }),
  )
  return shelve(sources, await view.documents.byId(found.flat()))
})

const byEnding = forPaths(async ({ sources, called }, { path }) => {
  const ids = new Set<SourceId>(sources.map(({ id }) => id))
  const ending = `/${path.normalize()}`
  return (await called(path)).filter(
    (shelved) => ids.has(shelved.source.id) && `/${nameOf(shelved)}`.normalize().endsWith(ending),
  )
})

const toSlashes = (path: string): string => path.replaceAll('\\', '/')

async function findIn(view: StoreView, sources: readonly Source[], pathIn: (source: Source) => string | undefined) {
  const places = sources.flatMap((source) => {
    const path = pathIn(source)
    return path ? [{ source: source.id, path }] : []
  })
  return places.length === 0 ? [] : shelve(sources, await view.documents.at(places))
}

function shelve<Document extends DocumentName>(sources: readonly Source[], documents: readonly Document[]) {
  const byId = new Map(sources.map((source) => [source.id, source]))
  return documents.flatMap((document) => {
    const source = byId.get(document.source)
    return source ? [{ source, document }] : []
  })
}
