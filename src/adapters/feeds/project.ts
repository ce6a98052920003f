import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { decodeText } from '../../text/decode.ts'

/** The largest lock files of real projects have some 30 MB. */
const MOST_BYTES = 64 * 1024 * 1024

/** Those of the named files that lie in a folder and are text; a link that leads out of it is none. */
export async function readProject(root: string, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(names.map(async (name) => [name, await readWithin(root, name)] as const))
  return new Map(found.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const])))
}

async function readWithin(root: string, name: string): Promise<string | undefined> {
  try {
    const path = await realpath(join(root, name))
    if (!path.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined
    const facts = await stat(path)
    if (!facts.isFile() || facts.size > MOST_BYTES) return undefined
    const decoded = decodeText(await readFile(path))
    return decoded === 'binary' ? undefined : decoded.text
  } catch {
    return undefined
  }
}
