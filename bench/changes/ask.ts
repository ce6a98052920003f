import { join } from 'node:path'
import { bm25 } from '../code/baselines.ts'
import { SOURCE } from '../code/ask.ts'
import { cacheFolder } from '../code/places.ts'
import { buildAt, type Product } from '../house/build.ts'
import { openKept, type HousePlan } from '../house/kept.ts'
import { choose, isHeldBack, type Chosen } from '../part.ts'
import { askTool, isLong, scoreLong, type LongScore } from './long.ts'
import { askPack, packPieces, scorePack, type PackScore } from './packs.ts'
import { changedTrees, type ChangeTask, type ChangedTree } from './tasks.ts'

export const BUDGETS = [4_000, 8_000] as const

export interface AskedTask<Score> {
  readonly repository: string
  readonly language: string
  readonly kind: ChangeTask['kind']
  readonly isHeldBack: boolean
  /** By contestant. */
  readonly scores: Readonly<Record<string, Score>>
}

export const treeHouse = ({ name, tree }: ChangedTree): HousePlan => ({
  name: `changes-${name}`,
  sources: [{ kind: 'code', name: SOURCE, root: tree }],
})

interface Asking {
  readonly only?: readonly string[]
  readonly chosen: Chosen
}

export const askPacks = (asking: Asking): Promise<readonly AskedTask<PackScore>[]> =>
  askTrees(asking, async (tree, product) => {
    const pieces = await packPieces(tree.tree)
    return async (task) => {
      // A frame of a log is one line: files are what it asks for.
      if (task.kind !== 'message') return undefined
      const scores: Record<string, PackScore> = {}
      for (const budget of BUDGETS) {
        scores[`wuku ${budget}`] = scorePack(task, await askPack(product, task.text, budget))
        scores[`BM25 ${budget}`] = scorePack(task, await pieces(task.text, budget))
      }
      return scores
    }
  })

export const askLong = (asking: Asking): Promise<readonly AskedTask<LongScore>[]> =>
  askTrees(asking, async ({ tree, name }, product) => {
    const plain = await bm25.takeIn({
      set: 'commits',
      name,
      language: '',
      tree,
      root: '',
      questions: [],
      isOther: false,
    })
    return async (task) =>
      isLong(task)
        ? { wuku: await scoreLong(task, askTool(product)), BM25: await scoreLong(task, (query) => plain.ask(query)) }
        : undefined
  })

type ScoreTask<Score> = (task: ChangeTask) => Promise<Readonly<Record<string, Score>> | undefined>

async function askTrees<Score>(
  { only, chosen }: Asking,
  open: (tree: ChangedTree, product: Product) => Promise<ScoreTask<Score>>,
): Promise<readonly AskedTask<Score>[]> {
  const asked: AskedTask<Score>[] = []
  for (const tree of await changedTrees(only)) {
    const product = await openKept(treeHouse(tree), buildAt(), { folder: join(cacheFolder, 'houses'), reuse: 'same' })
    const score = await open(tree, product)
    for (const task of choose(tree.tasks, chosen)) {
      const scores = await score(task)
      const { name: repository, language } = tree
      if (scores) asked.push({ repository, language, kind: task.kind, isHeldBack: isHeldBack(task.text), scores })
    }
    await product.close()
    console.log(`${tree.name}: ${asked.filter(({ repository }) => repository === tree.name).length} asked`)
  }
  return asked
}
