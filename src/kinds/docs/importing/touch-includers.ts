import type { Engine } from '../../../engine/engine.ts'
import type { LibraryVersion } from '../../../ports/libraries.ts'
import { includesOf } from './asides.ts'
import { allFiles } from './files.ts'

/**
 * What a document includes is part of what is indexed of it: those that include what was changed or taken out are put down
 * again, so that the next index run reads them.
 */
export async function touchIncluders(
  { id, originals }: Pick<LibraryVersion, 'id' | 'originals'>,
  changed: ReadonlySet<string>,
  engine: Pick<Engine, 'read'> & { readonly files: Pick<Engine['files'], 'blobs'> },
): Promise<void> {
  const files = await engine.read((view) => allFiles(view, id))
  let targets = changed
  // What is included may include in its turn.
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
