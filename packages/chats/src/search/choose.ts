import type { DocumentId, SourceId, StoredDocument } from '@wuku/core/core-types'
import type { Catalogue, ChatEntry } from '../catalogue.ts'
import { metaOf } from '../record.ts'
import type { SearchInput } from './chat-search-shapes.ts'
import { msg } from '@wuku/messages/chats'
import { WukuError } from '@wuku/core/errors'

/** The conversations that may be found. */
export interface Chosen {
  /** Newest first. */
  readonly entries: readonly ChatEntry[]
  readonly sources: readonly SourceId[]
  /** So many of all that a filter by document would cost more than it spares. */
  readonly isMajority: boolean
  readonly window?: Window
  /** The conversation that asks, when it is searched. */
  readonly current?: ChatEntry
  /** The one of them that the document is a part of. */
  entryOf(document: DocumentId): ChatEntry | undefined
}

/** An agent that searched so long ago has gone on to something else, or has ended. */
const CURRENT = 15 * 60_000

/** `callerChat` is the conversation that asks, if the program was given its id. */
export function chooseConversations(
  request: SearchInput,
  catalogue: Catalogue,
  { now, callerChat }: { readonly now: number; readonly callerChat?: string },
): Chosen {
  const window = windowOf(request.time_window, now)
  const current = callerChat === undefined ? justSearched(catalogue, now) : catalogue.findById(callerChat)[0]
  const left = new Set(request.exclude_chat_ids.flatMap((id) => catalogue.findById(id)))
  if (request.exclude_current_chat && current) left.add(current)
  const accepts = filterOf(request, window)
  const isChosen = (entry: ChatEntry): boolean => !left.has(entry) && accepts(entry)
  const entries = catalogue.entries.filter(isChosen)
  const chosen = new Set(entries)
  const entryOf: Chosen['entryOf'] = (document) => {
    const entry = catalogue.entryOf(document)
    return entry && chosen.has(entry) ? entry : undefined
  }
  return {
    entries,
    sources: [...new Set(entries.map(({ source }) => source.id))],
    isMajority: entries.length > catalogue.entries.length / 2,
    ...(window && { window }),
    ...(current && !left.has(current) && { current }),
    entryOf,
  }
}

const justSearched = ({ lastSearched }: Catalogue, now: number): ChatEntry | undefined =>
  (lastSearched?.searchedAt ?? 0) >= now - CURRENT ? lastSearched : undefined

export const partsWithin = (entry: ChatEntry, window: Window | undefined): readonly StoredDocument[] =>
  window ? entry.documents.filter((part) => mayHold(part, entry, window)) : entry.documents

/** Conversations that are meant by what they are, and not by what was said. */
export function filterOf(
  request: Pick<SearchInput, 'project' | 'agent' | 'include_automated'>,
  window: Window | undefined,
): (entry: ChatEntry) => boolean {
  const { project, agent, include_automated: takesAutomated } = request
  const isInProject = project === undefined ? undefined : isOfProject(project)
  const programs = agent === undefined ? undefined : new Set([agent].flat())
  return (entry) =>
    (!window || overlaps({ from: entry.startedAt, to: entry.endedAt }, window)) &&
    (!programs || programs.has(entry.agent)) &&
    (!isInProject || (entry.project !== undefined && isInProject(entry.project))) &&
    (takesAutomated || !entry.isAutomated)
}

/** A part without times takes those of the whole conversation. A title belongs to all times. */
const mayHold = (part: StoredDocument, entry: ChatEntry, window: Window): boolean =>
  overlaps(spanOfPart(part, entry), window) || metaOf(part).title !== undefined

function spanOfPart(part: StoredDocument, entry: ChatEntry): Window {
  const { startedAt = entry.startedAt, endedAt = entry.endedAt } = metaOf(part)
  return { from: startedAt, to: endedAt }
}

/**
 * Whether a folder is the one that a caller means: its whole path or one that it lies below, the end of its path, or the
 * name of one of its folders. Case does not count, since two of three systems ignore it.
 */
export function isOfProject(target: string): (project: string) => boolean {
  const normalizedTarget = joined(target)
  const isAbsolute = /^(?:[\\/]|[A-Za-z]:)/.test(target)
  return (project) =>
    isAbsolute ? joined(project).startsWith(normalizedTarget) : joined(project).includes(normalizedTarget)
}

/** `/home/ada/shop/`: whole segments, with either kind of slash. */
const joined = (path: string): string =>
  `/${path
    .toLowerCase()
    .split(/[\\/]+/)
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '~')
    .join('/')}/`

/** Milliseconds since the epoch, both ends included. */
export interface Window {
  readonly from: number
  readonly to: number
}

/** There is no later date. */
export const LAST = 8.64e15

const DAY = 86_400_000
/** Before this, in March 1973, nobody talked to an agent: what is smaller was counted in seconds. */
const SECONDS = 1e11

export function windowOf(timeWindow: SearchInput['time_window'], now: number): Window | undefined {
  if (timeWindow === 'all') return undefined
  if (typeof timeWindow === 'string') return { from: now - Number.parseInt(timeWindow, 10) * DAY, to: Infinity }
  const isSeconds = timeWindow.end < SECONDS
  const window = { from: timeWindow.start * (isSeconds ? 1_000 : 1), to: timeWindow.end * (isSeconds ? 1_000 : 1) }
  if (window.from <= window.to) return window
  throw new WukuError('bad-input', msg('timeWindowEndsBeforeStarts'))
}

export const isWithin = (at: number, { from, to }: Window): boolean => at >= from && at <= to

const overlaps = (one: Window, other: Window): boolean => one.from <= other.to && other.from <= one.to

export const contains = (outer: Window, inner: Window): boolean => outer.from <= inner.from && inner.to <= outer.to
