import { decodePercent } from '@wuku/core/lenient-parsing'
import type { Engine } from '@wuku/kernel/base/engine'
import type { Blobs } from '@wuku/core/ports/blobs'
import { decodeText } from '@wuku/text/decode'
import { findIncludes } from '@wuku/text/includes/find-includes'
import { isPicture } from '../origins/file-choice.ts'
import { INCLUDED_PREFIX, MAX_INCLUDE_DEPTH, MAY_INCLUDE } from '../originals.ts'
import type { Fetched } from './fetch-files.ts'
import type { LibraryVersion } from '@wuku/core/ports/library-store'
import { allFiles } from './import-problems.ts'

/** Deletes the extra files that no document includes or shows. Returns how many includes point to files that were not fetched. */
export async function resolveIncludes(
  originals: string,
  { files, aside: includePaths }: Pick<Fetched, 'files' | 'aside'>,
  engine: Engine,
): Promise<number> {
  const includeSet = new Set(includePaths)
  const there = new Set([...includePaths, ...files.map(({ path }) => path)])
  const pictures = includePaths.filter(isPicture)
  const used = new Set<string>()
  let missing = 0
  let pending = files.filter(({ status }) => status !== 'failed').map(({ path }) => ({ path, key: originals + path }))
  for (let depth = 0; depth < MAX_INCLUDE_DEPTH && pending.length > 0; depth++) {
    const found = new Set<string>()
    for (const each of pending) {
      const text = await quotingText(each, engine.files.blobs)
      for (const { candidates } of findIncludes(text, each.path)) {
        const target = candidates.find((path) => there.has(path))
        if (target === undefined) missing++
        else if (includeSet.has(target) && !used.has(target)) found.add(target)
      }
      const words = decodePercent(text)
      for (const path of pictures)
        if (!used.has(path) && words.includes(path.slice(path.lastIndexOf('/') + 1))) used.add(path)
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

/** Text of a file that may include others. Binary formats include nothing. */
async function quotingText({ path, key }: { readonly path: string; readonly key: string }, blobs: Blobs) {
  if (!MAY_INCLUDE.test(path) && !key.includes(INCLUDED_PREFIX)) return ''
  const bytes = await blobs.get(key)
  const decoded = bytes && decodeText(bytes)
  return !decoded || decoded === 'binary' ? '' : decoded.text
}

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
  for (let depth = 0; depth < MAX_INCLUDE_DEPTH && targets.size > 0; depth++) {
    const touched = new Set<string>()
    for (const { path } of files) {
      const key = originals + path
      const text = changed.has(path) ? '' : await quotingText({ path, key }, engine.files.blobs)
      if (!findIncludes(text, path).some(({ candidates }) => candidates.some((each) => targets.has(each)))) continue
      const bytes = await engine.files.blobs.get(key)
      if (bytes) await engine.files.blobs.put(key, bytes)
      touched.add(path)
    }
    targets = touched
  }
}
