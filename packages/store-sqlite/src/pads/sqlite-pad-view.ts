import type { SourceId } from '@wuku/core/core-types'
import {
  type Pad,
  type PlacedPad,
  type PadState,
  type PadVersion,
  type PadView,
  type Page,
  type HitKeyword,
  type HitProbe,
  type HitTable,
  readPlace,
} from '@wuku/core/ports/pads'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import { factsOfEveryPad, factsOfPads, padRecord } from './sqlite-pad-records.ts'
import { textOf } from './texts.ts'
import { pageOfHistory, stateAt, type HistoryRequest } from './sqlite-pad-versions.ts'
import type { WordList } from './word-list.ts'
import { pageOfWorkflows, workflowById, workflowsNumbered, numbersInScope } from './workflows.ts'
import { isCjkWord, partsOfCjk } from '@wuku/text/terms/hits'
import { forEachEntry, sumByPlace, type Change, keyOfCjk, BLOCK_PLACES } from './hits/entries.ts'
import { findInNews, findWordInNews } from './hits/news.ts'
import { parseStored } from '@wuku/store-sql/sqlite/sqlite-failures'

/** Stands on a connection whose transaction is open. */
export const createPadView = (db: Connection, words: WordList): PadView => ({
  workflow: async (id) => workflowById(db, id),
  workflows: async (request) => pageOfWorkflows(db, request),
  workflowsNumbered: async (numbers) => workflowsNumbered(db, numbers),
  pads: async (workflow) => factsOfPads(db, workflow),
  everyPad: async () => factsOfEveryPad(db),
  padFacts: async (id) => padRecord(db, id)?.facts,
  pad: async (id) => padById(db, id, (pad) => textOf(db, pad)),
  placed: async (ids) => placedPads(db, ids, (pad) => textOf(db, pad)),
  idsFrom: async (prefix, limit) => idsFrom(db, { prefix, limit }),
  history: async (pad, request) => historyOf(db, pad, request),
  stateAt: async (pad, version) => stateOf(db, pad, version),
  hits: async (probe) => findHits(db, words, probe),
})

export function padById(db: Connection, id: string, read: (pad: number) => string): Pad | undefined {
  const record = padRecord(db, id)
  if (!record) return undefined
  return { ...record.facts, content: read(record.number) }
}

export const placedPads = (db: Connection, ids: readonly string[], read: (pad: number) => string): PlacedPad[] =>
  ids.flatMap((id) => {
    const pad = padById(db, id, read)
    const workflow = pad && workflowById(db, pad.workflow)
    return pad && workflow ? [{ pad, workflow }] : []
  })

const LAST_CHARACTER = '\u{10ffff}'

interface FoundId {
  readonly id: string
  /** Source of its workflow. */
  readonly source: SourceId | null
}

const IDS_OF_A_PAGE = 100

/**
 * Ids with this prefix, in their order. Sources are compared here: SQLite reads a list of sources once an id was found, and
 * that time would reveal ids that are not shown.
 */
export function idsFrom(
  db: Connection,
  { prefix, limit }: { readonly prefix: string; readonly limit: number },
  isShown: (source: SourceId | undefined) => boolean = () => true,
): string[] {
  const found: string[] = []
  let from = prefix
  while (found.length < limit) {
    const page = pageOfIds(db, from, prefix + LAST_CHARACTER)
    found.push(...page.flatMap(({ id, source }) => (isShown(source ?? undefined) ? [id] : [])))
    const last = page.at(-1)
    if (!last || page.length < IDS_OF_A_PAGE) break
    from = `${last.id}\0`
  }
  return found.slice(0, limit)
}

const pageOfIds = (db: Connection, from: string, until: string): FoundId[] =>
  db.rows(
    `SELECT id, source FROM workflows WHERE id >= ?1 AND id < ?2
     UNION SELECT pads.id, source FROM pads JOIN workflows ON workflows.number = pads.workflow
       WHERE pads.id >= ?1 AND pads.id < ?2
     ORDER BY id LIMIT ${IDS_OF_A_PAGE}`,
    [from, until],
  )

function historyOf(db: Connection, pad: string, request: HistoryRequest): Page<PadVersion> {
  const record = padRecord(db, pad)
  return record ? pageOfHistory(db, record.number, request) : { items: [], total: 0 }
}

function stateOf(db: Connection, pad: string, version: number): PadState | undefined {
  const record = padRecord(db, pad)
  if (!record) return undefined
  const { number, facts } = record
  return stateAt(db, { number, version, now: { ...facts, content: textOf(db, number) } })
}

function findHits(db: Connection, words: WordList, { keywords, scope }: HitProbe): HitTable {
  const columnOf = columnFinder(db, words)
  const columns = keywords.map(columnOf)
  if (scope === undefined) return tabulate(columns)
  const workflows = new Set(numbersInScope(db, scope))
  return tabulate(columns.map((column) => within(column, workflows)))
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
