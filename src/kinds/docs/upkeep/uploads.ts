import { hash } from 'node:crypto'
import { isWukuError } from '../../../core/errors.ts'
import type { BroughtIn, UpkeepRequest } from '../../../engine/kind.ts'
import type { LibraryFile } from '../../../ports/libraries.ts'
import { isDocumentPath } from '../document-paths.ts'
import { neverKept } from '../importing/files.ts'
import { handIn, type HandedFile } from '../importing/hand-in.ts'
import type { Kept } from './bring-in.ts'

/** Files that were uploaded from this machine and were written to since. One that is gone there stays here: it was handed in. */
export async function bringInUploads(kept: Kept, request: UpkeepRequest): Promise<BroughtIn | undefined> {
  const byRoot = Map.groupBy(kept.files, ({ facts: { from } }) => (typeof from === 'string' ? from : undefined))
  const written: HandedFile[] = []
  for (const [root, files] of byRoot)
    if (root !== undefined) written.push(...(await writtenSince(root, files, request)))
  if (written.length === 0) return undefined
  const counts = { added: 0, changed: written.length, removed: 0 }
  if (request.dryRun) return { ...counts, problems: [] }
  const { library, version } = kept
  const done = await handIn({ library, version: version.version, files: written }, request)
  return { ...counts, problems: [...neverKept(done.files), ...done.problems] }
}

async function writtenSince(
  root: string,
  files: readonly LibraryFile[],
  { engine, signal }: UpkeepRequest,
): Promise<readonly HandedFile[]> {
  const before = new Map(files.map((file) => [file.path, file]))
  const known = new Map(files.map(({ path, facts: { stamp } }) => [path, String(stamp)]))
  const haul = engine.libraries.openOrigin({ type: 'folder', root }).haul({
    signal,
    known,
    asides: new Set(),
    isDocument: isDocumentPath,
    maxBytes: engine.libraries.settings.fileBytes,
    progress: () => {},
  })
  const written: HandedFile[] = []
  try {
    for await (const hauled of haul)
      if (hauled.is === 'document' && isOther(before.get(hauled.path), hauled.bytes))
        written.push({ ...hauled, from: root })
  } catch (error) {
    if (!isWukuError(error) || error.code === 'cancelled') throw error
  }
  return written
}

/** What lies beside the files that were uploaded was not. */
const isOther = (before: LibraryFile | undefined, bytes: Uint8Array): boolean =>
  before !== undefined && before.hash !== hash('sha256', bytes, 'hex')
