import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { askDocs, placeName } from '../../house/doors.ts'
import { fillHouse } from '../../house/kept.ts'
import type { Contestant } from '../contestant.ts'
import { shownIn } from '../product.ts'
import { PRODUCT } from '../set-results.ts'
import { openScratchHouse } from './open.ts'

/** As deep as answers go. */
const ENOUGH = 100

/** Every library below `corpus/` as a source of its own. */
export const librariesIn = (corpus: string) =>
  readdirSync(corpus)
    .toSorted()
    .map((library) => ({ kind: 'docs' as const, name: library, root: join(corpus, library) }))

/** All libraries in one house, each asked by its name; pages stand in the order of their snippets. */
export const docsProduct = (folder: string): Contestant => ({
  name: PRODUCT,
  async takeIn() {
    const { product, close } = await openScratchHouse()
    await fillHouse({ name: 'libraries', sources: librariesIn(join(folder, 'corpus')) }, product)
    return {
      ask: async ({ text: topic, scope }) =>
        shownIn(await askDocs(product, { library_id: scope, topic }, ENOUGH), placeName),
      close,
    }
  },
})
