/** The same numbers on every machine: mulberry32, and the normal distribution of Box and Muller. */
export interface Chance {
  /** 0 to 1. */
  even(): number
  /** Mean 0, deviation 1. */
  normal(): number
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0
  let spare: number | undefined
  const even = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const normal = (): number => {
    if (spare !== undefined) {
      const kept = spare
      spare = undefined
      return kept
    }
    const [radius, angle] = [Math.sqrt(-2 * Math.log(1 - even())), 2 * Math.PI * even()]
    spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }
  return { even, normal }
}
