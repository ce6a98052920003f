import { once } from '@wuku/core/once'
import type { DocumentId, Source, StoredDocument } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import type { CacheTopic } from '@wuku/kernel/base/source-cache'
import type { StoreView } from '@wuku/core/ports/store'
import { type Agent, titleRanks } from './conversation.ts'
import { chatPath } from './paths.ts'
import { metaOf, type ChatMeta } from './record.ts'
import { fullPathOf, partOf } from '@wuku/core/part-paths'
import { writeCitation } from '@wuku/core/citation'

/** A conversation without its text, put together from what its parts say of themselves. */
export interface ChatEntry {
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
  /** Conversations with this id, or with ids that begin with it (6 characters or more). */
  findById(id: string): readonly ChatEntry[]
  /** The conversation that a document is a part of; `undefined` for a copy that is not shown. */
  entryOf(document: DocumentId): ChatEntry | undefined
}

/**
 * One for each set of sources that some callers see. All of them together hold so many conversations, at about 2 KB each;
 * an empty one weighs as much as a conversation.
 */
const catalogues: CacheTopic<Catalogue> = { capacity: 100_000, weigh: ({ entries }) => entries.length + 1 }

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

export function createCatalogue(sources: readonly Source[], documents: readonly StoredDocument[]): Catalogue {
  const bySource = new Map(sources.map((source) => [source.id, source]))
  const all: ChatEntry[] = []
  for (const parts of Map.groupBy(documents, keyOf).values()) {
    const source = parts[0] && bySource.get(parts[0].source)
    if (source) all.push(mergeParts(source, parts))
  }
  const byId = new Map([...Map.groupBy(all, ({ id }) => id)].map(([id, copies]) => [id, withoutCopies(copies)]))
  const entries = [...byId.values()].flat().toSorted(newestFirst)
  const entryByDocument = new Map<DocumentId, ChatEntry>()
  for (const entry of entries) for (const { id } of entry.documents) entryByDocument.set(id, entry)
  return {
    entries,
    lastSearched: entries.reduce(laterSearched, undefined),
    findById: createIdLookup(entries, byId),
    entryOf: (document) => entryByDocument.get(document),
  }
}

const laterSearched = (last: ChatEntry | undefined, entry: ChatEntry): ChatEntry | undefined =>
  (entry.searchedAt ?? -Infinity) > (last?.searchedAt ?? -Infinity) ? entry : last

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

export const isAhead = (a: ChatEntry, b: ChatEntry): boolean =>
  a.endedAt === b.endedAt ? a.messages > b.messages : a.endedAt > b.endedAt

const newestFirst = (a: ChatEntry, b: ChatEntry): number => b.endedAt - a.endedAt || (a.id < b.id ? -1 : 1)

/** Shorter beginnings fit too many. */
export const SHORTEST_PREFIX = 6

/** As the program writes an id, or as it stands in a citation. Most questions give whole ids. */
function createIdLookup(entries: readonly ChatEntry[], exact: ReadonlyMap<string, readonly ChatEntry[]>) {
  const fold = once(() => entries.map((entry) => [entry, lower(entry.id), lower(chatPath(entry.id))] as const))
  return (id: string) => {
    const same = exact.get(id)
    if (same) return same
    const target = lower(id.trim())
    const named = fold().filter(([, native, path]) => native === target || path === target)
    const findByPrefix = (): typeof named =>
      fold().filter(([, native, path]) => native.startsWith(target) || path.startsWith(target))
    const found = named.length > 0 || target.length < SHORTEST_PREFIX ? named : findByPrefix()
    return found.map(([entry]) => entry)
  }
}

const lower = (text: string): string => text.toLowerCase()

