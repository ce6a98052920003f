import type { ListedItem, RawItem, Refusal } from '@wuku/core/ports/feed'
import type { ContainerFile } from './container.ts'
import { openArchive } from './export-archive.ts'
import { rawItem } from './export-file.ts'
import type { Place } from './export-place.ts'

/** One file of an archive, unpacked up to where it was last read. */
export interface Reading extends RangeReader {
  readonly file: string
  readonly entry: number
}

export async function startReading({ at, stamp }: ContainerFile, entry: number): Promise<Reading | undefined> {
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

export async function readFrom(
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
export function createReadingCache() {
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
