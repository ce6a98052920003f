import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../../src/engine/engine.ts'
import { openEngine } from '../pads/engine.ts'
import { askProduct, SOURCE } from './ask.ts'
import type { Contestant } from './contestant.ts'
import { treesFolder } from './places.ts'
import type { Task } from './tasks.ts'

export const PRODUCT = 'wuku'

export interface ProductOptions {
  /** Folder of data folders; next to the trees when absent. */
  readonly homes?: string
  /** How many results are asked for; as many as count when absent. */
  readonly most?: number
  /** Whether indexes of an earlier run are updated instead of built again. */
  readonly keep: boolean
}

/** The product as its users have it, with a data folder for each repository, asked in this process. */
export const product = ({ keep, homes = join(treesFolder, 'homes'), most }: ProductOptions): Contestant => ({
  name: PRODUCT,
  async takeIn(task) {
    const home = join(homes, task.set, task.name)
    if (!keep) rmSync(home, { recursive: true, force: true })
    mkdirSync(home, { recursive: true })
    const engine = await openEngine(home)
    await index(engine, task)
    const prefix = task.root ? `${task.root}/` : ''
    return {
      ask: async (question) =>
        (await askProduct(engine, question, most)).map((shown) => ({ ...shown, path: `${prefix}${shown.path}` })),
      close: () => engine.close(),
    }
  },
})

/** A file that was not taken in would lower every figure without a word. */
async function index(engine: Engine, { name, tree, root }: Task): Promise<void> {
  await engine.sources.add({ root: join(tree, root), kind: 'code', name: SOURCE, options: {} })
  const { added, unchanged, problems } = await engine.index.update({ sources: [SOURCE] })
  if (added + unchanged === 0) console.error(`${name}: nothing was indexed.`)
  for (const { path, said } of problems.slice(0, 3)) console.error(`${name}: ${path}: ${said}`)
}
