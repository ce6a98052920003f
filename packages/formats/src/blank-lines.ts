export type Lines = readonly string[]

/** Columns of the blanks that a line begins with; a tab leads to the next multiple of `tab`. */
export function indentColumns(line: string, tab: number): number {
  let columns = 0
  for (let at = 0; at < line.length; at++) {
    if (line.charCodeAt(at) === 32) columns++
    else if (line.charCodeAt(at) === 9) columns += tab - (columns % tab)
    else break
  }
  return columns
}

export function skipBlank(lines: Lines, at: number): number {
  let next = at
  while (next < lines.length && lines[next] === '') next++
  return next
}
