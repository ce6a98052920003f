import type { DocumentId, StoredDocument } from '../../../core/words.ts'
import type { Catalogue, ChatEntry } from '../catalogue.ts'
import { metaOf } from '../record.ts'
import { isOfProject } from './project.ts'
import type { SearchInput } from './shapes.ts'
import { contains, overlaps, windowOf, type Window } from './window.ts'

/** The conversations that may be found. */
export interface Chosen {
  /** Newest first. */
  readonly entries: readonly ChatEntry[]
  /** Their documents, each with its conversation. */
  readonly documents: ReadonlyMap<DocumentId, ChatEntry>
  /** And those parts of them in which nothing may be found, since nobody said anything in the time that is asked for. */
  readonly everyDocument: ReadonlyMap<DocumentId, ChatEntry>
  /** So many of all documents that a filter by document would cost more than it spares. */
  readonly isMost: boolean
  readonly window?: Window
  /** The conversation that asks, when it is searched. */
  readonly current?: ChatEntry
}

/** An agent that searched so long ago has gone on to something else, or has ended. */
const CURRENT = 15 * 60_000

export function chooseConversations(wanted: SearchInput, catalogue: Catalogue, now: number): Chosen {
  const window = windowOf(wanted.time_window, now)
  const current = currentOf(catalogue.entries, now)
  const left = new Set(wanted.exclude_chat_ids.flatMap((id) => catalogue.called(id)))
  if (wanted.exclude_current_chat && current) left.add(current)
  const accepts = filterOf(wanted, window)
  const entries = catalogue.entries.filter((entry) => !left.has(entry) && accepts(entry))
  const documents = new Map(
    entries.flatMap((entry) =>
      entry.documents.flatMap((part) => (mayHold(part, entry, window) ? [[part.id, entry] as const] : [])),
    ),
  )
  const everyDocument = window
    ? new Map(entries.flatMap((entry) => entry.documents.map(({ id }) => [id, entry] as const)))
    : documents
  const all = catalogue.entries.reduce((sum, entry) => sum + entry.documents.length, 0)
  return {
    entries,
    documents,
    everyDocument,
    isMost: documents.size > all / 2,
    ...(window && { window }),
    ...(current && !left.has(current) && { current }),
  }
}

/** The conversation from which somebody searched last. */
function currentOf(entries: readonly ChatEntry[], now: number): ChatEntry | undefined {
  let current: ChatEntry | undefined
  for (const entry of entries)
    if (entry.searchedAt !== undefined && entry.searchedAt >= now - CURRENT)
      if (entry.searchedAt > (current?.searchedAt ?? -Infinity)) current = entry
  return current
}

function filterOf(wanted: SearchInput, window: Window | undefined): (entry: ChatEntry) => boolean {
  const { project, agent, include_automated: takesAutomated } = wanted
  const isWanted = project === undefined ? undefined : isOfProject(project)
  const programs = agent === undefined ? undefined : new Set([agent].flat())
  return (entry) =>
    (!window || overlaps(spanOf(entry), window)) &&
    (!programs || programs.has(entry.agent)) &&
    (!isWanted || (entry.project !== undefined && isWanted(entry.project))) &&
    (takesAutomated || !entry.isAutomated)
}

const spanOf = ({ startedAt, endedAt }: ChatEntry): Window => ({ from: startedAt, to: endedAt })

/** Of a part whose times are not known the whole conversation's are taken. A title is of all times. */
const mayHold = (part: StoredDocument, entry: ChatEntry, window: Window | undefined): boolean =>
  !window || overlaps(spanOfPart(part, entry), window) || metaOf(part).title !== undefined

export function spanOfPart(part: StoredDocument, entry: ChatEntry): Window {
  const { startedAt = entry.startedAt, endedAt = entry.endedAt } = metaOf(part)
  return { from: startedAt, to: endedAt }
}

/** Whether each of its messages must be asked when it was said. */
export function straddles(part: StoredDocument, entry: ChatEntry, { window, current }: Chosen): boolean {
  return entry === current || (window !== undefined && !contains(window, spanOfPart(part, entry)))
}
