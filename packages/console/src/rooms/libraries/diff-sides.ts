/** A line of a unified diff as it was and as it is; `place`: where the next lines stand. */
export interface SideRow {
  readonly before?: string | undefined
  readonly after?: string | undefined
  readonly place?: string
}

/** Lines that went stand beside those that came in their place. */
export function sidesOf(diff: string): readonly SideRow[] {
  const rows: SideRow[] = []
  let [gone, come]: [string[], string[]] = [[], []]
  function settle(): void {
    for (let at = 0; at < Math.max(gone.length, come.length); at++) rows.push({ before: gone[at], after: come[at] })
    ;[gone, come] = [[], []]
  }
  for (const line of diff.split('\n')) {
    if (line.startsWith('-')) {
      if (come.length > 0) settle()
      gone.push(line.slice(1))
    } else if (line.startsWith('+')) come.push(line.slice(1))
    else {
      settle()
      if (line.startsWith('@@')) rows.push({ place: line })
      else if (line !== '') rows.push({ before: line.slice(1), after: line.slice(1) })
    }
  }
  settle()
  return rows
}
