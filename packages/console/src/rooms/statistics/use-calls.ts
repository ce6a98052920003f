import { useQuery } from '@pinia/colada'
import { computed, type ComputedRef } from 'vue'
import { api, told, type Answer } from '../../api/client.ts'
import { useAddress } from '../../ui/use-address.ts'

type Stats = Answer<'/api/v1/stats'>
export type Calls = Stats['calls']
export type ToolRow = Calls['by_tool'][number]
export type ClientRow = Calls['by_client'][number]
export type NotFoundRow = Calls['not_found'][number]

export const CONSOLE = 'console'
export const DAYS = ['7', '30', '90', '365'] as const

/** What of the log of calls is counted, as the address tells it. */
export function useCalls() {
  const days = useAddress('days', { otherwise: '30' })
  const whose = useAddress('whose', { otherwise: 'all', among: ['all', 'mine'] })
  const withConsole = useAddress('console')
  const input = computed(() => ({
    days: Math.min(3_650, Math.max(1, Math.trunc(Number(days.value)) || 30)),
    ...(whose.value === 'mine' && { mine: true }),
    ...(withConsole.value !== 'yes' && { without_client: CONSOLE }),
  }))
  const stats = useQuery({
    key: () => ['stats', JSON.stringify(input.value)],
    query: async ({ signal }) => told(api.GET('/api/v1/stats', { params: { query: input.value }, signal })),
    placeholderData: (before: Stats | undefined) => before,
  })
  const calls: ComputedRef<Calls | undefined> = computed(() => stats.data.value?.calls)
  const isWithConsole = computed({
    get: () => withConsole.value === 'yes',
    set: (isWith) => (withConsole.value = isWith ? 'yes' : ''),
  })
  return { days, whose, isWithConsole, input, calls, error: stats.error, refetch: stats.refetch }
}
