import { type HitKeyword, type HitProbe, type HitTable, readPlace } from '@wuku/core/ports/pads'
import { isCjkWord, partsOfCjk } from '@wuku/text/terms/hits'
import { requireShown } from '@wuku/store-sql/pads/pad-parts'
import { conditionsFor } from '@wuku/store-sql/tables'
import type { PadsShown } from '@wuku/store-sql/visible-rows'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { sqliteSession } from '@wuku/store-sql/sqlite/sqlite-dialect'
import { parseStored } from '@wuku/store-sql/sqlite/sqlite-failures'
import { BLOCK_PLACES, forEachEntry, keyOfCjk, sumByPlace, type Change } from './hits/entries.ts'
import { findInNews, findWordInNews } from './hits/news.ts'
import type { WordList } from './word-list.ts'

/** Stands on a connection whose transaction is open. */
export async function findHits({ db, words, shown }: HitContext, { keywords, scope }: HitProbe): Promise<HitTable> {
  const columnOf = columnFinder(db, words)
  const columns = keywords.map(columnOf)
  if (scope === undefined && !shown) return tabulate(columns)
  const session = sqliteSession(db)
  const where = conditionsFor(session)
  where.compare('scope', '=', scope)
  requireShown({ db: session, shown }, where)
  const rows = await session.rows<{ number: number }>(`SELECT number FROM workflows WHERE ${where.sql}`, where.values)
  const workflows = new Set(rows.map(({ number }) => number))
  return tabulate(columns.map((column) => within(column, workflows)))
}

export interface HitContext {
  readonly db: Connection
  readonly words: WordList
  /** `undefined`: every workflow. */
  readonly shown: PadsShown | undefined
}

/** Combines the stored rows with the changes since they were written. */
function columnFinder(db: Connection, words: WordList): (keyword: HitKeyword) => Column {
  const news = words.news(db)
  const exactColumn = (keys: readonly number[], word: string): Column =>
    changeColumn(columnOfKeys(db, new Map(keys.map((key) => [key, 1]))), findWordInNews(news, word))
  return ({ text, where }) => {
    if (isCjkWord(text)) return intersectLeast(partsOfCjk(text).map((part) => exactColumn([keyOfCjk(part) ?? 0], part)))
    if (where === 'whole') return exactColumn(idsOf(db, text), text)
    return changeColumn(columnOfKeys(db, words.containing(db, text)), findInNews(news, text))
  }
}

const idsOf = (db: Connection, word: string): number[] =>
  db.rows<{ id: number }>('SELECT id FROM hit_words WHERE word = ?', [word]).map(({ id }) => id)

/** The counts of several words added up, each as often as `times` says. */
function columnOfKeys(db: Connection, times: ReadonlyMap<number, number>): Column {
  const places: number[] = []
  const counts: number[] = []
  const sum = createSum()
  const blocks = Map.groupBy(readRows(db, [...times.keys()]), ({ block }) => block)
  for (const [block, rows] of [...blocks].toSorted(([a], [b]) => a - b)) {
    const first = block * BLOCK_PLACES
    sumOfRows(rows, { times, sum }, (place, count) => {
      places.push(first + place)
      counts.push(count)
    })
  }
  return { places: new Float64Array(places), counts: new Uint32Array(counts) }
}

interface HitRow {
  readonly word: number
  readonly block: number
  readonly data: Uint8Array
}

/** All rows in one: to hand over a row for each of thousands of words takes four times as long. Joined, bytes stay bytes. */
function readRows(db: Connection, keys: readonly number[]): HitRow[] {
  const row = db.row<{ words: string; blocks: string; lengths: string; data: Uint8Array | null }>(
    `SELECT json_group_array(hits.id >> 20) AS words, json_group_array(hits.id & 0xfffff) AS blocks,
       json_group_array(length(data)) AS lengths, CAST(group_concat(data, '') AS BLOB) AS data
     FROM json_each(?) CROSS JOIN hits ON hits.id BETWEEN value << 20 AND (value << 20 | 0xfffff)`,
    [JSON.stringify(keys)],
  )
  const { data } = row ?? {}
  if (!row || !data) return []
  const [words, blocks, lengths] = [row.words, row.blocks, row.lengths].map((list) => parseStored<number[]>(list))
  let end = 0
  return (lengths ?? []).map((length, at) => {
    end += length
    return { word: words?.[at] ?? 0, block: blocks?.[at] ?? 0, data: data.subarray(end - length, end) }
  })
}

