import { readFile, realpath, stat } from 'node:fs/promises'
import { join, dirname, resolve, sep } from 'node:path'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/settings'
import { lstatSync } from 'node:fs'

/** The machine of a user, as far as paths name it. */
export interface UserPlaces {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The user's home folder. */
  readonly userFolder: string
}

/** Settings that name the workspace of a program. */
interface WorkspaceSettings {
  readonly code: {
    readonly project: string
    readonly shellFolder: string
    readonly startedIn?: string
  }
  readonly home: string
}

/** `~/notes` and `$XDG_CONFIG_HOME/x` as a shell would read them; `undefined` when the variable is not set. */
export function expandPath(path: string, { env, userFolder }: UserPlaces): string | undefined {
  if (path === '~' || /^~[/\\]/.test(path)) return join(userFolder, path.slice(1))
  const found = /^\$(\w+)(.*)$/s.exec(path)
  if (!found) return path
  const value = env[found[1] ?? '']
  return value ? value + found[2] : undefined
}

export async function readUserFile(path: string, environment: UserPlaces): Promise<string> {
  const place = expandPath(path, environment)
  try {
    if (place !== undefined) return await readFile(place, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR')
      throw new WukuError('bad-input', msg('cannotBeRead', { place: String(place), code: String(code) }), {
        cause: error,
      })
  }
  throw new WukuError('not-found', msg('thereIsNoFile', { place: place ?? path }))
}

/**
 * The folder that agents mean when they name none: the setting's, or the one that the program was started in, or the one
 * that a shell says so of; each time the whole repository around it.
 */
export async function findWorkspace(
  { code, home }: WorkspaceSettings,
  environment: UserPlaces,
  startedIn = code.startedIn ?? process.cwd(),
): Promise<string | undefined> {
  const tooWide = await Promise.all(['/', environment.userFolder, home].map(realOrWritten))
  for (const written of [code.project, startedIn, code.shellFolder]) {
    const folder = written === '' ? undefined : await realFolder(expandPath(written, environment) ?? written)
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

export function repositoryAround(folder: string): string | undefined {
  if (lstatSync(join(folder, '.git'), { throwIfNoEntry: false })) return folder
  const parent = dirname(folder)
  return parent === folder ? undefined : repositoryAround(parent)
}

/** Everything that a person has, or the index itself, is no workspace. */
const holdsAny = (folder: string, places: readonly string[]): boolean =>
  places.some((place) => place === folder || place.startsWith(folder.endsWith(sep) ? folder : folder + sep))
