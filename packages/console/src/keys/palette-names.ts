/** Entries of the palette, and the ones that a query names. */
export interface PaletteItem {
  readonly key: string
  readonly group: 'page' | 'actions' | 'rooms' | 'recent' | 'sources' | 'hits' | 'operations'
  readonly label: string
  readonly hint?: string | undefined
  /** Other words for it, in both languages. */
  readonly words?: string | undefined
  readonly kind?: string | undefined
  /** Of a hit: it is shown beside the list, and has actions. */
  readonly citation?: string
  readonly terms?: readonly string[]
  run(): unknown
}

const MOST_OF_GROUP = 7
const ORDER = ['rooms', 'page', 'actions', 'sources', 'operations'] as const
/** What an empty box shows. */
const OFFERED: readonly PaletteItem['group'][] = ['page', 'recent', 'rooms']

/** Items that hold each word of the query at the beginning of a word of theirs: those named so first. `lease` is no `list-releases`. */
export function best(items: readonly PaletteItem[], query: string): readonly PaletteItem[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return OFFERED.flatMap((group) => items.filter((each) => each.group === group))
  const words = wanted.split(/\s+/)
  const score = ({ label, hint = '', words: more = '', group }: PaletteItem): number => {
    const name = label.toLowerCase()
    if (name.startsWith(wanted)) return 4
    const holds = group === 'sources' ? (text: string, part: string) => text.includes(part) : beginsWord
    const all = (text: string): boolean => words.every((word) => holds(text, word))
    return all(name) ? 3 : all(`${name} ${hint} ${more}`.toLowerCase()) ? 2 : 0
  }
  const rated = items.map((each) => ({ each, score: score(each) })).filter((one) => one.score > 0)
  const byGroup = Object.groupBy(
    rated.toSorted((a, b) => b.score - a.score),
    ({ each }) => each.group,
  )
  return ORDER.flatMap((group) => (byGroup[group] ?? []).slice(0, MOST_OF_GROUP).map(({ each }) => each))
}

/** Chinese has no gaps between its words. */
const beginsWord = (text: string, part: string): boolean =>
  /^\p{Script=Han}/u.test(part)
    ? text.includes(part)
    : text.startsWith(part) || [' ', '-', '_'].some((gap) => text.includes(gap + part))
