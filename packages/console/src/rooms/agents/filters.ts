import { computed } from 'vue'
import { useAddress } from '../../ui/use-address.ts'
import { originQuery, origins, type CallsQuery } from './calls.ts'

export const ages = ['1h', '24h', '7d', '30d'] as const

/** What of the log is shown, as the address tells it; times are ages, or moments in milliseconds. */
export function useCallFilters() {
  const from = useAddress('from', { among: origins })
  const tool = useAddress('tool')
  const client = useAddress('client')
  const outcome = useAddress('outcome', { among: ['failed', 'empty'] })
  const since = useAddress('since')
  const until = useAddress('until')
  const actor = useAddress('actor')
  const query = computed((): CallsQuery => ({
    ...originQuery(from.value),
    ...(tool.value && { operation: tool.value }),
    ...(client.value && { client: client.value }),
    ...(outcome.value === 'failed' && { failed: true }),
    ...(outcome.value === 'empty' && { empty: true }),
    ...(isTime(since.value) && { since: since.value }),
    ...(isTime(until.value) && { until: until.value }),
    ...(actor.value && { actor: actor.value }),
  }))
  const all = { from, tool, client, outcome, since, until, actor }
  return { ...all, query, isFiltered: computed(() => Object.values(all).some(({ value }) => value !== '')) }
}

const isTime = (text: string): boolean => isMoment(text) || ages.some((age) => age === text)
export const isMoment = (text: string): boolean => /^\d{12,14}$/.test(text)
