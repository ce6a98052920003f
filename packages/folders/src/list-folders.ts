import { readdir } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/folders'
import { refusals } from './feed-refusals.ts'
import { isSecretFolder } from './secrets.ts'

const MOST = 500
/** Fewer pages are what any folder has. */
const FEW = 3

/** Folders directly in one (absolute, real) that may be registered: no links, none of programs, none with keys. */
export async function foldersIn(root: string) {
  const { said, remedy } = refusals.rootSecret()
  if (root.split(sep).some(isSecretFolder)) throw new WukuError('bad-input', said, remedy)
  const entries = await readdir(root, { withFileTypes: true }).catch((cause: unknown) => {
    throw new WukuError('root-missing', msg('rootMissing', { path: root }), { cause })
  })
  const names = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !isSecretFolder(entry.name))
    .map(({ name }) => name)
    .toSorted((a, b) => a.localeCompare(b))
  const folders = names.slice(0, MOST).map(async (name) => {
    const place = join(root, name)
    return { name, root: place, kind: looksOf(await readdir(place).catch(() => [])) }
  })
  const parent = dirname(root)
  return { parent: parent === root ? null : parent, folders: await Promise.all(folders), isCut: names.length > MOST }
}

/** Kind of a folder by the names at its top: a repository, or notes. */
function looksOf(names: readonly string[]): 'code' | 'notes' | null {
  if (names.includes('.obsidian') || names.includes('logseq')) return 'notes'
  if (names.includes('.git')) return 'code'
  return names.filter((name) => /\.(?:md|markdown|org)$/i.test(name)).length >= FEW ? 'notes' : null
}
