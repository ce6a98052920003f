import { join } from 'node:path'
import { changedRepositories } from '../changes/repositories.ts'
import { git } from '../changes/git.ts'
import { isSourcePath } from '../changes/source-paths.ts'
import { treesFolder } from '../code/places.ts'
import { commitOf } from '../code/repositories.ts'
import { choose } from '../part.ts'

/** A tree, and a commit up to which changes of it are looked for. */
export interface ImpactTree {
  /** Below the folder of all trees. */
  readonly folder: string
  readonly tip: string
}

const TIPS: readonly (readonly [folder: string, tip: string])[] = [
  ['commits/aiohttp', '495e778360d1924da63e16dba0f0d76baf56a56a'],
  ['commits/redis', '4f8cdc2a1ea53e42955af758aabffee67cb455dd'],
  ['semble/axum', '3d78036dcac289d6c1d54934708acb6a5bd73686'],
  ['semble/gson', '9835b6f90192f79cdf5300c528fc6212455fb6c1'],
  ['semble/redux', '3084fc33bb23ab4cab4796172eafe342da4e73d9'],
]

/** The trees that have been made. */
export const impactTrees = (only?: readonly string[]): readonly (ImpactTree & { readonly name: string })[] =>
  [
    ...changedRepositories.map(({ name, tip }) => ({ folder: `changes/${name}`, tip })),
    ...TIPS.map(([folder, tip]) => ({ folder, tip })),
  ]
    .map((tree) => ({ ...tree, name: tree.folder.split('/').at(-1) ?? '' }))
    .filter(({ name, folder }) => commitOf(join(treesFolder, folder)) !== undefined && (only?.includes(name) ?? true))

/** A commit whose files are in the tree. */
export interface ImpactTask {
  readonly text: string
  /** The reverse of its change to sources, since `affected` expects the lines of the tree behind the change. */
  readonly patch: string
  readonly sources: readonly string[]
  /** Tests that it changed. */
  readonly tests: readonly string[]
}

/** Files that tests read. */
const DATA = /(?:^|\/)(?:data|cases|fixtures?|testdata|syntax-tests|resources|assets)\//
const isTest = (path: string): boolean => TEST.test(path) && !DATA.test(path)
/** Further on, much has changed since the tree. */
const FIRST = 60
const MOST_FILES = 6
const MOST_TESTS = 8
/** So that no repository is most of the set. */
const MOST_OF_ONE = 12
const TEST =
  /(?:^|\/)(?:tests?|specs?|__tests__)\/.*\.\w+$|(?:[._-](?:test|spec)|Tests?)\.\w+$|_test\.\w+$|(?:^|\/)test_/

export async function impactTasks({ folder, tip }: ImpactTree): Promise<readonly ImpactTask[]> {
  const tree = join(treesFolder, folder)
  const base = commitOf(tree) ?? ''
  const run = (...args: readonly string[]): Promise<string> => git(['-C', tree, ...args])
  const flags = ['--reverse', '--no-merges', '--no-renames', '--name-status', '--format=%x01%H %s']
  const there = new Set((await run('ls-tree', '-r', '--name-only', base)).split('\n'))
  const found: Omit<ImpactTask, 'patch'>[] = []
  for (const record of (await run('log', ...flags, `${base}..${tip}`)).split('\u0001').slice(1)) {
    const [text = '', ...lines] = record.trim().split('\n')
    const changed = lines.filter((line) => line.includes('\t')).map((line) => line.split('\t') as [string, string])
    const sources = changed.filter(([, path]) => isSourcePath(path)).map(([, path]) => path)
    const tests = changed.filter(([status, path]) => status === 'M' && isTest(path)).map(([, path]) => path)
    const areThere = [...sources, ...tests].every((path) => there.has(path))
    if (areThere && isFew(sources.length, MOST_FILES) && isFew(tests.length, MOST_TESTS))
      found.push({ text, sources, tests })
  }
  const tasks: ImpactTask[] = []
  for (const task of choose(found.slice(0, FIRST), { most: MOST_OF_ONE })) {
    const [commit = ''] = task.text.split(' ')
    const patches: string[] = []
    for (const path of task.sources) {
      const before = shiftsIn(await run('diff', '-U0', '--no-renames', '--no-color', base, `${commit}^`, '--', path))
      patches.push(
        shifted(await run('diff', '-U0', '--no-renames', '--no-color', commit, `${commit}^`, '--', path), before),
      )
    }
    tasks.push({ ...task, patch: patches.join('') })
  }
  return tasks
}

interface Shift {
  /** The first line behind a hunk. */
  readonly from: number
  readonly by: number
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm

const shiftsIn = (diff: string): readonly Shift[] =>
  [...diff.matchAll(HUNK)].map(([, , removed = '1', start, added = '1']) => ({
    from: Number(start) + Number(added),
    by: Number(added) - Number(removed),
  }))

/** With the lines that the tree has, which earlier commits have not moved yet. */
const shifted = (patch: string, shifts: readonly Shift[]): string =>
  patch.replaceAll(HUNK, (...[, from, removed = '1', start, added = '1']: readonly string[]) => {
    const moved = shifts.reduce((sum, each) => (each.from <= Number(start) ? sum + each.by : sum), 0)
    return `@@ -${from},${removed} +${Math.max(1, Number(start) - moved)},${added} @@`
  })

const isFew = (count: number, most: number): boolean => count > 0 && count <= most

/** Tests by their names alone: those that hold the name of a changed file first, nearest folders first. */
export function testsByName({ sources }: ImpactTask, paths: readonly string[]): readonly string[] {
  const scoreOf = (test: string): number =>
    Math.max(
      ...sources.map((source) => {
        const own = new Set(partsOf(source))
        const shared = partsOf(test).filter((part) => own.has(part)).length
        return (stemOf(test).includes(stemOf(source)) ? 100 : 0) + shared
      }),
    )
  return paths
    .filter(isTest)
    .map((path) => ({ path, score: scoreOf(path) }))
    .toSorted((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path)
}

const stemOf = (path: string): string => (path.split('/').at(-1) ?? '').replace(/\..*$/, '').toLowerCase()
const partsOf = (path: string): readonly string[] => path.toLowerCase().split(/[/._-]/)
