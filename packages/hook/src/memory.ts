import type { Source, StoredDocument } from '@wuku/core/core-types'
import { citeChat, type ChatEntry } from '@wuku/chats/catalogue'
import { hashOfRun, type MinedFailure } from '@wuku/chats/outcomes/mine-runs'
import type { MinedOrder } from '@wuku/chats/outcomes/standing-orders'
import { metaOf } from '@wuku/chats/record'
import { onceFor } from '@wuku/core/once'
import { isWithin } from '@wuku/kernel/resolve-project'
import { clausesOf, replaces } from './topics.ts'

interface Mined {
  readonly id: string
  /** Folder of the conversation, if it was held in one. */
  readonly project: string
  /** Milliseconds since the epoch, of the last time. */
  readonly at: number
  readonly citation: string
}

export interface Failure extends Mined, Omit<MinedFailure, 'at' | 'fix'> {
  readonly folder: string
  readonly fix?: { readonly command: string; readonly folder: string; readonly citation: string }
  /** It is known from conversations that others share, and from none of the caller. */
  readonly isShared: boolean
  readonly document: StoredDocument
  readonly source: Source
}

export type Order = Mined & Omit<MinedOrder, 'at'>

export interface Memory {
  readonly failures: readonly Failure[]
  /** Oldest first; later ones may replace earlier ones. */
  readonly orders: readonly Order[]
}

export function createMemory(entries: readonly ChatEntry[], isOwn: (source: Source) => boolean): Memory {
  const failures = new Map<string, Failure>()
  const orders: Order[] = []
  const worked = new Map<string, number>()
  for (const entry of entries)
    for (const document of entry.documents) {
      const { source, project = '', endedAt } = entry
      const cite = (id: string): string => citeChat(entry, { id, document: document.id })
      const meta = metaOf(document)
      for (const order of isOwn(source) ? (meta.orders ?? []) : []) {
        const id = `o${hashOfRun(order.text.toLowerCase(), order.scope === 'everywhere' ? '' : project)}`
        orders.push({ ...order, id, project, at: order.at ?? endedAt, citation: cite(order.message) })
      }
      for (const [key = '', minute] of (meta.worked ?? []).map((each) => each.split(':')))
        worked.set(key, Math.max(worked.get(key) ?? 0, Number(minute)))
      for (const { fix, folder = project, at = endedAt, ...mined } of meta.failures ?? []) {
        const id = `f${hashOfRun(mined.signature, mined.isMissing ? project : folder)}`
        const solved = fix && { fix: { folder, ...fix, citation: cite(fix.message) } }
        const place = { id, project, folder, at, citation: cite(mined.message), document, source }
        const failure = { ...mined, ...place, ...solved, isShared: !isOwn(source) }
        failures.set(id, joined(failures.get(id), failure))
      }
    }
  const open = [...failures.values()].filter(({ signature, isMissing, folder, at }) => {
    const minute = worked.get(isMissing ? hashOfRun(signature) : hashOfRun(signature, folder))
    return minute === undefined || minute <= Math.floor(at / 60_000)
  })
  return { failures: open, orders: orders.toSorted((a, b) => a.at - b.at) }
}

/** The later of two, with what both know. */
function joined(before: Failure | undefined, failure: Failure): Failure {
  if (!before) return failure
  const [earlier, later] = before.at <= failure.at ? [before, failure] : [failure, before]
  const fix = later.fix ?? earlier.fix
  const count = before.count + failure.count
  return { ...later, count, isShared: before.isShared && failure.isShared, ...(fix && { fix }) }
}

/** The newest orders that no later order replaces, oldest first. */
export function inForce(some: readonly Order[], all: readonly Order[], limit = Infinity): readonly Order[] {
  const clauses = onceFor((order: Order) => clausesOf(order.text))
  const isReplaced = (order: Order): boolean =>
    all.slice(all.indexOf(order) + 1).some((later) => {
      const isEverywhere = order.scope === 'everywhere' || later.scope === 'everywhere'
      const isSamePlace = order.path === later.path && (isEverywhere || order.project === later.project)
      return isSamePlace && replaces(clauses(later), clauses(order))
    })
  const kept: Order[] = []
  for (const order of some.toReversed()) if (kept.length < limit && !isReplaced(order)) kept.unshift(order)
  return kept
}

/** The failures of a project, and the orders for it and for all projects. */
export function memoryOf({ failures, orders }: Memory, root: string, isRepository: boolean): Memory {
  const isHere = ({ project }: Mined): boolean =>
    project !== '' && isWithin([root])(project) && (isRepository || isWithin([project])(root))
  return {
    failures: failures.filter(isHere),
    orders: orders.filter((order) => order.scope === 'everywhere' || isHere(order)),
  }
}
