import type { Dirent } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { codeOf } from './read.ts'

export interface Found {
  /** Relative to the root, `/`-separated. */
  readonly path: string
  /** `link`: to what lies inside and is found there. Folders are named only when they cannot be read. */
  readonly is: 'file' | 'link' | 'link out' | 'unreadable' | 'passed over'
  readonly why?: string
}

const DEEPEST = 64

/** All files below a folder, by name; hidden folders and those of packages are not entered, and links not followed. */
export async function* walk(base: string, folder = '', depth = 0): AsyncGenerator<Found, void> {
  const entries = await readdir(join(base, folder), { withFileTypes: true }).catch(codeOf)
  if (typeof entries === 'string' || depth > DEEPEST)
    return yield {
      path: folder === '' ? '.' : folder,
      is: 'unreadable',
      why: depth > DEEPEST ? 'too deep' : String(entries),
    }
  for (const entry of entries.toSorted(byName)) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      const why = passedOver(entry.name)
      if (why === undefined) yield* walk(base, path, depth + 1)
      else yield { path: `${path}/`, is: 'passed over', why }
    } else if (entry.isFile()) yield { path, is: 'file' }
    else if (entry.isSymbolicLink()) yield { path, is: await endOf(base, path) }
  }
}

const byName = (one: Dirent, other: Dirent): number => (one.name < other.name ? -1 : 1)

const passedOver = (name: string): string | undefined =>
  name.startsWith('.') ? 'hidden folder' : name === 'node_modules' ? 'installed packages' : undefined

/** A link to nothing leads out as well: nobody knows what will lie there. */
async function endOf(base: string, path: string): Promise<'link' | 'link out'> {
  const end = await realpath(join(base, path)).catch(() => '')
  return end === base || end.startsWith(base.endsWith(sep) ? base : base + sep) ? 'link' : 'link out'
}
