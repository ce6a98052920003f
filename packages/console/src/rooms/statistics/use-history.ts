import { useQuery } from '@pinia/colada'
import { computed, onScopeDispose, type ComputedRef } from 'vue'
import { api, told, type Answer } from '../../api/client.ts'
import { useAddress } from '../../ui/use-address.ts'

export type History = Answer<'/api/v1/stats/history'>
export type Calls = History['calls']
export type ToolRow = Calls['by_tool'][number]
export type ClientRow = Calls['by_client'][number]
export type NotFoundRow = Calls['not_found'][number]
export type Total = Omit<History['totals'][number], 'at'>

export const CONSOLE = 'console'
/** Each with the minutes of a bar: some thirty to sixty of them are read at a glance. */
const STEPS = { '1h': 1, '24h': 30, '7d': 240, '30d': 1_440, '1y': 10_080 } as const
export type Range = keyof typeof STEPS
export const ranges = Object.keys(STEPS) as readonly Range[]
const EVERY = 60_000

interface Filters {
  readonly mine?: boolean
  readonly without_client?: string
}

/** What happened over a range of time, as the address names it, and over the same time before. */
export function useHistory(filters: ComputedRef<Filters>) {
  const chosen = useAddress('range', { otherwise: '24h', among: ranges })
  const range = computed(() => chosen.value as Range)
  const input = computed(() => ({ ...filters.value, since: range.value, step: STEPS[range.value] }))
  const found = useQuery({
    key: () => ['stats', 'history', JSON.stringify(input.value)],
    query: async ({ signal }) => told(api.GET('/api/v1/stats/history', { params: { query: input.value }, signal })),
    placeholderData: (before: History | undefined) => before,
  })
  // A range ends now.
  const timer = setInterval(() => void (document.hidden || found.refetch()), EVERY)
  onScopeDispose(() => clearInterval(timer))
  const history = computed(() => found.data.value)
  return { chosen, range, history, error: found.error, refetch: found.refetch }
}

/** The beginning of each stretch of the range. */
export const timesOf = ({ from, to, step }: Pick<History, 'from' | 'to' | 'step'>): readonly number[] =>
  Array.from({ length: Math.ceil((to - from) / (step * 60_000)) }, (_, at) => from + at * step * 60_000)

const none: Total = { calls: 0, failed: 0, empty: 0, tokens: 0, p50: 0, p95: 0 }
export const totalsOf = ({ from, totals }: History): { readonly now: Total; readonly before: Total } => ({
  now: totals.find(({ at }) => at === from) ?? none,
  before: totals.find(({ at }) => at < from) ?? none,
})

/** Values of one measure of the server, at each of these times; nothing where it was not measured. */
export function measured(
  { server, step }: Pick<History, 'server' | 'step'>,
  metric: string,
  times: readonly number[],
  of: 'mean' | 'top' = 'mean',
): readonly (number | null)[] {
  // Measures stand at whole steps since 1970, as the range does.
  const length = step * 60_000
  const known = new Map(server.filter((each) => each.metric === metric).map((each) => [each.at, each[of]]))
  return times.map((time) => known.get(Math.floor(time / length) * length) ?? null)
}
