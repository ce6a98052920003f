/** The first of `answers` whose JSON has at most `most` characters; the last one when none has. Each gives up more than the one before it. */
export function fitAnswer<T>(answers: Iterable<T>, most: number): T {
  let last: { readonly answer: T } | undefined
  for (const answer of answers) {
    last = { answer }
    if (roomBeside(answer, most) >= 0) break
  }
  if (!last) throw new Error('There is no answer to fit.')
  return last.answer
}

/** As many of the first `rows` as their JSON fits into `room` characters, and at least one. */
export function rowsWithin<T>(rows: readonly T[], room: number): readonly T[] {
  let [count, left] = [0, room]
  for (const row of rows) {
    left = roomBeside(row, left) - 1
    if (left < 0) break
    count++
  }
  return rows.slice(0, Math.max(1, count))
}

/** Characters that the JSON of a value leaves of `room`. Below 0 it does not fit, and megabytes are not written out to see that. */
export function roomBeside(value: unknown, room: number): number {
  if (typeof value === 'string') return value.length > room ? -1 : room - JSON.stringify(value).length
  if (typeof value !== 'object' || value === null) return room - String(value).length
  const parts = Array.isArray(value) ? value.map((each: unknown) => ['', each] as const) : namedParts(value)
  let left = room - 2 - Math.max(0, parts.length - 1)
  for (const [name, part] of parts) {
    if (left < 0) break
    left = roomBeside(part, left - name.length)
  }
  return left
}

const namedParts = (value: object): readonly (readonly [name: string, part: unknown])[] =>
  Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([key, part]) => [`${JSON.stringify(key)}:`, part] as const)
