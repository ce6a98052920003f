const DAY = 86_400_000
const WEEK = 7 * DAY

/** The Monday on which a week of ISO 8601 begins: `2026-W47`. */
export function mondayOf(week: string): number {
  const [, year = 0, number = 0] = (/^(\d{4})-W(\d\d)$/.exec(week) ?? []).map(Number)
  const fourth = Date.UTC(year, 0, 4)
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY + (number - 1) * WEEK
}

const MOST_WEEKS = 520

/** Weeks from the first to the last, also those in which nothing was; never fewer than so many. */
export function weeksOf<T extends { readonly week?: string }>(
  rows: readonly T[],
  least = 8,
): readonly { readonly time: number; readonly row: T | undefined }[] {
  const byTime = new Map(rows.flatMap((row) => (row.week === undefined ? [] : [[mondayOf(row.week), row] as const])))
  if (byTime.size === 0) return []
  const last = Math.max(...byTime.keys())
  const first = Math.max(last - MOST_WEEKS * WEEK, Math.min(last - (least - 1) * WEEK, ...byTime.keys()))
  return Array.from({ length: Math.round((last - first) / WEEK) + 1 }, (_, at) => {
    const time = first + at * WEEK
    return { time, row: byTime.get(time) }
  })
}
