import { treeHouse } from '../changes/ask.ts'
import { askTool, gainOf, isLong, scoreLong } from '../changes/long.ts'
import { askPack, scorePack } from '../changes/packs.ts'
import { changedRepositories } from '../changes/repositories.ts'
import { changedTrees, type ChangeTask } from '../changes/tasks.ts'
import type { Product } from '../house/build.ts'
import type { AskedSet, Score } from './sets.ts'

interface Line {
  readonly line: string
  readonly group: 'packs' | 'long'
  readonly tool: string
  wants(task: ChangeTask): boolean
  ask(task: ChangeTask, product: Product): Promise<Score>
}

const packs = (budget: number, share: 'files' | 'lines' | 'code'): Line => ({
  line: `packs ${budget}, ${share}`,
  group: 'packs',
  tool: 'repo_context_pack',
  wants: ({ kind }) => kind === 'message',
  async ask(task, product) {
    const pack = await askPack(product, task.text, budget)
    return { value: scorePack(task, pack)[share], isEmpty: pack.pieces.length === 0, tokens: pack.tokens }
  },
})

const long = (kind: ChangeTask['kind']): readonly Line[] => [
  {
    line: `long ${kind}`,
    group: 'long',
    tool: 'repo_semantic_search',
    wants: (task) => task.kind === kind && isLong(task),
    ask: async (task, product) => ({ value: await gainOf(task, task.text, askTool(product)), isEmpty: false }),
  },
  {
    line: `long ${kind}, above its best line`,
    group: 'long',
    tool: 'repo_semantic_search',
    wants: (task) => task.kind === kind && isLong(task),
    async ask(task, product) {
      const { whole, best } = await scoreLong(task, askTool(product))
      return { value: whole - best, isEmpty: false }
    },
  },
]

const lines: readonly Line[] = [
  packs(4_000, 'files'),
  packs(4_000, 'lines'),
  packs(4_000, 'code'),
  packs(8_000, 'lines'),
  ...long('message'),
  ...long('trace'),
]

/** Real changes of public repositories, a set for each and each line. */
export const changeSets: readonly AskedSet[] = lines.flatMap(({ line, group, tool, wants, ask }) =>
  changedRepositories.map(({ name }) => ({
    name: `${group} ${name}`,
    line,
    group,
    tool,
    async open() {
      const [tree] = await changedTrees([name])
      return {
        house: tree && treeHouse(tree),
        questions: (tree?.tasks ?? [])
          .filter(wants)
          .map((task) => ({ text: task.text, ask: (product) => ask(task, product) })),
      }
    },
  })),
)
