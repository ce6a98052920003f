import type { ContainerFile } from './container.ts'

/** Idle time before a file is closed: longer than the analysis of a slice, which reading waits for. */
const IDLE_MS = 5_000

/** Something that is open for as long as it is asked for, and closed some seconds later or when it is known to be done. */
export interface IdleResource<T> {
  get(): Promise<T>
  close(): Promise<void>
}

export function keepOpen<T>(open: () => Promise<T>, end: (opened: T) => Promise<void>): IdleResource<T> {
  let opened: Promise<T> | undefined
  let timer: NodeJS.Timeout | undefined
  const close = async (): Promise<void> => {
    clearTimeout(timer)
    const before = opened
    opened = undefined
    // A failure to open was reported to the caller; a failure to close loses nothing, since the file is only read.
    await before?.then(end).catch(() => undefined)
  }
  const get = (): Promise<T> => {
    clearTimeout(timer)
    timer = setTimeout(() => void close(), IDLE_MS)
    opened ??= open()
    return opened
  }
  return { get, close }
}

interface RangeReader {
  /** A key of the file that it reads. */
  readonly of: string
  readonly chunks: AsyncGenerator<Buffer>
  /** Position behind the bytes that were handed out or skipped. */
  position: number
  /** The end of the last chunk, behind that position. */
  rest: Buffer
}

/** Hands out stretches of bytes that can only be had from the beginning on: cheaply, as long as they are asked for in order. */
export function createRangeReader() {
  let kept: RangeReader | undefined
  let timer: NodeJS.Timeout | undefined
  const close = async (): Promise<void> => {
    clearTimeout(timer)
    const before = kept
    kept = undefined
    await before?.chunks.return(undefined)
  }
  return {
    close,
    /** Shorter than asked for when there are no more. A caller that goes on with a reader has it alone meanwhile. */
    async between(of: string, [start, end]: readonly [number, number], open: () => AsyncGenerator<Buffer>) {
      const isNext = kept?.of === of && kept.position <= start
      const reader = isNext && kept ? kept : { of, chunks: open(), position: 0, rest: Buffer.alloc(0) }
      if (isNext) kept = undefined
      const bytes = await readOn(reader, start, end)
      await close()
      kept = reader
      timer = setTimeout(() => void close(), IDLE_MS).unref()
      return bytes
    },
  }
}

async function readOn(reader: RangeReader, start: number, end: number): Promise<Buffer> {
  const result: Buffer[] = []
  while (reader.position < end) {
    if (reader.rest.length === 0) {
      const next = await reader.chunks.next()
      if (next.done === true) break
      reader.rest = next.value
    }
    const step = Math.min(reader.rest.length, (reader.position < start ? start : end) - reader.position)
    if (reader.position >= start) result.push(reader.rest.subarray(0, step))
    reader.rest = reader.rest.subarray(step)
    reader.position += step
  }
  return Buffer.concat(result)
}

/** Keeps what was read of the last file: its items are read one after another. */
export function rememberLast<T>(read: (file: ContainerFile) => T | Promise<T>): (file: ContainerFile) => Promise<T> {
  let last: { readonly of: string; readonly found: T } | undefined
  return async (file) => {
    const of = `${file.at}\0${file.stamp}`
    if (last?.of !== of) last = { of, found: await read(file) }
    return last.found
  }
}
