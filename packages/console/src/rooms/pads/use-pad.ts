import { useQuery, useQueryCache } from '@pinia/colada'
import { computed, ref, shallowRef, watch } from 'vue'
import { useLive } from '../../api/live.ts'
import { getPad, whatFollows, type Addition, type PadText } from './pads.ts'

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/**
 * A pad with its whole text, live: what agents append is added to what is shown, and the whole is read again only when
 * what was there is another. Its key is not one that a change makes stale.
 */
export function usePad(id: () => string) {
  const cache = useQueryCache()
  const key = (): string[] => ['pad', id()]
  const found = useQuery({ key, query: async ({ signal }) => getPad(id(), signal) })
  const pad = computed(() => found.data.value)
  /** What came last while the page was open. */
  const heard = shallowRef<Addition>()
  const follow = oneAtATime(async () => {
    const seen = pad.value
    if (!seen) return
    const next = await whatFollows(seen.id, seen.version)
    // The page may show another pad by now, or a later version of this one.
    if (next.event === 'same' || pad.value !== seen) return
    heard.value = next
    if (next.event === 'added' && next.text !== '') cache.setQueryData(key(), () => withAdded(seen, next))
    else await found.refetch()
  })
  watch(id, () => (heard.value = undefined))
  useLive().onChange('pads', (told) => isAbout(told, id()) && void follow())
  return { found, pad, heard, follow, refresh: async () => void (await found.refetch()) }
}

function withAdded(seen: PadText, { text, version }: Addition): PadText {
  const content = seen.content + text
  return { ...seen, content, version, size_bytes: bytesOf(content), updated_at: new Date().toISOString() }
}

/** Nothing told: something may have been missed. */
function isAbout(told: unknown, id: string): boolean {
  const { list } = (told ?? {}) as { readonly list?: readonly { readonly pad_id: string | null }[] }
  return list === undefined || list.some(({ pad_id: pad }) => pad === id || pad === null)
}

/** Work that is asked for while it runs is done once more at its end. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isAskedAgain = false
  const run = async (): Promise<void> => {
    do {
      isAskedAgain = false
      // What fails now is asked again with the next change.
      await work().catch(() => undefined)
    } while (isAskedAgain)
    running = undefined
  }
  return async () => {
    isAskedAgain = running !== undefined
    running ??= run()
    return running
  }
}

/** A mark that goes out by itself, for what just came. */
export function useGlow(milliseconds = 4_000): { isOn: Readonly<{ value: boolean }>; light(): void } {
  const isOn = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    isOn,
    light() {
      clearTimeout(timer)
      isOn.value = true
      timer = setTimeout(() => (isOn.value = false), milliseconds)
    },
  }
}
