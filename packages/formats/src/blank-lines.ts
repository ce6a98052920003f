export type Lines = readonly string[]

export function skipBlank(lines: Lines, at: number): number {
  let next = at
  while (next < lines.length && lines[next] === '') next++
  return next
}
