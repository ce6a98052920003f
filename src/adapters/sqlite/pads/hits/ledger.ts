import { findable } from '../../../../text/findable.ts'
import { countHitWords } from '../../../../text/hits.ts'
import { findSplice } from '../../../../text/splice.ts'
import type { Connection } from '../../../sqlite-driver/connection.ts'
import { sumByPlace, type Change } from './entries.ts'
import { addNews, countNews, MOST_NEWS, takeNews } from './news.ts'
import { writeChanges } from './rows.ts'

/** How counts change in a write, gathered so that each word is written down once. */
export interface Ledger {
  add(place: number, text: string): void
  remove(place: number, text: string): void
  replace(place: number, before: string, after: string): void
  /** `remove`, and no word that only this text held may be legible afterwards. */
  forget(place: number, text: string): void
  /** Writes down what was gathered. */
  settle(): void
}

export function createLedger(db: Connection): Ledger {
  const gathered = new Map<string, Change[]>()
  let forgets = false
  const gather = (word: string, change: Change): void => {
    const changes = gathered.get(word)
    if (changes) changes.push(change)
    else gathered.set(word, [change])
  }
  const count = (place: number, text: string, sign: 1 | -1): void => {
    for (const [word, times] of countHitWords(text)) gather(word, { place, by: sign * times })
  }
  const settle = (): void => {
    const net = netChanges(gathered)
    if (!forgets && countNews(db) + countChanges(net) <= MOST_NEWS) addNews(db, net)
    else {
      takeNews(db, gather)
      writeChanges(db, netChanges(gathered))
    }
    gathered.clear()
    forgets = false
  }
  return {
    add: (place, text) => count(place, findable(text), 1),
    remove: (place, text) => count(place, findable(text), -1),
    replace: (place, before, after) => {
      if (before === after) return
      const { was, is } = linesThatDiffer(findable(before), findable(after))
      count(place, was, -1)
      count(place, is, 1)
    },
    forget: (place, text) => {
      count(place, findable(text), -1)
      forgets = true
    },
    settle,
  }
}

/**
 * The lines in which two texts differ: no word crosses a line break. A line goes with the break before it, since marks at
 * the beginning of a line join that.
 */
function linesThatDiffer(before: string, after: string): { readonly was: string; readonly is: string } {
  const { at, removed } = findSplice(before, after)
  const start = Math.max(before.lastIndexOf('\n', at - 1), 0)
  const next = before.indexOf('\n', at + removed.length)
  const rest = next === -1 ? 0 : before.length - next
  return { was: before.slice(start, before.length - rest), is: after.slice(start, after.length - rest) }
}

/** One change for each place, ascending; words whose counts stay as they were are absent. */
function netChanges(gathered: ReadonlyMap<string, readonly Change[]>): ReadonlyMap<string, readonly Change[]> {
  const net = new Map<string, readonly Change[]>()
  for (const [word, changes] of gathered) {
    const sums = changes.length === 1 ? changes : sumByPlace(changes)
    if (sums.length > 0) net.set(word, sums)
  }
  return net
}

function countChanges(changes: ReadonlyMap<string, readonly Change[]>): number {
  let count = 0
  for (const ofWord of changes.values()) count += ofWord.length
  return count
}
