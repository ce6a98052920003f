import type { Json } from '@wuku/core/core-types'
import type { Changes } from './connector.ts'

/** An item as a list shows it whose order says nothing. */
export interface ListedChange {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Another word for another state of the same time. */
  readonly state?: string
}

interface Cursor {
  readonly at: number
  /** Items of the last minutes, with their times: they are not read again. */
  readonly seen: readonly string[]
}

/** The moment from which on a list must be looked through: times are rough, and lists are late. */
export const since = (cursor: Json | undefined, overlap: number): number => {
  const before = asCursor(cursor)
  return before === undefined ? -1 : before.at - overlap
}

/** A pass that breaks off loses no more than this. */
const STEP_ITEMS = 1_000

/**
 * Picks the changes since the cursor from a whole list, oldest first, in steps: the cursor of each stands before
 * all that follows. An item that is listed several times is given once, since it is read after the list.
 */
export function* takeRecent(list: readonly ListedChange[], cursor: Json | undefined, overlap: number) {
  const before = asCursor(cursor)
  const recent = list.filter(({ at }) => at >= since(cursor, overlap)).toSorted((a, b) => a.at - b.at)
  const seen = new Set(before?.seen)
  const given = new Set<string>()
  for (let start = 0; start === 0 || start < recent.length; start += STEP_ITEMS) {
    const step = recent.slice(start, start + STEP_ITEMS)
    const fresh = new Set(step.filter((each) => !seen.has(nameOf(each))).map(({ id }) => id))
    const ids = [...fresh.difference(given)]
    for (const id of ids) given.add(id)
    const at = Math.max(before?.at ?? 0, step.at(-1)?.at ?? 0)
    const past = recent.slice(0, start + STEP_ITEMS).filter((each) => each.at >= at - overlap)
    const next: Cursor = { at, seen: past.map(nameOf) }
    yield { ids, cursor: next as unknown as Json } satisfies Changes
  }
}

const asCursor = (json: Json | undefined): Cursor | undefined => (json ?? undefined) as unknown as Cursor | undefined

const nameOf = ({ id, at, state = '' }: ListedChange): string => `${id}@${at}@${state}`
