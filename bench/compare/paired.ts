import { table } from '../table.ts'

/** One question asked of two builds, the other one second. */
export interface Pair {
  /** The line of the table that it counts in. */
  readonly line: string
  /** The repository or set: each of a line weighs the same. */
  readonly set: string
  readonly text: string
  readonly ours: Asked
  readonly theirs: Asked | undefined
}

export interface Asked {
  readonly value: number
  readonly isEmpty: boolean
  readonly tokens?: number
  /** Milliseconds of the processor. */
  readonly cpu: number
}

export function pairedTable(pairs: readonly Pair[]): string {
  const lines = [...Map.groupBy(pairs, ({ line }) => line)].map(([line, own]) => rowOf(line, own))
  const isCompared = pairs.some(({ theirs }) => theirs)
  const head = isCompared
    ? ['set', 'questions', 'before', 'now', 'difference', '± 2 se', 'better', 'worse', 'empty', 'tokens', 'ms CPU']
    : ['set', 'questions', 'now', 'empty', 'tokens', 'ms CPU']
  const rows = isCompared ? lines.map(({ compared }) => compared) : lines.map(({ alone }) => alone)
  return table(head, rows)
}

export function rowOf(line: string, pairs: readonly Pair[]) {
  const weights = weightsOf(pairs)
  const over = (value: (pair: Pair) => number): number =>
    pairs.reduce((sum, pair) => sum + value(pair) * (weights.get(pair.set) ?? 0), 0)
  const gain = ({ ours, theirs }: Pair): number => ours.value - (theirs?.value ?? ours.value)
  const difference = over(gain)
  const error = Math.sqrt(
    pairs.reduce((sum, pair) => sum + ((weights.get(pair.set) ?? 0) * (gain(pair) - difference)) ** 2, 0),
  )
  const empty = pairs.filter(({ ours }) => ours.isEmpty).length
  const emptyBefore = pairs.filter(({ theirs }) => theirs?.isEmpty).length
  const now = over(({ ours }) => ours.value).toFixed(4)
  const cpu = (of: (pair: Pair) => number): string =>
    (pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length).toFixed(1)
  const ours = cpu((pair) => pair.ours.cpu)
  const count = String(pairs.length)
  return {
    alone: [line, count, now, String(empty), tokensOf(pairs.map((pair) => pair.ours)), ours],
    compared: [
      line,
      count,
      over(({ theirs }) => theirs?.value ?? 0).toFixed(4),
      now,
      `${difference > 0 ? '+' : ''}${difference.toFixed(4)}${Math.abs(difference) > 2 * error && error > 0 ? ' *' : ''}`,
      (2 * error).toFixed(4),
      String(pairs.filter((pair) => gain(pair) > 1e-9).length),
      String(pairs.filter((pair) => gain(pair) < -1e-9).length),
      emptyBefore === empty ? String(empty) : `${emptyBefore} → ${empty}`,
      [pairs.flatMap(({ theirs }) => theirs ?? []), pairs.map((pair) => pair.ours)]
        .map(tokensOf)
        .filter(Boolean)
        .join(' → '),
      `${cpu(({ theirs }) => theirs?.cpu ?? 0)} → ${ours}`,
    ],
  }
}

const tokensOf = (asked: readonly Asked[]): string => {
  const counted = asked.flatMap(({ tokens }) => tokens ?? [])
  return counted.length === 0 ? '' : (counted.reduce((sum, each) => sum + each, 0) / counted.length).toFixed(0)
}

/** Weight of one question of each set: sets weigh the same, however many questions they have. */
function weightsOf(pairs: readonly Pair[]): ReadonlyMap<string, number> {
  const bySet = [...Map.groupBy(pairs, ({ set }) => set)]
  return new Map(bySet.map(([set, own]) => [set, 1 / (own.length * bySet.length)]))
}
