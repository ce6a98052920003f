import { readPlace, type HitTable } from '../../../../ports/pads.ts'
import { sumByPlace, type Change } from './entries.ts'

/** Where one keyword stands, places ascending. */
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