interface Addition {
  readonly times: ReadonlyMap<number, number>
  readonly sum: Sum
}

type Visit = (place: number, count: number) => void

function sumOfRows(rows: readonly HitRow[], { times, sum }: Addition, visit: Visit): void {
  const [only, ...others] = rows
  const timesOf = ({ word }: HitRow): number => times.get(word) ?? 0
  if (only && others.length === 0) {
    const factor = timesOf(only)
    forEachEntry(only.data, 0, (place, count) => visit(place, count * factor))
    return
  }
  for (const row of rows) sum.add(row.data, timesOf(row))
  sum.drain(visit)
}

interface Sum {
  add(data: Uint8Array, times: number): void
  /** Places ascending; it is empty afterwards. */
  drain(visit: Visit): void
}

/** A cell for each place of a block: many rows are added without a look-up. */
function createSum(): Sum {
  let cells: Uint32Array | undefined
  let met: number[] = []
  return {
    add: (data, times) => {
      const sums = (cells ??= new Uint32Array(BLOCK_PLACES))
      forEachEntry(data, 0, (place, count) => {
        const before = sums[place] ?? 0
        if (before === 0) met.push(place)
        sums[place] = before + count * times
      })
    },
    drain: (visit) => {
      for (const place of new Uint32Array(met).toSorted()) {
        visit(place, cells?.[place] ?? 0)
        if (cells) cells[place] = 0
      }
      met = []
    },
  }
}

/** Places of one keyword, ascending. */
export interface Column {
  readonly places: Float64Array
  readonly counts: Uint32Array
}

/** One row for each place of any column. */
export function tabulate(columns: readonly Column[]): HitTable {
  const places = columns.map((column) => column.places).reduce(unite, new Float64Array(0))
  return { places, counts: columns.map((column) => spread(column, places)) }
}

/** The column after changes; places where nothing is left are gone. */
export function changeColumn(column: Column, changes: readonly Change[]): Column {
  if (changes.length === 0) return column
  const net = sumByPlace(changes)
  const places = unite(
    column.places,
    Float64Array.from(net, ({ place }) => place),
  )
  const counts = spread(column, places)
  let at = 0
  for (const { place, by } of net) {
    while (places[at] !== place) at++
    counts[at] = Math.max(0, (counts[at] ?? 0) + by)
  }
  return { places: places.filter((_, row) => counts[row] !== 0), counts: counts.filter((count) => count !== 0) }
}

/** The places of all columns, each with the least of their counts. */
export const intersectLeast = (columns: readonly Column[]): Column => columns.reduce(intersect)

/** Only the places of these workflows. */
export function within({ places, counts }: Column, workflows: ReadonlySet<number>): Column {
  const admits = (_: number, at: number): boolean => workflows.has(readPlace(places[at] ?? 0).workflow)
  return { places: places.filter(admits), counts: counts.filter(admits) }
}

function unite(a: Float64Array, b: Float64Array): Float64Array {
  const united = new Float64Array(a.length + b.length)
  let length = 0
  for (let left = 0, right = 0; left < a.length || right < b.length;) {
    const here = a[left] ?? Infinity
    const there = b[right] ?? Infinity
    united[length++] = Math.min(here, there)
    if (here <= there) left++
    if (there <= here) right++
  }
  return united.slice(0, length)
}

function spread(column: Column, places: Float64Array): Uint32Array {
  const counts = new Uint32Array(places.length)
  let at = 0
  for (let row = 0; row < places.length; row++)
    if (column.places[at] === places[row]) counts[row] = column.counts[at++] ?? 0
  return counts
}

function intersect(a: Column, b: Column): Column {
  const places = new Float64Array(Math.min(a.places.length, b.places.length))
  const counts = new Uint32Array(places.length)
  let length = 0
  for (let left = 0, right = 0; left < a.places.length && right < b.places.length;) {
    const here = a.places[left] ?? 0
    const there = b.places[right] ?? 0
    if (here === there) {
      places[length] = here
      counts[length++] = Math.min(a.counts[left] ?? 0, b.counts[right] ?? 0)
    }
    if (here <= there) left++
    if (there <= here) right++
  }
  return { places: places.slice(0, length), counts: counts.slice(0, length) }
}
