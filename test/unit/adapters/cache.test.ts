import { expect, it } from 'vitest'
import { openMemoryCache } from '../../../packages/instances/src/cache/memory.ts'

/** `k=v`: set for 10 seconds; `k`: get, with what comes; `+n`: seconds pass. */
it.each<[says: string, most: number, steps: readonly string[], got: readonly (string | undefined)[]]>([
  ['knows what it was told', 2, ['a=1', 'a', '潮=月', '潮'], ['1', '月']],
  ['knows nothing else', 2, ['a'], [undefined]],
  ['believes the last word', 2, ['a=1', 'a=2', 'a'], ['2']],
  ['forgets what is too old', 2, ['a=1', '+9', 'a', '+1', 'a'], ['1', undefined]],
  ['counts from the last word', 2, ['a=1', '+9', 'a=2', '+9', 'a'], ['2']],
  ['gives up the oldest', 2, ['a=1', 'b=2', 'c=3', 'a', 'b', 'c'], [undefined, '2', '3']],
  ['keeps what is asked for', 2, ['a=1', 'b=2', 'a', 'c=3', 'a', 'b'], ['1', '1', undefined]],
])('%s', async (_, most, steps, got) => {
  let now = 0
  const cache = openMemoryCache({ maxEntries: most, now: () => now })
  const found: unknown[] = []
  for (const step of steps) {
    const [key = '', value] = step.split('=')
    if (key.startsWith('+')) now += Number(key) * 1_000
    else if (value !== undefined) await cache.set(key, value, 10)
    else found.push(await cache.get(key))
  }
  expect(found).toEqual(got)
})
