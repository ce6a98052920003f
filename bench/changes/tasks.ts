import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { commitOf } from '../code/repositories.ts'
import { choose } from '../part.ts'
import { changesAfter, type Change, type ChangedFile } from './commits.ts'
import { changedRepositories, changedTree, type ChangedRepository } from './repositories.ts'
import { tracesOf } from './traces.ts'

/** A task or long question about one tree, and the files that it is about. */
export interface ChangeTask {
  readonly kind: 'message' | 'trace'
  readonly text: string
  readonly files: readonly ChangedFile[]
}

export interface ChangedTree extends ChangedRepository {
  readonly tree: string
  readonly tasks: readonly ChangeTask[]
}

/** Repositories whose trees are there, each with its changes. */
export async function changedTrees(only?: readonly string[]): Promise<readonly ChangedTree[]> {
  const trees: ChangedTree[] = []
  for (const repository of changedRepositories.filter(({ name }) => only?.includes(name) ?? true)) {
    const tree = changedTree(repository.name)
    if (!existsSync(tree) || commitOf(tree) !== repository.base) continue
    const changes = await changesAfter({ clone: join(tree, '.git'), ...repository })
    const messages = changes.map((change) => ({ kind: 'message' as const, text: textOf(change), files: change.files }))
    trees.push({
      ...repository,
      tree,
      tasks: [...choose(messages, { most: MOST_OF_ONE }), ...tracesOf(tree, repository)],
    })
  }
  return trees
}

/** So that no repository is most of the set. */
const MOST_OF_ONE = 16

const textOf = ({ subject, body }: Change): string => (body === '' ? subject : `${subject}\n\n${body}`)
