import { once } from '../../core/once.ts'
import type { DocumentId, Source, SourceId, StoredDocument } from '../../core/words.ts'
import type { Engine } from '../../engine/engine.ts'
import type { CacheTopic } from '../../engine/source-cache.ts'
import type { StoreView } from '../../ports/store.ts'
import type { Agent } from './conversation.ts'
import { mergeParts } from './merge-parts.ts'
import { chatPath } from './paths.ts'
import { metaOf } from './record.ts'

/** A conversation without its text, put together from what its parts say of themselves. */
export interface ChatEntry {
  /** Native id. */
  readonly id: string
  readonly source: Source
  readonly agent: Agent
  /** Never empty. */
  readonly title: string
  /** Somebody or some model gave the title; otherwise it repeats how the conversation began. */
  readonly isNamed: boolean
  readonly project?: string
  readonly branch?: string
  readonly parent?: { readonly id: string; readonly as: 'subagent' | 'fork' }
  readonly isAutomated: boolean
  readonly isArchived: boolean
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly endedAt: number
  readonly messages: number
  readonly turns: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly models: readonly string[]
  readonly searchedAt?: number
  /** Its parts, in order; never none. */
  readonly documents: readonly StoredDocument[]
}

export interface Catalogue {
  /** Newest first. The same conversation in two sources is here once, as it was last written to. */
  readonly entries: readonly ChatEntry[]
  /** From which somebody searched last. */
  readonly lastSearched: ChatEntry | undefined
  /** Those whose id is this, or else begins with it (6 characters or more). */
  called(id: string): readonly ChatEntry[]
  /** Of a document that is a part of one; of a copy that is not shown, `undefined`. */
  holding(document: DocumentId): ChatEntry | undefined
}

/** Callers that see different conversations. */
const catalogues: CacheTopic<Catalogue> = { most: 4 }

/** All conversations that the view shows, kept in memory until one of them changes: one look at all of them for many questions. */
export const readCatalogue = (
  view: StoreView,
  { sources: { cache: sourceCache } }: { readonly sources: Pick<Engine['sources'], 'cache'> },
): Promise<Catalogue> => sourceCache.ofKind(catalogues, { view, kind: 'chats' }, () => makeCatalogue(view))

/** The same, where it is needed once. */
export async function makeCatalogue(view: StoreView): Promise<Catalogue> {
  const sources = (await view.sources.list()).filter(({ kind }) => kind === 'chats')
  const documents = sources.length === 0 ? [] : await view.documents.list({ sources: sources.map(({ id }) => id) })
  return createCatalogue(sources, documents)
}

/** Pure. */
export function createCatalogue(sources: readonly Source[], documents: readonly StoredDocument[]): Catalogue {
  const bySource = new Map(sources.map((source) => [source.id, source]))
  const all: ChatEntry[] = []
  for (const parts of Map.groupBy(documents, keyOf).values()) {
    const source = bySource.get(parts[0]?.source ?? NO_SOURCE)
    if (source) all.push(mergeParts(source, parts))
  }
  const byId = new Map([...Map.groupBy(all, ({ id }) => id)].map(([id, copies]) => [id, withoutCopies(copies)]))
  const entries = [...byId.values()].flat().toSorted(newestFirst)
  const holders = new Map<DocumentId, ChatEntry>()
  for (const entry of entries) for (const { id } of entry.documents) holders.set(id, entry)
  return {
    entries,
    lastSearched: entries.reduce(laterSearched, undefined),
    called: createLookUp(entries, byId),
    holding: (document) => holders.get(document),
  }
}

const laterSearched = (last: ChatEntry | undefined, entry: ChatEntry): ChatEntry | undefined =>
  (entry.searchedAt ?? -Infinity) > (last?.searchedAt ?? -Infinity) ? entry : last

const NO_SOURCE = 0 as SourceId

function keyOf(document: StoredDocument): string {
  const { agent, chat } = metaOf(document)
  return `${document.source} ${agent} ${chat}`
}

/** Two programs may have given the same id: those are two conversations. */
function withoutCopies(called: readonly ChatEntry[]): readonly ChatEntry[] {
  if (called.length === 1) return called
  const shown = new Map<Agent, ChatEntry>()
  for (const entry of called) {
    const other = shown.get(entry.agent)
    if (!other || isAhead(entry, other)) shown.set(entry.agent, entry)
  }
  return [...shown.values()]
}

const isAhead = (a: ChatEntry, b: ChatEntry): boolean =>
  a.endedAt === b.endedAt ? a.messages > b.messages : a.endedAt > b.endedAt

const newestFirst = (a: ChatEntry, b: ChatEntry): number => b.endedAt - a.endedAt || (a.id < b.id ? -1 : 1)

/** Shorter beginnings fit too many. */
export const SHORTEST_PREFIX = 6

/** As the program writes an id, or as it stands in a citation. Most questions give whole ids. */
function createLookUp(
  entries: readonly ChatEntry[],
  exact: ReadonlyMap<string, readonly ChatEntry[]>,
): Catalogue['called'] {
  const fold = once(() => entries.map((entry) => [entry, lower(entry.id), lower(chatPath(entry.id))] as const))
  return (id) => {
    const same = exact.get(id)
    if (same) return same
    const wanted = lower(id.trim())
    const named = fold().filter(([, native, path]) => native === wanted || path === wanted)
    const begun = (): typeof named =>
      fold().filter(([, native, path]) => native.startsWith(wanted) || path.startsWith(wanted))
    const found = named.length > 0 || wanted.length < SHORTEST_PREFIX ? named : begun()
    return found.map(([entry]) => entry)
  }
}

const lower = (text: string): string => text.toLowerCase()
