import { attempt } from '@wuku/core/environment'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { notesPolicy } from './ignore-policy.ts'
import { createPathSelection } from './path-selection.ts'
import type { FolderOptions } from './folder.ts'
import { findRootFolder } from './root-folder.ts'
import { createWalk, judgeFileAt, silent } from './walk.ts'

/**
 * Rules of a folder for files that are read elsewhere than in it, such as those of its history: they accept what the folder
 * would list and `wants` accepts too.
 */
export function openFileRules(
  { root, patterns, exclude, policy = notesPolicy }: FolderOptions,
  wants: (path: string) => boolean,
) {
  return {
    /** Another one when the user's own rules are others: patterns, exclusions, and those at the root. */
    stamp() {
      const own = attempt(() => readFileSync(join(root, '.wukuignore'), 'utf8')) ?? ''
      return hash('sha1', JSON.stringify([patterns, exclude, own]))
    },
    /** The rules of now. By the path of a file, which need not be there, whether it would be taken. */
    open(): (path: string) => boolean {
      const foundRoot = findRootFolder(root)
      if (!foundRoot || foundRoot.only !== undefined) return () => false
      const walk = createWalk(foundRoot, { selection: createPathSelection({ patterns, exclude }), policy }, silent)
      return (path) => wants(path) && judgeFileAt(walk, path) === 'file'
    },
  }
}
