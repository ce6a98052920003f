import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Longer files are data: nobody asks who wrote a line of them. */
const LARGEST = 8 * 1024 * 1024

/** A file of the work tree as it is now; `undefined` when there is none, or a link leads out. */
export function readWorkFile(top: string, path: string): Buffer | undefined {
  const place = join(top, path)
  try {
    if (realpathSync.native(dirname(place)) !== dirname(place)) return undefined
    const file = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const stats = fstatSync(file)
      return stats.isFile() && stats.size <= LARGEST ? readFileSync(file) : undefined
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}

export const isInside = (path: string): boolean =>
  path !== '' && !path.includes('\0') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')

export function splitLines(text: Buffer): readonly string[] {
  const lines = text.toString('latin1').split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
