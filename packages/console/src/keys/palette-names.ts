/** Entries of the palette, and the ones that a query names. */
export interface PaletteItem {
  readonly key: string
  readonly group: 'rooms' | 'sources' | 'hits' | 'operations'
  readonly label: string
  readonly hint?: string | undefined
  readonly kind?: string | undefined
  run(): unknown
}

const MOST_OF_GROUP = 7

/** Items whose name holds the letters of the query: those that begin with it first. `lease` is no `list-releases`. */
export function best(items: readonly PaletteItem[], query: string): readonly PaletteItem[] {
  const wanted = query.trim().toLowerCase()
  const score = ({ label, hint = '', group }: PaletteItem): number => {
    if (wanted === '') return group === 'rooms' ? 1 : 0
    const [name, more] = [label.toLowerCase(), hint.toLowerCase()]
    if (name.startsWith(wanted)) return 4
    const holds = group === 'operations' ? beginsWord : (text: string, part: string) => text.includes(part)
    return holds(name, wanted) ? 3 : holds(more, wanted) ? 2 : 0
  }
  const rated = items.map((each) => ({ each, score: score(each) })).filter((one) => one.score > 0)
  const byGroup = Object.groupBy(
    rated.toSorted((a, b) => b.score - a.score),
    ({ each }) => each.group,
  )
  return (['rooms', 'sources', 'operations'] as const).flatMap((group) =>
    (byGroup[group] ?? []).slice(0, wanted === '' ? undefined : MOST_OF_GROUP).map(({ each }) => each),
  )
}

const beginsWord = (text: string, part: string): boolean =>
  text.startsWith(part) || [' ', '-', '_'].some((gap) => text.includes(gap + part))
