import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/**
 * Where the `git` program lies. Only absolute folders of the search path count: a relative one would let a repository
 * bring its own.
 */
export function findGit(searchPath: string | undefined): string | undefined {
  const name = process.platform === 'win32' ? 'git.exe' : 'git'
  return (searchPath ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find(isProgram)
}

/** `findGit` for who asks with every answer: a folder without it costs more than all looks at the place where it was. */
export function rememberGit(searchPath: string | undefined): () => string | undefined {
  let known: string | undefined
  return () => (known = known !== undefined && isProgram(known) ? known : findGit(searchPath))
}

function isProgram(place: string): boolean {
  try {
    accessSync(place, constants.X_OK)
    return statSync(realpathSync.native(place)).isFile()
  } catch {
    return false
  }
}
