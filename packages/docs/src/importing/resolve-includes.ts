import type { Engine } from '@wuku/kernel/base/engine'
import type { Blobs } from '@wuku/core/ports/blobs'
import { decodeText } from '@wuku/text/decode'
import { findIncludes } from '@wuku/text/includes/find-includes'
import { INCLUDED_PREFIX } from '../originals.ts'
import type { Fetched } from './fetch-files.ts'
import type { LibraryVersion } from '@wuku/core/ports/library-store'
import { allFiles } from './import-problems.ts'

/** Includes within what is included are followed so often. */
const DEEP = 3

/** Deletes the extra files that no document includes. Returns how many includes point to files that were not fetched. */
export async function resolveIncludes(
  originals: string,
  { files, aside: includePaths }: Pick<Fetched, 'files' | 'aside'>,
  engine: Engine,
): Promise<number> {
  const includeSet = new Set(includePaths)
  const there = new Set([...includePaths, ...files.map(({ path }) => path)])
  const used = new Set<string>()
  let missing = 0
  let pending = files.filter(({ status }) => status !== 'failed').map(({ path }) => ({ path, key: originals + path }))
  for (let depth = 0; depth < DEEP && pending.length > 0; depth++) {
    const found = new Set<string>()
    for (const each of pending)
      for (const candidates of await includesOf(each, engine.files.blobs)) {
        const target = candidates.find((path) => there.has(path))
        if (target === undefined) missing++
        else if (includeSet.has(target) && !used.has(target)) found.add(target)
      }
    for (const target of found) used.add(target)
    pending = [...found].map((path) => ({ path, key: originals + INCLUDED_PREFIX + path }))
  }
  if (used.size === 0 && includePaths.length > 0) await engine.files.blobs.deleteUnder(originals + INCLUDED_PREFIX)
  else
    for (const path of includePaths)
      if (!used.has(path)) await engine.files.blobs.delete(originals + INCLUDED_PREFIX + path)
  return missing
}

/** Candidate paths for each include of a file. Binary formats include nothing. */
async function includesOf(
  { path, key }: { readonly path: string; readonly key: string },
  blobs: Blobs,
): Promise<readonly (readonly string[])[]> {
  if (!MAY_INCLUDE.test(path) && !key.includes(INCLUDED_PREFIX)) return []
  const bytes = await blobs.get(key)
  const decoded = bytes && decodeText(bytes)
  if (!decoded || decoded === 'binary') return []
  return findIncludes(decoded.text, path).map(({ candidates }) => candidates)
}

export const MAY_INCLUDE = /\.(?:md|mdx|markdown|mkd|rst|rest|adoc|asciidoc|asc|txt)$/i

/**
 * Included files are part of a document's index. Rewrites the documents that include a changed or removed file, so that
 * the next index run reads them again.
 */
export async function touchIncluders(
  { id, originals }: Pick<LibraryVersion, 'id' | 'originals'>,
  changed: ReadonlySet<string>,
  engine: Pick<Engine, 'read'> & { readonly files: Pick<Engine['files'], 'blobs'> },
): Promise<void> {
  const files = await engine.read((view) => allFiles(view, id))
  let targets = changed
  // Included files may include others.
  for (let depth = 0; depth < DEEP && targets.size > 0; depth++) {
    const touched = new Set<string>()
    for (const { path } of files) {
      const key = originals + path
      const included = changed.has(path) ? [] : await includesOf({ path, key }, engine.files.blobs)
      if (!included.some((candidates) => candidates.some((candidate) => targets.has(candidate)))) continue
      const bytes = await engine.files.blobs.get(key)
      if (bytes) await engine.files.blobs.put(key, bytes)
      touched.add(path)
    }
    targets = touched
  }
}
