import { useQuery } from '@pinia/colada'
import { computed, type ComputedRef, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { api, told } from '../api/client.ts'
import { useKept } from '../ask/kept.ts'
import { addressOfInput, recall, whereOf, type Hit } from '../ask/recall.ts'
import { rooms } from '../rooms.ts'
import { useSession } from '../session/session.ts'
import { addressOf } from '../ui/citations.ts'
import { useSettled } from '../ui/use-settled.ts'
import type { ListedOperation } from './operation-places.ts'
import { useCommands, useOperationItems } from './palette-commands.ts'
import { best, type PaletteItem } from './palette-names.ts'

/** Rooms, sources, libraries, actions and operations by name, and the best of the index: made from what the server tells, so that it is never behind. */
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
  const operations = useQuery({
    key: ['operations'],
    enabled: () => isOpen.value,
    staleTime: Infinity,
    query: async ({ signal }) =>
      told(api.GET('/api/v1/operations', { params: { query: { page_size: 1_000 } }, signal })),
  })
  const places = usePlaces(isOpen)
  const commands = useCommands()
  const operationItems = useOperationItems(() => (operations.data.value?.list ?? []) as readonly ListedOperation[])
  return computed(() => [...places.value, ...commands.value, ...operationItems.value])
}

/** Rooms, sources, libraries and questions that were asked lately. */
function usePlaces(isOpen: Ref<boolean>): ComputedRef<readonly PaletteItem[]> {
  const { t } = useI18n()
  const session = useSession()
  const kept = useKept()
  const go = useGo()
  const listed = useQuery({
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
    ...kept.kept.recent.slice(0, 4).map((input) =>
      itemOf('recent', JSON.stringify(input), {
        label: input.query,
        run: go(`/ask?${new URLSearchParams(addressOfInput(input))}`),
      }),
    ),
    ...rooms
      .filter(({ isAdmins }) => !isAdmins || session.isAdmin)
      .map(({ name, path, key }) =>
        itemOf('rooms', name, { label: t(`rooms.${name}`), hint: `g ${key}`, run: go(path) }),
      ),
    ...(listed.data.value?.sources ?? []).map(({ kind, name }) =>
      itemOf('sources', `${kind}/${name}`, { label: name, kind, run: go(sourceAddress(kind, name)) }),
    ),
    ...(libraries.data.value?.list ?? []).map(({ library_id, name, slug }) =>
      itemOf('sources', slug, { label: name, hint: slug, kind: 'docs', run: go(`/libraries/${library_id}`) }),
    ),
  ])
}

/** The best of the index for what is typed. */
function useFound(query: Ref<string>, isOpen: Ref<boolean>): ComputedRef<readonly PaletteItem[]> {
  const go = useGo()
  const asked = useSettled(query)
  const hits = useQuery({
    key: () => ['recall', 'palette', asked.value],
    enabled: () => isOpen.value && asked.value.length > 1,
    query: async ({ signal }) => recall({ query: asked.value }, { limit: 8 }, signal),
  })
  return computed(() =>
    firstOfEach(hits.data.value?.hits ?? []).map((hit) =>
      itemOf('hits', hit.citation, {
        label: hit.title || hit.path,
        hint: whereOf(hit),
        kind: hit.kind,
        citation: hit.citation,
        terms: hit.matched,
        run: go(addressOf(hit.citation)),
      }),
    ),
  )
}

/** A conversation that answers with five messages is one entry. */
const firstOfEach = (hits: readonly Hit[]): readonly Hit[] =>
  [...new Map(hits.toReversed().map((hit) => [`${hit.kind}/${hit.source}/${hit.path}`, hit])).values()].toReversed()

function useGo(): (path: string) => () => void {
  const router = useRouter()
  return (path) => () => void router.push(path)
}

const itemOf = (group: PaletteItem['group'], key: string, rest: Omit<PaletteItem, 'group' | 'key'>): PaletteItem => ({
  group,
  key: `${group}:${key}`,
  ...rest,
})

const ROOMS: Readonly<Record<string, string>> = { code: '/code', notes: '/notes', chats: '/conversations' }
const sourceAddress = (kind: string, name: string): string =>
  kind === 'pads' ? '/pads' : `${ROOMS[kind] ?? '/libraries'}?source=${encodeURIComponent(name)}`
