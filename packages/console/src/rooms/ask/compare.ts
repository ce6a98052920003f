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

/** The order of B, with what it lacks of A at the end. */
export function movedBetween(a: readonly Hit[], b: readonly Hit[]): readonly Moved[] {
  const keyOf = ({ kind, source, path }: Hit): string => [kind, source, path].join('/')
  const [inA, inB] = [a, b].map((hits) => {
    const first = new Map<string, number>()
    hits.forEach((hit, at) => first.has(keyOf(hit)) || first.set(keyOf(hit), at))
    return first
  }) as [Map<string, number>, Map<string, number>]
  const keys = [...new Set([...inB.keys(), ...inA.keys()])]
  return keys.flatMap((key) => {
    const [atA, atB] = [inA.get(key), inB.get(key)]
    const [hitA, hitB] = [atA === undefined ? undefined : a[atA], atB === undefined ? undefined : b[atB]]
    const hit = hitB ?? hitA
    return hit ? [{ hit, ...ranks(atA, atB), because: difference(hitA, hitB) }] : []
  })
}

function ranks(a: number | undefined, b: number | undefined): Pick<Moved, 'a' | 'b' | 'state'> {
  const rank = (at: number | undefined): number | undefined => (at === undefined ? undefined : at + 1)
  const state =
    a === undefined ? 'new' : b === undefined ? 'gone' : a === b ? 'same' : b < a ? ('up' as const) : ('down' as const)
  return { a: rank(a), b: rank(b), state }
}

const LEAST = 0.0005

function difference(a: Hit | undefined, b: Hit | undefined): Moved['because'] {
  const sum = new Map<string, number>()
  for (const [hit, sign] of [
    [b, 1],
    [a, -1],
  ] as const)
    for (const { by, adds } of hit?.why?.parts ?? []) sum.set(by, (sum.get(by) ?? 0) + sign * adds)
  return [...sum]
    .filter(([, adds]) => Math.abs(adds) > LEAST)
    .map(([by, adds]) => ({ by, adds }))
    .toSorted((one, other) => Math.abs(other.adds) - Math.abs(one.adds))
}
