import type { ListedItem } from '@wuku/core/ports/feed'
import type { Problem } from '@wuku/core/core-types'
import { isWukuError } from '@wuku/core/errors'
import { refusals } from '@wuku/folders/feed-refusals'
import type { Container, ContainerFile, ContainerListing } from './container.ts'
import { openArchive, type Archive, type ArchiveEntry } from './export-archive.ts'
import { listingOf, NO_EXPORT, readContents, type Contents } from './export-listing.ts'
import { knownIn, listedBefore, parseStamp } from './export-place.ts'
import { exportProblems } from './export-problems.ts'
import { createReadingCache, readFrom, startReading } from './export-reading.ts'

/** Exports of ChatGPT and Claude.ai as they are sent: each conversation is an item `<path>/<id>`. */
export const zipContainer: Container = createZipContainer()

function createZipContainer(): Container {
  const readingCache = createReadingCache()
  return {
    list: async (file, known, signal) => {
      const before = listedBefore(file, known)
      return before ? { items: before } : listArchive(file, known, signal)
    },
    async read(file, item) {
      const place = parseStamp(item.stamp)
      if (!place) return refusals.shrunk(item.path)
      const reading = readingCache.acquire(file, place) ?? (await startReading(file, place.entry))
      return reading ? readFrom(reading, { file, item, place }, readingCache) : refusals.shrunk(item.path)
    },
  }
}

/** Whether there are conversations in it; no more of it is unpacked than it takes to see one. */
export async function isExport(at: string): Promise<boolean> {
  const archive = await openArchive(at)
  try {
    for (const { name, unpack } of archive?.entries ?? []) {
      const { chats, unwanted } = await readContents({ path: name, entry: 0 }, beginning(unpack()))
      if (chats.size + unwanted.size > 0) return true
    }
    return false
  } finally {
    archive?.close()
  }
}

/** More than the longest conversation that is taken. */
const MAX_INSPECTED_BYTES = 33 * 1024 * 1024

async function* beginning(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    yield chunk
    bytes += chunk.length
    if (bytes > MAX_INSPECTED_BYTES) return
  }
}

async function listArchive(
  file: ContainerFile,
  known: ReadonlyMap<string, string>,
  signal: AbortSignal | undefined,
): Promise<ContainerListing> {
  const archive = await openArchive(file.at)
  if (!archive || archive.entries.length === 0) {
    archive?.close()
    return { items: [], skipped: [{ path: file.path, why: archive ? NO_EXPORT : 'no ZIP archive' }] }
  }
  try {
    const { contents, problems } = await readAll(file, archive, signal)
    const listing = listingOf(file, contents, problems)
    return problems.length === 0 ? listing : withKnown(listing, knownIn(file, known))
  } finally {
    archive.close()
  }
}

/** Keeps the known items of files that cannot be unpacked at present: they are not gone. */
function withKnown(listing: ContainerListing, known: readonly ListedItem[]): ContainerListing {
  const listedPaths = new Set([...listing.items, ...(listing.skipped ?? [])].map(({ path }) => path))
  return { ...listing, items: [...listing.items, ...known.filter(({ path }) => !listedPaths.has(path))] }
}

/** Bytes of all files of one archive together. */
const MAX_BYTES = 8 * 1024 ** 3

async function readAll(file: ContainerFile, archive: Archive, signal: AbortSignal | undefined) {
  const contents: Contents[] = []
  const problems: Problem[] = []
  let bytes = 0
  async function* counted({ unpack }: ArchiveEntry): AsyncGenerator<Buffer> {
    for await (const chunk of unpack()) {
      signal?.throwIfAborted()
      bytes += chunk.length
      if (bytes > MAX_BYTES) throw exportProblems.tooMuch()
      yield chunk
    }
  }
  for (const [entry, each] of archive.entries.entries()) {
    const path = `${file.path}/${each.name}`
    try {
      contents.push(await readContents({ path, entry }, counted(each)))
    } catch (error) {
      if (!isWukuError(error)) throw error
      problems.push({ path, said: error.message, remedy: error.remedy })
    }
  }
  return { contents, problems }
}
