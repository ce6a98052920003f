import type { ChunkId, DocumentId, Json, Passage, SourceId, StoredDocument } from '@wuku/core/core-types'
import type {
  DocumentFilter,
  DocumentPlace,
  ManifestEntry,
  SourceFacts,
  TermCount,
  DuplicateProbe,
  FolderQuery,
  FolderFound,
} from '@wuku/core/ports/index-view'
import { WATCH_LEASE } from '@wuku/core/ports/index-view'
import type { StoreView } from '@wuku/core/ports/store'
import { withContexts } from './annotations.ts'
import { checkProbe, demand } from './checks.ts'
import { heldSource } from './holdings.ts'
import { byBytes } from './pages.ts'
import { scoreAll } from './scoring.ts'
import { byDay } from './sources.ts'
import type { KeptDocument, KeptSource, State } from './state.ts'

/** Of whatever `now` answers when it is asked. */
export const createIndexView = (
  now: () => State,
): Omit<StoreView, 'pads' | 'libraries' | 'annotations' | 'records' | 'jobs' | 'vectors'> => {
  const documents = (): KeptDocument[] => [...now().documents.values()]
  return {
    sources: {
      list: async () =>
        [...now().sources.values()].map(({ source, revision }) => ({
          ...withContexts(heldSource(now(), source), now().annotations),
          revision: String(revision),
        })),
      facts: async () =>
        [...now().sources.values()].map((kept) => {
          const facts = factsOf(kept, { all: documents(), leases: now().leases })
          return { ...facts, source: withContexts(heldSource(now(), facts.source), now().annotations) }
        }),
      days: async ({ from, to }) =>
        [...now().sources.values()]
          .flatMap(({ days }) =>
            days.slice(
              Math.max(
                0,
                days.findLastIndex(({ day }) => day <= from),
              ),
            ),
          )
          .filter(({ day }) => day <= to)
          .toSorted(byDay),
      manifest: async (source, folders) => manifestOf(documents().filter(liesIn(source, folders))),
    },
    terms: {
      stats: async (terms, sources) => ({
        chunks: contents(within(documents(), { sources })).flatMap(({ chunks }) => chunks).length,
        holders: countHolders(contents(within(documents(), { sources })), (term) => terms.includes(term)),
      }),
      vocabulary: async (prefixes, limit, sources) =>
        prefixes.map((prefix) =>
          commonest(
            countHolders(contents(within(documents(), { sources })), (term) => term.startsWith(prefix)),
            limit,
          ),
        ),
      documentsWith: async (terms, filter) => documentsHolding(within(documents(), filter), terms),
    },
    chunks: {
      lexical: async (probes) =>
        probes.map((probe) => {
          checkProbe(probe)
          return scoreAll(within(documents(), probe.within), probe)
        }),
      texts: async (chunks) =>
        new Map(
          documents().flatMap(({ text, chunks: own }) =>
            own
              .filter(({ id }) => chunks.includes(id))
              .map(({ id, facts }) => [id, text.slice(facts.start, facts.end)] as const),
          ),
        ),
      passages: async (chunks) => passagesOf(documents(), chunks),
      places: async (chunks) =>
        passagesOf(documents(), chunks).map(({ chunk, document, facts }) => ({ chunk, document, facts })),
      of: async (ids) => new Map(documents().filter(isOneOf(ids)).map(chunksEntry)),
    },
    documents: {
      names: async (filter) =>
        plain(within(documents(), filter)).map(({ id, source, path, bytes }) => ({ id, source, path, bytes })),
      newest: async (source, limit) =>
        plain(within(documents(), { sources: [source] }))
          .toSorted((a, b) => b.modifiedAt - a.modifiedAt)
          .slice(0, limit),
      folder: async (asked) => folderIn(plain(within(documents(), { sources: [asked.source] })), asked),
      list: async (filter) => plain(within(documents(), filter)),
      at: async (places) => documentsAt(plain(documents()), places),
      byHash: async (prefix) => {
        demand(/^[0-9a-f]{6,64}$/.test(prefix), `"${prefix}" does not begin a hash`)
        return plain(documents()).filter(({ hash }) => hash.startsWith(prefix))
      },
      hashesFrom: async (prefixes) => {
        const hashes = new Set(plain(documents()).map(({ hash }) => hash))
        return [...hashes].filter((hash) => prefixes.some((prefix) => hash.startsWith(prefix)))
      },
      byId: async (ids) => ids.flatMap((id) => now().documents.get(id)?.document ?? []),
      outlines: async (ids) => outlinesOf(documents().filter(({ document }) => ids.includes(document.id))),
      duplicates: async (probe) => twinsOf(now(), probe),
      bodies: async (ids) => new Map(documents().filter(isOneOf(ids)).map(bodyEntry)),
    },
    fullDocumentsAt: async (places) =>
      documentsAt(plain(documents()), places).flatMap(({ id }) =>
        documents()
          .filter(isOneOf([id]))
          .map(({ document, text, chunks }) => ({ document, text, chunks: chunks.map(({ facts }) => facts) })),
      ),
  }
}

