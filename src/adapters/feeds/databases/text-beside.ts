import { lstat, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const MOST_BYTES = 64 * 1024

/** A short text in the same folder; no link, which could lead anywhere. */
export async function textBeside(file: string, name: string): Promise<string | undefined> {
  const path = join(dirname(file), name)
  const found = await lstat(path).catch(() => undefined)
  if (!found?.isFile() || found.size > MOST_BYTES) return undefined
  return readFile(path, 'utf8').catch(() => undefined)
}
