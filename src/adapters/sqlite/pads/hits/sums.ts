import type { Connection } from '../../../sqlite-driver/connection.ts'
import { parseStored } from '../../failures.ts'
import type { Column } from './columns.ts'
import { forEachEntry } from './entries.ts'
import { BLOCK_PLACES } from './keys.ts'

/** The counts of several words added up, each as often as `times` says. */
export function columnOfKeys(db: Connection, times: ReadonlyMap<number, number>): Column {
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
  sum.take(visit)
}

interface Sum {
  add(data: Uint8Array, times: number): void
  /** Places ascending; it is empty afterwards. */
  take(visit: Visit): void
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
    take: (visit) => {
      for (const place of new Uint32Array(met).toSorted()) {
        visit(place, cells?.[place] ?? 0)
        if (cells) cells[place] = 0
      }
      met = []
    },
  }
}
