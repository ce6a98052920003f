import type { Engine } from '../../../engine/engine.ts'
import type { LibraryVersion } from '../../../ports/libraries.ts'
import { includesOf } from './asides.ts'
import { allFiles } from './files.ts'

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

const DEEP = 3
