import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WukuError } from '../core/errors.ts'
import type { Surroundings } from './settings.ts'

/** `~/notes` and `$XDG_CONFIG_HOME/x` as a shell would read them; `undefined` when the variable is not set. */
export function expandPath(path: string, { env, userFolder }: Surroundings): string | undefined {
  if (path === '~' || /^~[/\\]/.test(path)) return join(userFolder, path.slice(1))
  const found = /^\$(\w+)(.*)$/s.exec(path)
  if (!found) return path
  const value = env[found[1] ?? '']
  return value ? value + found[2] : undefined
}

export async function readUserFile(path: string, surroundings: Surroundings): Promise<string> {
  const place = expandPath(path, surroundings)
  try {
    if (place !== undefined) return await readFile(place, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR')
      throw new WukuError(
        'bad-input',
        `${place} cannot be read (${code}).`,
        'See who may read it, or name another file.',
        {
          cause: error,
        },
      )
  }
  throw new WukuError('not-found', `There is no file ${place ?? path}.`, 'Name the file where it lies.')
}
