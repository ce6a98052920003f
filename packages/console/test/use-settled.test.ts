import { beforeEach, expect, it, vi } from 'vitest'
import { nextTick, ref } from 'vue'
import { useSettled } from '../src/ui/use-settled.ts'

beforeEach(() => void vi.useFakeTimers())

it.each<[name: string, apart: number, settles: number | undefined, counted: readonly string[]]>([
  ['letters of a hand count at once, each of them', 120, undefined, ['t', 'ti', 'tid']],
  ['letters of a held key count when they have stood for a moment', 30, undefined, ['t', 't', 'ti']],
  ['letters of a program count as one after the first', 5, undefined, ['t', 't', 't']],
  ['a longer time is waited for, however one types', 120, 400, ['', '', '']],
])('%s', async (_, apart, settles, counted) => {
  const typed = ref('')
  const settled = useSettled(typed, settles)
  const seen: string[] = []
  for (const text of ['t', 'ti', 'tid']) {
    vi.advanceTimersByTime(apart)
    typed.value = text
    await nextTick().then(() => seen.push(settled.value))
  }
  expect(seen).toEqual(counted)
  vi.advanceTimersByTime(settles ?? 20)
  expect(settled.value).toBe('tid')
})
