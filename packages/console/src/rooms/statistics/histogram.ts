import type { Sample, Samples } from './prometheus.ts'

/** How often a value stayed within each bound; the last bound is endless. */
export interface Histogram {
  readonly upTo: readonly { readonly bound: number; readonly count: number }[]
  readonly count: number
}

/** All series of one name as one. */
export function histogramOf(
  samples: Samples,
  name: string,
  isWanted: (labels: Sample['labels']) => boolean = () => true,
): Histogram {
  const counts = new Map<number, number>()
  for (const { labels, value } of samples.get(`${name}_bucket`) ?? []) {
    if (!isWanted(labels)) continue
    const bound = labels['le'] === '+Inf' ? Infinity : Number(labels['le'])
    counts.set(bound, (counts.get(bound) ?? 0) + value)
  }
  const upTo = [...counts].map(([bound, count]) => ({ bound, count })).toSorted((a, b) => a.bound - b.bound)
  return { upTo, count: upTo.at(-1)?.count ?? 0 }
}

/** The value that this part of all stays within, as Prometheus estimates it: even between two bounds. Nothing of no values. */
export function quantileOf({ upTo, count }: Histogram, part: number): number | null {
  if (count === 0) return null
  const rank = part * count
  const at = upTo.findIndex((each) => each.count >= rank)
  const found = upTo[at]
  const below = upTo[at - 1] ?? { bound: 0, count: 0 }
  if (!found) return null
  if (found.bound === Infinity) return below.bound
  const own = found.count - below.count
  return own === 0 ? found.bound : below.bound + ((found.bound - below.bound) * (rank - below.count)) / own
}
