import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { askOperation } from '../../ask-operation.ts'
import { findPages, type Server } from '../../docs/ask.ts'
import type { Contestant } from '../contestant.ts'
import { PRODUCT } from '../set-results.ts'
import { openScratchHouse } from './open.ts'

/** As deep as answers go. */
const ENOUGH = 100

/** Every library below `corpus/` in one house, each asked by its name; pages stand in the order of their snippets. */
export const docsProduct = (folder: string): Contestant => ({
  name: PRODUCT,
  async takeIn() {
    const { engine, close } = await openScratchHouse()
    for (const library of readdirSync(join(folder, 'corpus')).toSorted()) {
      const root = join(folder, 'corpus', library)
      await askOperation(engine, 'add', { root, kind: 'docs', name: library, version: '1.0.0' })
    }
    const server: Server = {
      call: async (tool, input) => ({ text: JSON.stringify(await askOperation(engine, tool, input)), structured: {} }),
    }
    return {
      async ask({ text: topic, scope }) {
        const paths = await findPages(server, { library_id: scope, topic }, (found) => found.length >= ENOUGH)
        return paths.map((path) => `${scope}/${path}`)
      },
      close,
    }
  },
})
