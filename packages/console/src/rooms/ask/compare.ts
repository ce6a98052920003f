import type { Hit } from '../../ask/recall.ts'

/** A hit of two answers: where it stands in each, and which parts of its score made the difference. */
export interface Moved {
  readonly hit: Hit
  readonly a: number | undefined
  readonly b: number | undefined
  readonly state: 'same' | 'up' | 'down' | 'new' | 'gone'
  /** What B adds more or less than A, the greatest difference first. */
  readonly because: readonly { readonly by: string; readonly adds: number }[]
}

/** The order of B, with what it lacks of A at the end. A document counts by its first passage. */
export function movedBetween(a: readonly Hit[], b: readonly Hit[]): readonly Moved[] {
  const [inA, inB] = [ranked(a), ranked(b)]
  const rows = [...new Set([...inA.keys(), ...inB.keys()])].flatMap((key) => {
    const [one, other] = [inA.get(key), inB.get(key)]
    const hit = (other ?? one)?.hit
    const because = difference(one?.hit, other?.hit)
    return hit ? [{ hit, a: one?.rank, b: other?.rank, state: stateOf(one?.rank, other?.rank), because }] : []
  })
  return rows.toSorted((x, y) => (x.b ?? Infinity) - (y.b ?? Infinity) || (x.a ?? 0) - (y.a ?? 0))
}

const ranked = (hits: readonly Hit[]): ReadonlyMap<string, { readonly hit: Hit; readonly rank: number }> =>
  new Map(
    hits.map((hit, at) => [[hit.kind, hit.source, hit.path].join('/'), { hit, rank: at + 1 }] as const).toReversed(),
  )

function stateOf(a: number | undefined, b: number | undefined): Moved['state'] {
  if (a === undefined || b === undefined) return a === undefined ? 'new' : 'gone'
  return a === b ? 'same' : b < a ? 'up' : 'down'
}

const LEAST = 0.0005

function difference(a: Hit | undefined, b: Hit | undefined): Moved['because'] {
  const sum = new Map<string, number>()
  for (const { by, adds } of b?.why?.parts ?? []) sum.set(by, adds)
  for (const { by, adds } of a?.why?.parts ?? []) sum.set(by, (sum.get(by) ?? 0) - adds)
  const parts = [...sum].map(([by, adds]) => ({ by, adds }))
  return parts
    .filter(({ adds }) => Math.abs(adds) > LEAST)
    .toSorted((one, other) => Math.abs(other.adds) - Math.abs(one.adds))
}
