import { join } from 'node:path'
import { choose, type Chosen } from '../part.ts'
import { treesFolder } from './places.ts'
import { commitOf } from './repositories.ts'
import { commitBases, commitQuestions, sembleQuestions, sembleRepositories, type CodeQuestion } from './sets.ts'

export const setNames = ['semble', 'commits'] as const
export type SetName = (typeof setNames)[number]

/** One repository and what is asked of it. */
export interface Task {
  readonly set: SetName
  readonly name: string
  readonly language: string
  readonly tree: string
  /** The folder of the tree that is indexed; all of it when empty. */
  readonly root: string
  readonly questions: readonly CodeQuestion[]
  /** The tree is not at the commit for which the answers were written down. */
  readonly isOther: boolean
}

export interface Choice extends Chosen {
  readonly sets: readonly string[]
  /** Names of repositories; all when absent. */
  readonly only?: readonly string[]
}

/** Tasks whose trees exist, and the names of the others. */
export function loadTasks(folder: string, { sets, only, ...sample }: Choice) {
  const chosen = [...sembleTasks(folder), ...commitTasks(folder)]
    .filter(({ set, name }) => sets.includes(set) && (!only || only.includes(name)))
    .map((task) => ({ ...task, questions: choose(task.questions, sample) }))
  return {
    tasks: chosen.filter(({ tree }) => commitOf(tree)),
    absent: chosen.filter(({ tree }) => !commitOf(tree)).map(({ set, name }) => `${set}/${name}`),
  }
}

const sembleTasks = (folder: string): readonly Task[] =>
  sembleRepositories(folder).map(({ name, language, revision, root }) => ({
    set: 'semble',
    name,
    language,
    ...treeAt(join('semble', name), revision),
    root,
    questions: sembleQuestions(folder, name),
  }))

const commitTasks = (folder: string): readonly Task[] =>
  commitBases(folder).map(({ name, base }) => ({
    set: 'commits',
    name,
    language: '',
    ...treeAt(join('commits', name), base),
    root: '',
    questions: commitQuestions(folder, name),
  }))

function treeAt(place: string, revision: string): Pick<Task, 'tree' | 'isOther'> {
  const tree = join(treesFolder, place)
  return { tree, isOther: commitOf(tree) !== revision }
}