function folderIn(all: readonly StoredDocument[], { under, part, order, limit, offset }: FolderQuery): FolderFound {
  const top = under === '' ? '' : `${under}/`
  const below = all.filter(({ path }) => path.startsWith(top))
  const rest = ({ path }: StoredDocument): string => path.slice(top.length)
  const isWanted = (document: StoredDocument): boolean =>
    part === undefined ? !rest(document).includes('/') : folded(document.path).includes(folded(part))
  const found = below.filter(isWanted)
  const ordered = { path: found, changed: by(found, 'modifiedAt'), size: by(found, 'bytes') }[order]
  const names = below.flatMap((document) => /^([^/]*)\//.exec(rest(document))?.[1] ?? [])
  const folders = part === undefined ? [...new Set(names)] : []
  return {
    documents: ordered.slice(offset, offset + limit),
    total: found.length,
    folders: folders.map((name) => ({ path: top + name, documents: names.filter((each) => each === name).length })),
  }
}

const by = (documents: readonly StoredDocument[], key: 'modifiedAt' | 'bytes'): StoredDocument[] =>
  documents.toSorted((a, b) => b[key] - a[key])

const folded = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

const isOneOf =
  (ids: readonly DocumentId[]) =>
  ({ document }: KeptDocument): boolean =>
    ids.includes(document.id)

const bodyEntry = ({ document, text }: KeptDocument) => [document.id, text] as const
const chunksEntry = ({ document, chunks }: KeptDocument) => [document.id, chunks.map(({ facts }) => facts)] as const

function documentsAt(documents: readonly StoredDocument[], places: readonly DocumentPlace[]): StoredDocument[] {
  const found = places.flatMap(({ source, path }) =>
    documents.filter((one) => one.source === source && one.path === path),
  )
  return [...new Set(found)]
}

const passagesOf = (documents: readonly KeptDocument[], chunks: readonly ChunkId[]): readonly Passage[] =>
  chunks.flatMap((chunk) =>
    documents.flatMap(({ document, text, chunks: own }) =>
      own
        .filter(({ id }) => id === chunk)
        .map(({ facts }) => ({ chunk, document, facts, text: text.slice(facts.start, facts.end) })),
    ),
  )

const outlinesOf = (documents: readonly KeptDocument[]): ReadonlyMap<DocumentId, Json> =>
  new Map(documents.flatMap(({ document: { id }, outline }) => (outline === undefined ? [] : [[id, outline] as const])))

/** What documents share, once. */
const contents = (documents: readonly KeptDocument[]): readonly KeptDocument[] => [
  ...new Map(documents.map((document) => [document.content, document])).values(),
]

function twinsOf(state: State, { source, analyser, items }: DuplicateProbe): ReadonlyMap<string, DocumentId> {
  const kind = state.sources.get(source)?.source.kind
  const documents = plain([...state.documents.values()])
  const isTwin = (one: StoredDocument): boolean =>
    one.source !== source &&
    state.sources.get(one.source)?.source.kind === kind &&
    one.analyser === analyser &&
    one.item === one.path &&
    documents.every(({ id, source: other, item }) => id === one.id || other !== one.source || item !== one.item)
  const twins = items.flatMap(({ path, hash }) => {
    const found = documents.filter((one) => one.path === path && one.hash === hash && isTwin(one))
    return found.length === 0 ? [] : [[path, Math.min(...found.map(({ id }) => id)) as DocumentId] as const]
  })
  return new Map(twins)
}

/** Without text, by source and path; paths in the order of their UTF-8 bytes. */
const plain = (documents: readonly KeptDocument[]): StoredDocument[] =>
  documents.map(({ document }) => document).toSorted((a, b) => a.source - b.source || byBytes(a.path, b.path))

export function within(
  documents: readonly KeptDocument[],
  { sources, under, paths, documents: ids, since = -Infinity, before = Infinity }: DocumentFilter = {},
): readonly KeptDocument[] {
  const folder = under?.replace(/\/+$/, '') ?? ''
  return documents.filter(
    ({ document: { id, source, path, modifiedAt } }) =>
      modifiedAt >= since &&
      modifiedAt < before &&
      (!sources || sources.includes(source)) &&
      (!paths || paths.includes(path)) &&
      (!ids || ids.includes(id)) &&
      (folder === '' || path === folder || path.startsWith(`${folder}/`)),
  )
}

const documentsHolding = (
  documents: readonly KeptDocument[],
  terms: readonly string[],
): ReadonlyMap<string, ReadonlySet<DocumentId>> =>
  new Map(
    terms
      .map((term) => {
        const holders = documents.filter(({ chunks }) => chunks.some((chunk) => chunk.terms.has(term)))
        return [term, new Set(holders.map(({ document }) => document.id))] as const
      })
      .filter(([, holders]) => holders.size > 0),
  )

function factsOf(
  { source, report }: KeptSource,
  { all, leases }: { readonly all: readonly KeptDocument[]; readonly leases: State['leases'] },
): SourceFacts {
  const own = all.filter(({ document }) => document.source === source.id)
  return {
    source,
    documents: own.length,
    chunks: own.flatMap(({ chunks }) => chunks).length,
    bytes: own.reduce((sum, { document }) => sum + document.bytes, 0),
    lastModified: own.length === 0 ? null : Math.max(...own.map(({ document }) => document.modifiedAt)),
    watchedUntil: leases.get(`${WATCH_LEASE}${source.id}`)?.expires ?? null,
    report,
  }
}

const liesIn =
  (source: SourceId, folders?: readonly string[]) =>
  ({ document: { source: own, item } }: KeptDocument): boolean =>
    own === source && (!folders || folders.includes(folderOf(item)))

const folderOf = (item: string): string => item.slice(0, Math.max(0, item.lastIndexOf('/')))

function manifestOf(documents: readonly KeptDocument[]): ReadonlyMap<string, ManifestEntry> {
  const entries = new Map<string, ManifestEntry & { documents: DocumentId[] }>()
  for (const { document } of documents) {
    const { item, stamp, hash, analyser } = document
    const entry = entries.get(item)
    if (entry) entry.documents.push(document.id)
    else entries.set(item, { item, stamp, hash, analyser, documents: [document.id] })
  }
  return entries
}

function countHolders(documents: readonly KeptDocument[], counts: (term: string) => boolean): Map<string, number> {
  const holders = new Map<string, number>()
  for (const { chunks } of documents)
    for (const { terms } of chunks)
      for (const term of terms.keys()) if (counts(term)) holders.set(term, (holders.get(term) ?? 0) + 1)
  return holders
}

const commonest = (counts: ReadonlyMap<string, number>, limit: number): TermCount[] =>
  [...counts]
    .map(([term, holders]) => ({ term, holders }))
    .toSorted((a, b) => b.holders - a.holders || (a.term < b.term ? -1 : 1))
    .slice(0, limit)
