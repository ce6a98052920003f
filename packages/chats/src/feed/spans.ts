import { crc32 } from 'node:zlib'
import { partPath } from '@wuku/core/part-paths'

/** Minimum size of a part of a long file, except the last one. */
export const PART_BYTES = 1024 * 1024
/** A longer line is left out of its part: no person and no agent wrote it as one message. */
export const LINE_BYTES = 16 * 1024 * 1024

/** Range of a file that is one item: whole lines, from the end of the part before. */
export interface Span {
  readonly start: number
  readonly end: number
  /** Checksum of its bytes. Absent for the last part, which is still being written to. */
  readonly crc?: number
}

export interface Spans {
  readonly spans: readonly Span[]
  /** The words that ask for it stand in it: nothing else is known then. */
  readonly asksToBeLeftOut: boolean
  readonly longLines: readonly LongLine[]
}

export interface LongLine {
  /** From 1. */
  readonly line: number
  readonly bytes: number
}

/**
 * A part ends with the line that crosses the next MiB of the file, so that what is appended moves no border before it.
 * The file is seen once, a piece at a time.
 */
export async function findSpans(chunks: AsyncIterable<Buffer>): Promise<Spans> {
  const spans: Span[] = []
  const longLines: LongLine[] = []
  const seesMarker = markerFinder()
  let [start, at, crc, lines] = [0, 0, 0, 0]
  const noteLong = (bytes: number, line: number): void => {
    if (isTooLong(start, start + bytes)) longLines.push({ line, bytes })
  }
  for await (const chunk of chunks) {
    if (seesMarker(chunk)) return { spans: [], asksToBeLeftOut: true, longLines: [] }
    let from = 0
    for (let end = borderIn(chunk, at, start); end > 0; end = borderIn(chunk, at, start)) {
      const last = chunk.subarray(from, end)
      lines += countLines(last)
      noteLong(at + end - start, lines)
      spans.push({ start, end: at + end, crc: crc32(last, crc) })
      ;[start, from, crc] = [at + end, end, 0]
    }
    const rest = chunk.subarray(from)
    lines += countLines(rest)
    crc = crc32(rest, crc)
    at += chunk.length
  }
  noteLong(at - start, lines + 1)
  return { spans: withOpenEnd(spans, start, at), asksToBeLeftOut: false, longLines }
}

/** The last one has no checksum, even where it ends with a border: what is appended belongs to none before it. */
function withOpenEnd(spans: readonly Span[], start: number, end: number): readonly Span[] {
  if (end > start || spans.length === 0) return [...spans, { start, end }]
  return spans.map((span, at) => (at === spans.length - 1 ? { start: span.start, end: span.end } : span))
}

/** End of the part that begins at `start`, within the chunk that begins at `at`; 0 if the part continues. */
function borderIn(chunk: Buffer, at: number, start: number): number {
  const crossing = (Math.floor(start / PART_BYTES) + 1) * PART_BYTES - 1
  return crossing - at >= chunk.length ? 0 : chunk.indexOf(NEWLINE, Math.max(0, crossing - at, start - at)) + 1
}

const NEWLINE = 10

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count += 1
  return count
}

/** All lines of a part but its last end before the MiB that it crosses: only the last can be too long. */
export const isTooLong = (start: number, end: number): boolean => end - start > PART_BYTES + LINE_BYTES

/** Written into a conversation it keeps it out of the index. */
const MARKER = 'DO NOT INDEX THIS CHAT'

export const asksToBeLeftOut = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(MARKER)

/** Why such a conversation is not there. */
export const NOT_TO_BE_INDEXED = 'asks not to be indexed'

/** It may lie across the border of two chunks. */
function markerFinder(): (chunk: Buffer) => boolean {
  let tail = Buffer.alloc(0)
  return (chunk) => {
    const across = Buffer.concat([tail, chunk.subarray(0, MARKER.length)])
    tail = Buffer.concat([tail, chunk.subarray(-MARKER.length)]).subarray(-MARKER.length)
    return across.includes(MARKER) || chunk.includes(MARKER)
  }
}

/**
 * The stamp of a part that is followed by others proves its bytes (`=start-end-checksum`): an append leaves it as it is.
 * That of the last part proves the file (`<stamp of the file>@start-end`): as long as it holds, nothing need be opened.
 */
export const stampOfSpan = ({ start, end, crc }: Span, file: string): string =>
  crc === undefined ? `${file}@${start}-${end}` : `=${start}-${end}-${crc.toString(36)}`

interface Stamped extends Span {
  /** Stamp of the file, in the stamp of its last part. */
  readonly file?: string
}

const SHAPE = /^(?:=(\d+)-(\d+)-([0-9a-z]+)|(.+)@(\d+)-(\d+))$/

function parseStamp(stamp: string | undefined): Stamped | undefined {
  const found = SHAPE.exec(stamp ?? '')
  if (!found) return undefined
  const [, start, end, crc, file, lastStart, lastEnd] = found
  if (file !== undefined) return { start: Number(lastStart), end: Number(lastEnd), file }
  return { start: Number(start), end: Number(end), crc: Number.parseInt(crc ?? '', 36) }
}

/** The parts of a file as the store knows them, when it knows all of them and the file was not written to since. */
export function knownSpans(
  path: string,
  file: string,
  known: ReadonlyMap<string, string>,
): readonly Span[] | undefined {
  const spans: Span[] = []
  for (let part = 1; ; part++) {
    const span = parseStamp(known.get(partPath(path, part)))
    if (!span || span.start !== (spans.at(-1)?.end ?? 0)) return undefined
    spans.push(span)
    if (span.crc === undefined) return span.file === file ? spans : undefined
  }
}

/**
 * Current stamp of a part, without reading it. A part with a checksum only needs the file to be still as long: the next
 * index run compares the bytes.
 */
export function stampNow(known: string, file: string, bytes: number): string {
  const span = parseStamp(known)
  if (!span) return file
  if (span.crc === undefined) return span.file === file ? known : file
  return bytes >= span.end ? known : file
}
