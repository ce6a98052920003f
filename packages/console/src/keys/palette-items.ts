import { useQuery } from '@pinia/colada'
import { computed, ref, watch, type ComputedRef, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { api, told } from '../api/client.ts'
import { rooms } from '../rooms.ts'
import { useSession } from '../session/session.ts'
import { addressOf } from '../ui/citations.ts'
import { best, type PaletteItem } from './palette-names.ts'

const TYPED_MILLISECONDS = 40

/** Rooms, sources, libraries and operations by name, and the best of the index: made from what the server tells, so that it is never behind. */
export function usePaletteItems(query: Ref<string>, isOpen: Ref<boolean>): ComputedRef<readonly PaletteItem[]> {
  const named = useNamed(isOpen)
  const found = useFound(query, isOpen)
  return computed(() => {
    const matching = best(named.value, query.value)
    return query.value.trim().length > 1 ? [...matching, ...found.value] : matching
  })
}

/** Everything that is found by its name. */
function useNamed(isOpen: Ref<boolean>): ComputedRef<readonly PaletteItem[]> {
  const { t } = useI18n()
  const session = useSession()
  const go = useGo()
  const operations = useQuery({
    key: ['operations'],
    enabled: () => isOpen.value,
    staleTime: Infinity,
    query: async ({ signal }) =>
      told(api.GET('/api/v1/operations', { params: { query: { page_size: 1_000 } }, signal })),
  })
  const sources = useQuery({
    key: ['sources'],
    enabled: () => isOpen.value,
    query: async ({ signal }) => told(api.GET('/api/v1/sources', { signal })),
  })
  const libraries = useQuery({
    key: ['libraries', 'palette'],
    enabled: () => isOpen.value,
    query: async ({ signal }) => told(api.GET('/api/v1/libraries', { signal })),
  })
  return computed(() => [
    ...rooms
      .filter(({ isAdmins }) => !isAdmins || session.isAdmin)
      .map(({ name, path, key }) =>
        itemOf('rooms', name, { label: t(`rooms.${name}`), hint: `g ${key}`, run: go(path) }),
      ),
    ...(sources.data.value?.sources ?? []).map(({ kind, name }) =>
      itemOf('sources', `${kind}/${name}`, { label: name, kind, run: go(sourceAddress(kind, name)) }),
    ),
    ...(libraries.data.value?.list ?? []).map(({ library_id, name, slug }) =>
      itemOf('sources', slug, { label: name, hint: slug, kind: 'docs', run: go(`/libraries/${library_id}`) }),
    ),
    ...operationsIn(operations.data.value).map(({ name, title }) =>
      itemOf('operations', name, { label: name, hint: title, run: go(`/reference/${name}`) }),
    ),
  ])
}

/** The best of the index for what is typed. */
function useFound(query: Ref<string>, isOpen: Ref<boolean>): ComputedRef<readonly PaletteItem[]> {
  const go = useGo()
  const asked = useSettled(query)
  const hits = useQuery({
    key: () => ['palette', asked.value],
    enabled: () => isOpen.value && asked.value.length > 1,
    query: async ({ signal }) =>
      told(api.GET('/api/v1/recall', { params: { query: { query: asked.value, limit: 5 } }, signal })),
  })
  return computed(() =>
    (hits.data.value?.hits ?? []).map(({ citation, title, kind, path }) =>
      itemOf('hits', citation, { label: title || path, hint: path, kind, run: go(addressOf(citation)) }),
    ),
  )
}

function useGo(): (path: string) => () => void {
  const router = useRouter()
  return (path) => () => void router.push(path)
}

const itemOf = (group: PaletteItem['group'], key: string, rest: Omit<PaletteItem, 'group' | 'key'>): PaletteItem => ({
  group,
  key: `${group}:${key}`,
  ...rest,
})

const sourceAddress = (kind: string, name: string): string => {
  const pages: Readonly<Record<string, string>> = {
    code: '/code',
    notes: '/notes',
    chats: '/conversations',
    pads: '/pads',
  }
  return kind === 'pads' ? '/pads' : `${pages[kind] ?? '/libraries'}?source=${encodeURIComponent(name)}`
}

function operationsIn(answer: unknown): readonly { readonly name: string; readonly title: string }[] {
  return (answer as { list?: readonly { name: string; title: string }[] } | undefined)?.list ?? []
}

/** A value once it has stood for a moment. */
export function useSettled(value: Ref<string>, milliseconds = TYPED_MILLISECONDS): Ref<string> {
  const settled = ref(value.value.trim())
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(value, (next) => {
    clearTimeout(timer)
    timer = setTimeout(() => (settled.value = next.trim()), milliseconds)
  })
  return settled
}
