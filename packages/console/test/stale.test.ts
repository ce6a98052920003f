import { PiniaColada, useQuery } from '@pinia/colada'
import { createPinia } from 'pinia'
import { expect, it, onTestFinished } from 'vitest'
import { createSSRApp, effectScope, type EffectScope } from 'vue'
import { useStale } from '../src/api/stale.ts'

/** Readers of one key on a page, each with whether it asks now; answers come when they are given. */
function page(readers: readonly boolean[]) {
  const app = createSSRApp({}).use(createPinia()).use(PiniaColada)
  const given: ((answer: string) => void)[] = []
  const query = async (): Promise<string> => new Promise((give) => given.push(give))
  const scope: EffectScope = effectScope()
  onTestFinished(() => scope.stop())
  return app.runWithContext(() =>
    scope.run(() => ({
      read: readers.map((enabled) => useQuery({ key: ['documents', 'a'], enabled: () => enabled, query })),
      stale: useStale(),
      given,
    })),
  )!
}

it.each([
  ['a reader', [true]],
  ['a reader beside one that does not ask', [true, false]],
  ['a reader behind one that does not ask', [false, true]],
])('%s that waits for what became stale is answered with what is new', async (_, readers) => {
  const { read, stale, given } = page(readers)
  await expect.poll(() => given.length).toBe(1)
  stale('documents')
  expect(given).toHaveLength(2)
  given[0]?.('old')
  given[1]?.('new')
  await expect.poll(() => read.map(({ data }) => data.value)).toEqual(readers.map(() => 'new'))
})

it('what nobody asks for is not read', () => {
  const { stale, given } = page([false])
  stale()
  expect(given).toEqual([])
})
