import { basename } from 'node:path'
import { refusals } from '@wuku/folders/feed-refusals'
import type { Container, ContainerFile } from './container.ts'
import { isCalled, listingOf, readContents, listedBefore, parseStamp } from './export-listing.ts'
import { readBetween, readChunks } from './plain.ts'

/** Whether a file is called as the conversations of an export are: `conversations.json`, or `conversations-000.json` and on. */
export const isExportName = (path: string): boolean => /^conversations(?:[-_]\d+)?\.jsonl?$/i.test(basename(path))

/** An export of ChatGPT or Claude.ai, by how the conversations in it are listed, and how the bytes of one are read. */
export const containerOf = (
  list: Container['list'],
  readAt: (file: ContainerFile, entry: number, range: readonly [start: number, end: number]) => Promise<Buffer>,
): Container => ({
  async list(file, known, signal) {
    const before = listedBefore(file, known)
    return before ? { items: before } : list(file, known, signal)
  },
  async read(file, { path, stamp }) {
    const place = parseStamp(stamp)
    if (!place) return refusals.shrunk(path)
    const bytes = await readAt(file, place.entry, [place.start, place.start + place.length])
    // A file that was rewritten since the listing holds another conversation in that place, or none.
    const isSame = isCalled(path.slice(file.path.length + 1), bytes)
    return isSame ? { path, stamp, modifiedAt: file.modifiedAt, bytes } : refusals.shrunk(path)
  },
})

/** The conversations of an export that lies unpacked in a folder. */
export const exportContainer = containerOf(
  async (file, _known, signal) => listingOf(file, [await readContents(file.path, 0, readChunks(file, signal))]),
  async ({ at }, _entry, [start, end]) => readBetween(at, start, end),
)
