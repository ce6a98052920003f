import { basename } from 'node:path'
import type { RawItem, Refusal } from '@wuku/core/ports/feed'
import { refusals } from '@wuku/folders/feed-refusals'
import type { Container, ContainerFile } from './container.ts'
import { isCalled, listingOf, readContents, listedBefore, parseStamp } from './export-listing.ts'
import { readBetween, readChunks } from './plain.ts'

/** Whether a file is called as the conversations of an export are: `conversations.json`, or `conversations-000.json` and on. */
export const isExportName = (path: string): boolean => /^conversations(?:[-_]\d+)?\.jsonl?$/i.test(basename(path))

/** The conversations of an export of ChatGPT or Claude.ai that lies unpacked in a folder. */
export const exportContainer: Container = {
  async list(file, known, signal) {
    const before = listedBefore(file, known)
    if (before) return { items: before }
    return listingOf(file, [await readContents({ path: file.path, entry: 0 }, readChunks(file, signal))])
  },
  async read(file, item) {
    const place = parseStamp(item.stamp)
    if (!place) return refusals.shrunk(item.path)
    return rawItem(file, item, readBetween(file.at, place.start, place.start + place.length))
  },
}

/** A file that was rewritten since the listing holds another conversation in that place, or none. */
export function rawItem(
  file: ContainerFile,
  { path, stamp }: Pick<RawItem, 'path' | 'stamp'>,
  bytes: Buffer,
): RawItem | Refusal {
  const name = path.slice(file.path.length + 1)
  return isCalled(name, bytes) ? { path, stamp, modifiedAt: file.modifiedAt, bytes } : refusals.shrunk(path)
}
