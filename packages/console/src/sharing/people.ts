import { useQuery } from '@pinia/colada'
import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { api, told, type Answer } from '../api/client.ts'
import { useSession } from '../session/session.ts'

export type Person = Answer<'/api/v1/people'>['list'][number]

/** Everybody, for administrators; for others themselves, their groups and those named. */
export const listPeople = async (named: readonly string[], signal?: AbortSignal): Promise<readonly Person[]> =>
  (
    await told(
      api.GET('/api/v1/people', {
        // A name may hold a comma: the list is sent as JSON.
        params: { query: { named: [...named] } },
        querySerializer: () => (named.length > 0 ? `named=${encodeURIComponent(JSON.stringify(named))}` : ''),
        ...(signal && { signal }),
      }),
    )
  ).list

/** Actors without an account. */
const ROLES: Readonly<Record<string, string>> = {
  local: 'ui.actors.local',
  schedule: 'ui.actors.schedule',
  watch: 'ui.actors.watch',
  anonymous: 'ui.actors.anonymous',
}
/** Other targets of acts are names already. */
const isUser = (id: string): boolean => /^[0-9A-Z]{26}$/.test(id)

/** Names for ids, as far as the viewer may know them; an id without a name stays. */
export function useNames(ids: () => readonly string[]): ComputedRef<(id: string) => string> {
  const { t } = useI18n()
  const session = useSession()
  const asked = computed(() => [...new Set(ids())].filter(isUser).toSorted().slice(0, 100))
  const { data } = useQuery({
    key: () => ['users', 'names', ...asked.value],
    enabled: () => asked.value.length > 0 && session.me !== undefined,
    staleTime: 60_000,
    query: async ({ signal }) => listPeople(asked.value, signal),
  })
  return computed(() => {
    const names = new Map((data.value ?? []).map(({ id, name }) => [id, name]))
    return (id) => {
      const role = ROLES[id]
      if (role !== undefined) return t(role)
      return names.get(id) ?? id.replace(/^group:/, '')
    }
  })
}
