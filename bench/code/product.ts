import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildAt } from '../house/build.ts'
import { fillHouse } from '../house/kept.ts'
import { askProduct, askProductDeep, SOURCE } from './ask.ts'
import type { Contestant } from './contestant.ts'
import { inFolder, type Shown } from './metric.ts'
import { treesFolder } from './places.ts'

export const PRODUCT = 'wuku'

export interface ProductOptions {
  /** Folder of data folders; next to the trees when absent. */
  readonly homes?: string
  /** Whether fifty files are asked for besides, to see how many targets are among them. */
  readonly isDeep?: boolean
  /** Whether indexes of an earlier run are updated instead of built again. */
  readonly keep: boolean
}

/** The product as its users have it, with a data folder for each repository, asked in this process. */
export const product = ({ keep, homes = join(treesFolder, 'homes'), isDeep = false }: ProductOptions): Contestant => ({
  name: PRODUCT,
  async takeIn(task) {
    const home = join(homes, task.set, task.name)
    if (!keep) rmSync(home, { recursive: true, force: true })
    const isThere = existsSync(home)
    mkdirSync(home, { recursive: true })
    const opened = await buildAt().open(home)
    const sources = [{ kind: 'code' as const, name: SOURCE, root: join(task.tree, task.root) }]
    const { added } = await fillHouse({ name: task.name, sources }, opened)
    if (added === 0 && !isThere) console.error(`${task.name}: nothing was indexed.`)
    const prefix = task.root ? `${task.root}/` : ''
    const inTree = (found: readonly Shown[]) => found.map((each) => inFolder(prefix, each))
    return {
      ask: async (question) => inTree(await askProduct(opened, question)),
      ...(isDeep && { askDeep: async (question) => inTree(await askProductDeep(opened, question)) }),
      close: () => opened.close(),
    }
  },
})
