import type { Json } from '@wuku/core/core-types'
import { failures } from '../http/failures.ts'
import type { Client } from '../http/client.ts'

/** How far a list of changes was read. */
export interface SinceCursor {
  /** Time of the newest change that was seen, by the clock of the service. */
  readonly at: number
  /** Entries of the time span that the next pass reads again. */
  readonly seen: readonly string[]
  /** Validator of the first page of a pass, with its address. */
  readonly etag?: { readonly url: string; readonly of: string }
}

export interface SinceList<Entry> {
  readonly client: Client
  /** The list, oldest change first, from a moment on; of everything where there is none. */
  url(since: number | undefined): string
  /** Its id, and when it changed. */
  keyOf(entry: Entry): { readonly id: string; readonly at: number }
}

/** Changes become visible late, and clocks of several machines of one service differ. */
const OVERLAP_MS = 5 * 60_000
/** More of one moment are read again rather than remembered. */
const MAX_SEEN = 5_000

/**
 * Walks a list that is ordered by the time of change. Pages of such a list shift while they are read, since what changes
 * moves to its end: so each page is asked for from the last time of the one before, and only a page of one single time is
 * followed to its next. An entry that was seen at the same time before is left out.
 */
export async function* listSince<Entry>(
  { client, url, keyOf }: SinceList<Entry>,
  cursor: SinceCursor | undefined,
): AsyncIterable<{ readonly entries: readonly Entry[]; readonly cursor: SinceCursor }> {
  const seen = new Map((cursor?.seen ?? []).map((key) => [key, timeIn(key)]))
  let from = cursor === undefined ? undefined : cursor.at - OVERLAP_MS
  let at = cursor?.at ?? 0
  const first = url(from)
  let etag: SinceCursor['etag']
  for (let next: string | URL | undefined = first; next;) {
    const known = next === first && cursor?.etag?.url === first ? cursor.etag.of : undefined
    const answer: Awaited<ReturnType<Client['get']>> = await client.get<readonly Entry[]>(next, { etag: known })
    if (answer.status === 304) return
    if (next === first && answer.etag !== undefined) etag = { url: first, of: answer.etag }
    if (!Array.isArray(answer.body)) throw failures.noList(new URL(next))
    const entries: readonly Entry[] = answer.body
    const fresh = entries.filter((entry) => !seen.has(nameOf(keyOf(entry))))
    for (const entry of entries) {
      const key = keyOf(entry)
      seen.set(nameOf(key), key.at)
      at = Math.max(at, key.at)
    }
    yield { entries: fresh, cursor: cursorAt(at, seen, etag) }
    const last = entries.at(-1)
    const lastAt = last === undefined ? undefined : keyOf(last).at
    if (!answer.next) return
    if (lastAt !== undefined && lastAt > (from ?? 0)) next = url((from = lastAt))
    else next = answer.next
  }
}

const nameOf = ({ id, at }: { readonly id: string; readonly at: number }): string => `${id}@${at}`

const timeIn = (name: string): number => Number(name.slice(name.lastIndexOf('@') + 1))

function cursorAt(at: number, seen: ReadonlyMap<string, number>, etag: SinceCursor['etag']): SinceCursor {
  const recent = [...seen].filter(([, time]) => time >= at - OVERLAP_MS).map(([name]) => name)
  return { at, seen: recent.slice(-MAX_SEEN), ...(etag && { etag }) }
}

export const asJson = (cursor: SinceCursor | undefined): Json => (cursor as unknown as Json) ?? null
export const asCursor = (json: Json | undefined): SinceCursor | undefined =>
  (json as unknown as SinceCursor | null | undefined) ?? undefined

/** Milliseconds of a time as services write it; 0 where it is none. */
export const timeOf = (text: string | null | undefined): number => Date.parse(text ?? '') || 0
