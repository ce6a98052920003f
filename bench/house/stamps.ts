import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Paths of all files below a folder, in their order; those of `.git` are left out. */
export const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !/(?:^|\/)\.git\//.test(path))
    .toSorted()

/** Stamp of the content of a folder: its commit if it is a repository, else sizes and times. */
export function contentStamp(folder: string): string {
  const head = join(folder, '.git', 'HEAD')
  if (existsSync(head)) return readFileSync(head, 'utf8')
  const hash = createHash('sha256')
  for (const path of filesBelow(folder)) {
    const { size, mtimeMs } = statSync(join(folder, path))
    hash.update(`${path}\0${size}\0${mtimeMs}\0`)
  }
  return hash.digest('hex')
}
