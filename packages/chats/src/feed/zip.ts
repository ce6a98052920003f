import type { ListedItem, RawItem, Refusal } from '@wuku/core/ports/feed'
import type { Problem } from '@wuku/core/core-types'
import { isWukuError } from '@wuku/core/errors'
import { refusals } from '@wuku/folders/feed-refusals'
import type { Container, ContainerFile, ContainerListing } from './container.ts'
import { openArchive, type Archive, type ArchiveEntry } from './export-archive.ts'
import {
  listingOf,
  NO_EXPORT,
  readContents,
  type Contents,
  knownIn,
  listedBefore,
  parseStamp,
  type Place,
  exportProblems,
} from './export-listing.ts'
import { rawItem } from './export-file.ts'

/** One file of an archive, unpacked up to where it was last read. */
interface Reading extends RangeReader {
  readonly file: string
  readonly entry: number
}

async function startReading({ at, stamp }: ContainerFile, entry: number): Promise<Reading | undefined> {
  const archive = await openArchive(at)
  const found = archive?.entries[entry]
  if (!archive || !found) {
    archive?.close()
    return undefined
  }
  const stretches = createRangeReader(found.unpack())
  const close = async (): Promise<void> => {
    await stretches.close()
    archive.close()
  }
  return { ...stretches, close, entry, file: `${at}\0${stamp}` }
}

interface ReadRequest {
  readonly file: ContainerFile
  readonly item: ListedItem
  readonly place: Place
}

async function readFrom(
  reading: Reading,
  { file, item, place }: ReadRequest,
  readingCache: ReadingCache,
): Promise<RawItem | Refusal> {
  try {
    const bytes = await reading.between(place.start, place.start + place.length)
    readingCache.put(reading)
    return rawItem(file, item, bytes)
  } catch (error) {
    await reading.close()
    throw error
  }
}

/** Idle time before it is closed: longer than reading waits until what was read is stored. */
const IDLE_MS = 5_000

type ReadingCache = ReturnType<typeof createReadingCache>

/** Keeps one reading until a caller continues it, which then has it alone. */
function createReadingCache() {
  let cached: Reading | undefined
  let timer: NodeJS.Timeout | undefined
  const clear = (): void => {
    clearTimeout(timer)
    void cached?.close()
    cached = undefined
  }
  return {
    acquire({ at, stamp }: ContainerFile, { entry, start }: Place): Reading | undefined {
      const isMatch = cached?.file === `${at}\0${stamp}` && cached.entry === entry && cached.position() <= start
      if (!isMatch) return undefined
      const result = cached
      cached = undefined
      clearTimeout(timer)
      return result
    },
    put(reading: Reading): void {
      clear()
      cached = reading
      timer = setTimeout(clear, IDLE_MS)
      timer.unref()
    },
  }
}

/** Hands out stretches of bytes that can only be had from the beginning on. */
interface RangeReader {
  /** Position behind the bytes that were handed out or skipped. */
  position(): number
  /** Not before `position`. Shorter than asked for when there are no more. */
  between(start: number, end: number): Promise<Buffer>
  close(): Promise<void>
}

function createRangeReader(chunks: AsyncGenerator<Buffer>): RangeReader {
  let position = 0
  let rest: Buffer = Buffer.alloc(0)
  const between = async (start: number, end: number): Promise<Buffer> => {
    const result: Buffer[] = []
    while (position < end) {
      if (rest.length === 0) {
        const next = await chunks.next()
        if (next.done === true) break
        rest = next.value
      }
      const step = Math.min(rest.length, (position < start ? start : end) - position)
      if (position >= start) result.push(rest.subarray(0, step))
      rest = rest.subarray(step)
      position += step
    }
    return Buffer.concat(result)
  }
  return { position: () => position, between, close: async () => void (await chunks.return(undefined)) }
}

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
      problems.push({ path, said: error.texts.message, remedy: error.texts.remedy })
    }
  }
  return { contents, problems }
}
