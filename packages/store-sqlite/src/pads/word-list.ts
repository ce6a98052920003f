import { counter } from '@wuku/store-sql/sqlite/counters'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { parseStored } from '@wuku/store-sql/sqlite/sqlite-failures'
import { createNewsReader } from './hits/news.ts'

/** The words of all pads, kept by a process so that a keyword is sought in all of them at once. */
export interface WordList {
  /** Ids of the words that hold `part`, with how often each does; words that were lost meanwhile may be among them. */
  containing(db: Connection, part: string): ReadonlyMap<number, number>
  /** The latest counts (`hits/news.ts`). */
  news(db: Connection): string
}

export function createWordList(): WordList {
  let known = nothing
  return {
    containing: (db, part) => {
      known = upToDate(db, known)
      const found = new Map<number, number>()
      const bytes = asLatin1(Buffer.from(part))
      for (const block of known.blocks) findIn(block, bytes, found)
      return found
    },
    news: createNewsReader(),
  }
}

interface Known {
  readonly blocks: readonly WordBlock[]
  /** Words with ids up to this one were read. */
  readonly last: number
  /** `words_lost` at the first look, and at the latest. */
  readonly lostAtFirst: number
  readonly lost: number
}

/** Words in the order of their ids. */
interface WordBlock {
  /** Their UTF-8 bytes, each as a character, with a line break before and after each word, which no word holds. */
  readonly text: string
  readonly ids: Uint32Array
  /** Offset of each word in `text`. */
  readonly starts: Uint32Array
}

const nothing: Known = { blocks: [], last: 0, lostAtFirst: 0, lost: 0 }

/**
 * Ids only grow, so a later moment only adds words behind those that were read. An earlier one may have words that were
 * lost before they were read: for it the list is read again.
 */
function upToDate(db: Connection, known: Known): Known {
  const lost = counter(db, 'words_lost')
  const base = lost < known.lost || isMostlyLost(known, lost) ? { ...nothing, lostAtFirst: lost } : known
  const added = readAfter(db, base.last)
  return {
    ...base,
    lost,
    last: added.at(-1)?.ids.at(-1) ?? base.last,
    blocks: joinSmall([...base.blocks, ...added]),
  }
}

const isMostlyLost = ({ blocks, lostAtFirst }: Known, lost: number): boolean =>
  lost - lostAtFirst > blocks.reduce((sum, { ids }) => sum + ids.length, 0) / 2 + LOSSES_SPARED

/** Fewer losses do not justify reading everything again. */
const LOSSES_SPARED = 10_000

/** Words of a stretch at most: one row of SQLite's each, since to hand over a row for every word takes ten times as long. */
const BLOCK_WORDS = 50_000

function readAfter(db: Connection, last: number): WordBlock[] {
  const blocks: WordBlock[] = []
  for (let after = last; ;) {
    const row = db.row<{ ids: string; words: Uint8Array | null }>(
      `SELECT json_group_array(id) AS ids,
         CAST(char(10) || group_concat(word, char(10)) || char(10) AS BLOB) AS words
       FROM (SELECT id, word FROM hit_words WHERE id > ? ORDER BY id LIMIT ${BLOCK_WORDS})`,
      [after],
    )
    if (!row?.words) return blocks
    const ids = new Uint32Array(parseStored<number[]>(row.ids))
    blocks.push(wordBlockOf(asLatin1(row.words), ids))
    after = ids.at(-1) ?? after
  }
}

/** A string of bytes takes half the memory of others, and is searched in half the time. */
const asLatin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')

function wordBlockOf(text: string, ids: Uint32Array): WordBlock {
  const starts = new Uint32Array(ids.length)
  let at = 0
  for (let word = 0; word < ids.length; word++) {
    starts[word] = at + 1
    at = text.indexOf('\n', at + 1)
  }
  return { text, ids, starts }
}

/** Writes add few words each: the last stretches grow together, so that there are never many. */
function joinSmall(blocks: readonly WordBlock[]): readonly WordBlock[] {
  const last = blocks.at(-1)
  const before = blocks.at(-2)
  if (!last || !before || last.ids.length + before.ids.length > BLOCK_WORDS || 2 * last.ids.length < before.ids.length)
    return blocks
  const joined = wordBlockOf(before.text + last.text.slice(1), Uint32Array.from([...before.ids, ...last.ids]))
  return joinSmall([...blocks.slice(0, -2), joined])
}

function findIn({ text, ids, starts }: WordBlock, part: string, found: Map<number, number>): void {
  let word = 0
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
    word = wordAt(starts, at, word)
    const id = ids[word] ?? 0
    found.set(id, (found.get(id) ?? 0) + 1)
  }
}

/** The word that the character at `at` belongs to; `from` or one after it. */
function wordAt(starts: Uint32Array, at: number, from: number): number {
  let low = from
  let high = starts.length
  while (low + 1 < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle
  }
  return low
}