/** Merges the parts of one conversation, at least one, into an entry. */
function mergeParts(source: Source, parts: readonly StoredDocument[]): ChatEntry {
  const documents = parts.length === 1 ? parts : parts.toSorted((a, b) => partOf(a.path) - partOf(b.path))
  const metas = documents.map(metaOf)
  const [first] = metas
  const [document] = documents
  if (!first || !document) throw new Error('A conversation has a part.')
  const shared = sharedAtBorders(metas)
  const parent = firstKnown(metas, 'parent')
  const searches = metas.flatMap(({ searchedAt }) => searchedAt ?? [])
  return {
    id: first.chat,
    source,
    agent: first.agent,
    title: bestTitle(metas) ?? document.title,
    isNamed: metas.some(({ titleGiven = 'firstLine' }) => titleGiven !== 'firstLine'),
    project: firstKnown(metas, 'project'),
    branch: metas.findLast(({ branch }) => branch !== undefined)?.branch,
    ...(parent !== undefined && { parent: { id: parent, as: firstKnown(metas, 'parentAs') ?? 'fork' } }),
    isAutomated: metas.some((meta) => meta.isAutomated === true),
    isArchived: metas.some((meta) => meta.isArchived === true),
    ...spanOf(metas, documents),
    messages: sumOf(metas, ({ messages }) => messages) - shared.messages,
    turns: sumOf(metas, ({ turns }) => turns),
    inputTokens: sumOf(metas, ({ inputTokens }) => inputTokens) - shared.inputTokens,
    outputTokens: sumOf(metas, ({ outputTokens }) => outputTokens) - shared.outputTokens,
    models: metas.length === 1 ? first.models : [...new Set(metas.flatMap(({ models }) => models))],
    searchedAt: searches.length > 0 ? Math.max(...searches) : undefined,
    documents,
  }
}

const firstKnown = <Key extends keyof ChatMeta>(metas: readonly ChatMeta[], key: Key): ChatMeta[Key] | undefined =>
  metas.find((meta) => meta[key] !== undefined)?.[key]

/** The highest-ranked title; of equal ones, the later. */
function bestTitle(metas: readonly ChatMeta[]): string | undefined {
  let best: { readonly title: string; readonly rank: number } | undefined
  for (const { title, titleGiven = 'firstLine' } of metas)
    if (title !== undefined && titleRanks[titleGiven] >= (best?.rank ?? 0))
      best = { title, rank: titleRanks[titleGiven] }
  return best?.title
}

/** A conversation of which no time is known was when its file was written. */
function spanOf(metas: readonly ChatMeta[], documents: readonly StoredDocument[]) {
  let [startedAt, endedAt] = [Infinity, -Infinity]
  for (const meta of metas) {
    startedAt = Math.min(startedAt, meta.startedAt ?? Infinity)
    endedAt = Math.max(endedAt, meta.endedAt ?? -Infinity)
  }
  const written = documents.reduce((last, { modifiedAt }) => Math.max(last, modifiedAt), 0)
  const end = endedAt === -Infinity ? (startedAt === Infinity ? written : startedAt) : endedAt
  return { startedAt: Math.min(startedAt, end), endedAt: end }
}

/** The end of a part and the beginning of the next may be lines of one message; its tokens stand in both. */
function sharedAtBorders(metas: readonly ChatMeta[]) {
  const shared = { messages: 0, inputTokens: 0, outputTokens: 0 }
  for (const [at, meta] of metas.entries()) {
    const before = metas[at - 1]
    if (before?.lastId === undefined || before.lastId !== meta.firstId) continue
    const [input, output] = [0, 1].map((which) =>
      Math.min(before.lastTokens?.[which] ?? 0, meta.firstTokens?.[which] ?? 0),
    )
    shared.messages++
    shared.inputTokens += input ?? 0
    shared.outputTokens += output ?? 0
  }
  return shared
}

const sumOf = (metas: readonly ChatMeta[], of: (meta: ChatMeta) => number): number =>
  metas.reduce((sum, meta) => sum + of(meta), 0)

/** The path of the conversation as a whole, without the number of a part. */
export const pathOf = ({ id, documents: [first] }: ChatEntry): string => fullPathOf(first?.path ?? id)

/** A conversation, or one message of it by the part in which it stands. */
export function citeChat(
  { source, documents }: Pick<ChatEntry, 'source' | 'documents'>,
  message?: { readonly id: string; readonly document: DocumentId },
): string {
  const part = documents.find(({ id }) => id === message?.document) ?? documents[0]
  const at = { kind: source.kind, source: source.name, path: part?.path ?? '' }
  return writeCitation(message ? { ...at, anchor: message.id } : at)
}
