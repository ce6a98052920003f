const DAY = 86_400_000

/** The last days up to today, each with its row where there is one: a chart of one busy day is a chart of two weeks. */
export function lastDays<T extends { readonly day: string }>(
  rows: readonly T[],
  least = 14,
): readonly { readonly time: number; readonly row: T | undefined }[] {
  const today = Math.floor(Date.now() / DAY) * DAY
  const byTime = new Map(rows.map((row) => [Date.parse(row.day), row]))
  const first = Math.min(today - (least - 1) * DAY, ...byTime.keys())
  return Array.from({ length: Math.round((today - first) / DAY) + 1 }, (_, at) => {
    const time = first + at * DAY
    return { time, row: byTime.get(time) }
  })
}
