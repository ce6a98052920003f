/** `into.push(...more)` gives each item a place on the stack, which holds about a hundred thousand. */
export function append<T>(into: T[], more: Iterable<T>): void {
  for (const each of more) into.push(each)
}

/** As `Math.max`, of any number of numbers. */
export function largest(numbers: Iterable<number>, least = 0): number {
  let found = least
  for (const each of numbers) if (each > found) found = each
  return found
}

/** As `Math.min`, of any number of numbers; `Infinity` of none. */
export function smallest(numbers: Iterable<number>): number {
  let found = Infinity
  for (const each of numbers) if (each < found) found = each
  return found
}
