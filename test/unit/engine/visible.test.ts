import { expect, it } from 'vitest'
import { openMemory } from '../../memory-store/open.ts'
import { visibleView } from '../../../src/engine/visible.ts'

it("a hidden source is nobody's business, and all else is as it was", async () => {
  const store = openMemory()
  for (const [name, options] of [
    ['shown', {}],
    ['hidden', { hidden: true }],
    ['aside', { searchedByDefault: false }],
  ] as const)
    await store.addSource({ kind: 'docs', name, root: `/${name}`, options, addedAt: 0 })
  const names = await store.read(async (view) => {
    const visible = visibleView(view)
    return [
      (await visible.sources()).map(({ name }) => name),
      (await visible.sourceFacts()).map(({ source: { name } }) => name),
      (await view.sources()).map(({ name }) => name),
    ]
  })
  expect(names).toEqual([
    ['shown', 'aside'],
    ['shown', 'aside'],
    ['shown', 'hidden', 'aside'],
  ])
})
