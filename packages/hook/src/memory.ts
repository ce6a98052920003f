import type { DocumentId, Source } from '@wuku/core/core-types'
import { citeChat, type ChatEntry } from '@wuku/chats/catalogue'
import { hashOfRun, type MinedFailure } from '@wuku/chats/outcomes/mine-runs'
import type { MinedOrder } from '@wuku/chats/outcomes/standing-orders'
import { metaOf } from '@wuku/chats/record'
import { isWithin } from '@wuku/kernel/resolve-project'
import { topicOf, replaces } from './topics.ts'

export interface Failure extends Omit<MinedFailure, 'fix'> {
  readonly id: string
  /** Folder of the conversation. */
  readonly project: string
  /** Absolute. */
  readonly folder: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly citation: string
  /** `folder`: absolute. */
  readonly fix?: { readonly command: string; readonly citation: string; readonly folder: string }
  /** It is known from conversations that somebody shares, and from none of the caller. */
  readonly isShared: boolean
  readonly entry: ChatEntry
}

export interface Order extends MinedOrder {
  readonly id: string
  /** Absent: that of a conversation in no folder. */
  readonly project?: string
  readonly at: number
  readonly citation: string
  readonly topic: ReadonlySet<string>
}

/** All that was mined from the conversations that somebody sees. */
export interface Memory {
  readonly failures: readonly Failure[]
  /** Oldest first, without those that later ones replace. */
  readonly orders: readonly Order[]
}

export function createMemory(entries: readonly ChatEntry[], isOwn: (source: Source) => boolean): Memory {
  const failures = new Map<string, Failure>()
  const orders: Order[] = []
  const worked = new Map<string, Map<string, number>>()
  for (const entry of entries) {
    const { project, source } = entry
    for (const document of entry.documents) {
      const meta = metaOf(document)
      const cite = (id: string): string => citeChat(entry, { id, document: document.id })
      if (isOwn(source)) for (const order of meta.orders ?? []) orders.push(withPlace(order, entry, cite))
      if (project === undefined) continue
      const ownWorked = worked.get(project) ?? new Map<string, number>()
      worked.set(project, ownWorked)
      for (const [hash = '', minute] of (meta.worked ?? []).map((each) => each.split(':')))
        ownWorked.set(hash, Math.max(ownWorked.get(hash) ?? 0, Number(minute)))
      for (const mined of meta.failures ?? []) {
        const failure = failureOf(mined, { entry, project, cite, isShared: !isOwn(source) })
        failures.set(failure.id, joined(failures.get(failure.id), failure))
      }
    }
  }
  const open = [...failures.values()].filter((failure) => !hasWorkedSince(failure, worked))
  return { failures: open, orders: withoutReplaced(orders.toSorted((a, b) => a.at - b.at)) }
}

function withPlace(order: MinedOrder, { project, endedAt }: ChatEntry, cite: (id: string) => string): Order {
  const id = `o${hashOfRun(order.text.toLowerCase(), order.scope === 'everywhere' ? '' : project)}`
  const citation = cite(order.message)
  return {
    ...order,
    id,
    at: order.at ?? endedAt,
    citation,
    topic: topicOf(order.text),
    ...(project !== undefined && { project }),
  }
}

interface Found {
  readonly entry: ChatEntry
  readonly project: string
  readonly isShared: boolean
  cite(id: string): string
}

function failureOf({ fix, ...mined }: MinedFailure, { entry, project, isShared, cite }: Found): Failure {
  const placed = (folder: string | undefined): string => absolute(folder, project)
  const folder = placed(mined.folder)
  return {
    ...mined,
    id: `f${hashOfRun(mined.signature, mined.isMissing ? project : folder)}`,
    project,
    folder,
    at: mined.at ?? entry.endedAt,
    citation: cite(mined.message),
    ...(fix && {
      fix: { command: fix.command, citation: cite(fix.message), folder: placed(fix.folder ?? mined.folder) },
    }),
    isShared,
    entry,
  }
}

const absolute = (folder: string | undefined, project: string): string =>
  folder === undefined ? project : /^(?:[\\/]|[A-Za-z]:)/.test(folder) ? folder : `${project}/${folder}`

/** The later of two, with what both know. */
function joined(before: Failure | undefined, failure: Failure): Failure {
  if (!before) return failure
  const [earlier, later] = before.at <= failure.at ? [before, failure] : [failure, before]
  const fix = later.fix ?? earlier.fix
  const count = before.count + failure.count
  return { ...later, count, isShared: before.isShared && failure.isShared, ...(fix && { fix }) }
}

/** Conversations of other folders of the same project write folders from there. */
function hasWorkedSince(
  { signature, isMissing, folder, at }: Failure,
  worked: ReadonlyMap<string, ReadonlyMap<string, number>>,
): boolean {
  const minute = Math.floor(at / 60_000)
  return [...worked].some(([project, own]) => {
    if (!isMissing && !isWithin([project])(folder)) return false
    const below = isMissing ? '' : folder.slice(project.length).replace(/^[\\/]+/, '')
    return (own.get(hashOfRun(signature, below)) ?? 0) > minute
  })
}

function withoutReplaced(orders: readonly Order[]): readonly Order[] {
  const kept: Order[] = []
  for (const order of orders) {
    for (let at = kept.length - 1; at >= 0; at--) {
      const earlier = kept[at]
      if (earlier && hasSamePlace(earlier, order) && replaces(order, earlier)) kept.splice(at, 1)
    }
    kept.push(order)
  }
  return kept
}

const hasSamePlace = (one: Order, other: Order): boolean =>
  one.path === other.path &&
  (one.scope === 'everywhere' || other.scope === 'everywhere' || one.project === other.project)

/** What concerns a folder: failures in its project, orders for it and for all. */
export function memoryOf({ failures, orders }: Memory, root: string, isRepository: boolean): Memory {
  const isHere = (project: string): boolean =>
    isRepository ? isWithin([root])(project) : isWithin([root])(project) && isWithin([project])(root)
  return {
    failures: failures.filter(({ project }) => isHere(project)),
    orders: orders.filter(({ project, scope }) => scope === 'everywhere' || (project !== undefined && isHere(project))),
  }
}

/** Of one document, for what is verified against it. */
export const documentOf = ({ entry, citation }: Failure): ChatEntry['documents'][number] | undefined =>
  entry.documents.find(
    ({ id }) => citeChat(entry, { id: '', document: id as DocumentId }).split('#')[0] === citation.split('#')[0],
  )
