import { dirname, join, relative, sep } from 'node:path'
import type { Problem } from '@wuku/core/core-types'
import { entryAt, readPlainFile } from './entries.ts'
import { createRules, isCostly, parseRules, type IgnoreRules, type Rule } from './ignore-rules.ts'
import { refusals } from './feed-refusals.ts'

/** Top folder for rules, base folder for the user, and a callback for ignore files that cannot be read. */
export interface IgnoreFiles {
  /** The enclosing git work tree; the root itself where there is none. */
  readonly top: string
  readonly inWorkTree: boolean
  readonly base: string
  readonly heedsGit: boolean
  problem(problem: Problem): void
}

export interface Names {
  has(name: string): boolean
}

/** Asks the disk for each name: for a folder whose entries nobody read. */
export const namesIn = (at: string): Names => ({ has: (name) => entryAt(join(at, name)) !== undefined })

export const isIgnoreFile = (name: string): boolean => name === '.gitignore' || name === '.wukuignore'

/** An ignore file is a page that people write; a longer one is a mistake or a trap. */
const LONGEST = 1024 * 1024

export function ignoreFilesOf(asked: Pick<IgnoreFiles, 'base' | 'heedsGit' | 'problem'>): IgnoreFiles {
  const workTree = workTreeAround(asked.base)
  return { ...asked, top: workTree ?? asked.base, inWorkTree: workTree !== undefined }
}

/**
 * The rules of the folders between the work tree and the root. A file whose rules leave out the root itself is not
 * asked: the user named the root, and it is the nearer word.
 */
export function rulesAbove(files: IgnoreFiles): IgnoreRules {
  const root = fromTop(files, files.base)
  return foldersBetween(files.top, files.base).reduce(
    (rules, folder) => {
      const more = rulesWithin(files, folder, namesIn(folder), rules)
      return leaveOut(more, root) ? rules : more
    },
    createRules([], []),
  )
}

/** A folder, or one that it lies in. */
const leaveOut = (rules: IgnoreRules, folder: string): boolean =>
  folder.split('/').some((_, at, names) => rules.leavesOut(`${names.slice(0, at + 1).join('/')}/`) !== undefined)

/** The rules that hold in a folder: those from above and those of its own ignore files. */
export function rulesWithin(files: IgnoreFiles, folder: string, names: Names, above: IgnoreRules): IgnoreRules {
  const read = (name: string): readonly Rule[] => rulesOf(files, folder, name)
  const git = files.heedsGit
    ? [...(names.has('.git') ? read('.git/info/exclude') : []), ...(names.has('.gitignore') ? read('.gitignore') : [])]
    : []
  const own = names.has('.wukuignore') ? read('.wukuignore') : []
  if (git.length + own.length === 0) return above
  return createRules([...above.git, ...git], [...above.own, ...own])
}

function rulesOf(files: IgnoreFiles, folder: string, name: string): readonly Rule[] {
  const place = `${folder}${sep}${name}`
  if (!entryAt(place)) return []
  const named = slashed(relative(files.base, place))
  try {
    // Git does not follow a link either.
    const text = readPlainFile(place, LONGEST)?.toString()
    if (text === undefined) throw new Error('not a plain, short file')
    if (text.split('\n').some(isCostly)) files.problem(refusals.costlyRule(named))
    return parseRules(text, fromTop(files, folder), named)
  } catch {
    files.problem(refusals.ignoreFile(named))
    return []
  }
}

/** A `.git` file (a linked work tree, a submodule) marks a work tree too; what it points at is outside and not read. */
function workTreeAround(folder: string): string | undefined {
  if (namesIn(folder).has('.git')) return folder
  const parent = dirname(folder)
  return parent === folder ? undefined : workTreeAround(parent)
}

/** From `top` down to the parent of `base`. */
const foldersBetween = (top: string, base: string): readonly string[] =>
  top === base ? [] : [...foldersBetween(top, dirname(base)), dirname(base)]

export const fromTop = ({ top }: IgnoreFiles, folder: string): string => slashed(relative(top, folder))

const slashed = (path: string): string => (sep === '/' ? path : path.replaceAll(sep, '/'))
