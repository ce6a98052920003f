import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setOf } from '@wuku/core/list-helpers'
import { decodeText } from '@wuku/text/decode'

/** The largest lock files of real projects have some 30 MB. */
const MAX_BYTES = 64 * 1024 * 1024
/** Folders below each other: `packages/group/name`. */
const DEEPEST = 4
/** A folder that holds more is no project but many. */
const MAX_FOLDERS = 5_000
const MAX_FILES = 500

/** Folders in which a project keeps what is not its own, or what it made. */
const passedOver = setOf(
  'node_modules vendor target dist build out coverage venv env __pycache__ bower_components Pods third_party testdata fixtures',
)

/** Text files of a folder by their paths within it, those that lie highest first; links are not followed. */
export async function readProject(root: string, isRequested: (path: string) => boolean) {
  const found = new Map<string, string>()
  const folders = [{ path: '', depth: 0 }]
  for (let at = 0; at < Math.min(folders.length, MAX_FOLDERS) && found.size < MAX_FILES; at++) {
    const { path: folder, depth } = folders[at] ?? { path: '', depth: 0 }
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      const isOwn = !entry.name.startsWith('.') && !passedOver.has(entry.name)
      if (entry.isDirectory() && depth < DEEPEST && isOwn) folders.push({ path, depth: depth + 1 })
      if (!entry.isFile() || !isRequested(path) || found.size >= MAX_FILES) continue
      const text = await readText(join(root, path))
      if (text !== undefined) found.set(path, text)
    }
  }
  return found
}

async function readText(path: string): Promise<string | undefined> {
  try {
    const facts = await lstat(path)
    if (!facts.isFile() || facts.size > MAX_BYTES) return undefined
    const decoded = decodeText(await readFile(path))
    return decoded === 'binary' ? undefined : decoded.text
  } catch {
    return undefined
  }
}
