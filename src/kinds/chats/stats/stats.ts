import type { Engine } from '../../../engine/engine.ts'
import { counted } from '../../../engine/operations/counted.ts'
import { readCatalogue, type ChatEntry } from '../catalogue.ts'
import { monthOf, weekOf } from '../days.ts'
import { narrow } from '../narrowing.ts'
import { readShares, type SharesOf } from './read-shares.ts'
import type { Group, Grouping, StatsInput, StatsOutput, Totals } from './shapes.ts'
import type { Share } from './shares.ts'

/** How much was said, by whom and when. */
export const readStats = (wanted: StatsInput, engine: Engine): Promise<StatsOutput> =>
  engine.read(async (view) => {
    const { utc_offset_minutes: offset, limit } = wanted
    const narrowed = narrow(wanted, await readCatalogue(view), engine.now())
    const { all, reckoned } = await readShares(narrowed, { view, offset })
    const groups = groupsOf(all, [...new Set(wanted.group_by)])
    const note =
      `${counted(reckoned, 'older conversation')} were not looked into: each counts for its last day and first model, and ` +
      'its time is its whole length. The same call again counts on.'
    return {
      groups: groups.slice(0, limit),
      totals: totalsOf(all),
      groups_left_out: Math.max(0, groups.length - limit),
      reckoned,
      utc_offset_minutes: offset,
      notes: reckoned > 0 ? [note] : [],
    }
  })

type Key = Pick<Group, Grouping>

function groupsOf(all: readonly SharesOf[], by: readonly Grouping[]): readonly Group[] {
  const sums = new Map<string, Sum & { readonly key: Key }>()
  for (const { entry, shares } of all) {
    const met = new Set<string>()
    for (const share of shares) {
      const values = by.map((grouping) => valueOf(grouping, entry, share))
      const word = JSON.stringify(values)
      const sum = sums.get(word) ?? { ...emptySum(), key: Object.fromEntries(by.map((each, at) => [each, values[at]])) }
      sums.set(word, sum)
      addShare(sum, share)
      if (!met.has(word)) sum.conversations++
      met.add(word)
    }
  }
  return [...sums.values()].map(({ key, ...sum }) => ({ ...key, ...measuresOf(sum) })).toSorted(byTimeThenSize)
}

function valueOf(grouping: Grouping, { agent, project }: ChatEntry, { day, model }: Share): string | null {
  if (grouping === 'agent') return agent
  if (grouping === 'project') return project ?? null
  if (grouping === 'model') return model
  if (grouping === 'week') return weekOf(day)
  return grouping === 'month' ? monthOf(day) : day
}

function totalsOf(all: readonly SharesOf[]): Totals {
  const sum = emptySum()
  for (const { shares } of all) {
    if (shares.length > 0) sum.conversations++
    for (const share of shares) addShare(sum, share)
  }
  return measuresOf(sum)
}

interface Sum {
  conversations: number
  messages: number
  turns: number
  inputTokens: number
  outputTokens: number
  activeMs: number
}

const emptySum = (): Sum => ({
  conversations: 0,
  messages: 0,
  turns: 0,
  inputTokens: 0,
  outputTokens: 0,
  activeMs: 0,
})

function addShare(sum: Sum, share: Share): void {
  sum.messages += share.messages
  sum.turns += share.turns
  sum.inputTokens += share.inputTokens
  sum.outputTokens += share.outputTokens
  sum.activeMs += share.activeMs
}

const measuresOf = ({ activeMs, ...sum }: Sum): Totals => ({ ...sum, activeSeconds: Math.round(activeMs / 1_000) })

const byTimeThenSize = (a: Group, b: Group): number =>
  compare(timeOf(b), timeOf(a)) || b.messages - a.messages || compare(JSON.stringify(a), JSON.stringify(b))

const timeOf = ({ day, week, month }: Group): string => day ?? week ?? month ?? ''

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
