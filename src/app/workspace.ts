import { lstatSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Settings, Surroundings } from './settings.ts'
import { expandPath } from './user-path.ts'

/**
 * The folder that agents mean when they name none: the setting's, or the one that the program was started in, or the one
 * that a shell says so of; each time the whole repository around it.
 */
export async function findWorkspace(
  { code, home }: Pick<Settings, 'code' | 'home'>,
  surroundings: Surroundings,
  startedIn = process.cwd(),
): Promise<string | undefined> {
  const tooWide = await Promise.all(['/', surroundings.userFolder, home].map(realOrWritten))
  for (const written of [code.project, startedIn, code.shellFolder]) {
    const folder = written === '' ? undefined : await realFolder(expandPath(written, surroundings) ?? written)
    const found = folder && [repositoryAround(folder), folder].find((each) => each && !holdsAny(each, tooWide))
    if (found !== undefined) return found
  }
  return undefined
}

const realOrWritten = (path: string): Promise<string> => realpath(path).catch(() => resolve(path))

async function realFolder(path: string): Promise<string | undefined> {
  try {
    const folder = await realpath(path)
    return (await stat(folder)).isDirectory() ? folder : undefined
  } catch {
    return undefined
  }
}

function repositoryAround(folder: string): string | undefined {
  if (lstatSync(join(folder, '.git'), { throwIfNoEntry: false })) return folder
  const parent = dirname(folder)
  return parent === folder ? undefined : repositoryAround(parent)
}

/** Everything that a person has, or the index itself, is no workspace. */
const holdsAny = (folder: string, places: readonly string[]): boolean =>
  places.some((place) => place === folder || place.startsWith(folder.endsWith(sep) ? folder : folder + sep))
