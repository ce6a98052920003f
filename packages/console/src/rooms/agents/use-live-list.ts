import { computed, ref } from 'vue'
import { useAddress } from '../../ui/use-address.ts'
import { usePages, type Page } from '../../ui/use-pages.ts'
import { useRefreshed } from '../../ui/use-refreshed.ts'

const SIZE = 100

/** A list of calls or sessions that moves as they come, unless it is held: then they are counted, and nothing moves. */
export function useLiveList<Row>(
  filters: () => object,
  ask: (page: { readonly page: number; readonly page_size: number }, signal?: AbortSignal) => Promise<Page<Row>>,
) {
  const pace = useAddress('live')
  const isHeld = computed(() => pace.value === 'off')
  const missed = ref(0)
  const list = usePages<Row>(filters, SIZE, async (page, signal) => ask({ page: page + 1, page_size: SIZE }, signal))
  useRefreshed(['calls'], () => void (isHeld.value ? countMissed() : list.refresh()))

  async function countMissed(): Promise<void> {
    // The stream names few facts of a call: the server knows which of them the filters show.
    const known = list.total.value
    const now = await ask({ page: 1, page_size: 1 }).catch(() => undefined)
    if (now && known === list.total.value) missed.value = Math.max(0, now.total - known)
  }
  function catchUp(): void {
    missed.value = 0
    list.refresh()
  }
  function hold(): void {
    pace.value = isHeld.value ? '' : 'off'
    if (!isHeld.value) catchUp()
  }
  return { ...list, isHeld, missed, catchUp, hold }
}

export type LiveList = Omit<ReturnType<typeof useLiveList<never>>, 'rows'>
