import { partOf, partPath } from '@wuku/core/part-paths'
import type { Problem } from '@wuku/core/core-types'
import type { ListedItem, RawItem, Refusal } from '@wuku/core/ports/feed'
import type { Tree } from '@wuku/folders/root-folder'
import { readItem } from '@wuku/folders/read'
import { bytesInWords, refusals } from '@wuku/folders/feed-refusals'
import type { Container, ContainerFile, ContainerListing } from './container.ts'
import { createRangeReader, rememberLast } from './idle.ts'
import { readBetween, readChunks, openPlain } from './plain.ts'
import { createReadStream, fstatSync } from 'node:fs'
import { crc32, createZstdDecompress } from 'node:zlib'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/chats'

/** A packed file keeps the items that it had before it was packed. */
const PACKED = '.zst'
export const unpackedPath = (path: string): string => (isPacked(path) ? path.slice(0, -PACKED.length) : path)
const isPacked = (path: string): boolean => path.endsWith(PACKED)

/** Files of one JSON a line, plain or packed: long ones come in parts. */
export function createLines(tree: Tree): Container {
  /** Spans of files with several parts, by the path of their items. */
  const found = new Map<string, readonly Span[]>()
  const unpacking = createRangeReader()
  const firstLine = rememberLast(firstLineOf)
  return {
    async list(file, known, signal) {
      if (!isPacked(file.path) && file.bytes <= PART_BYTES) return { items: [file] }
      const path = unpackedPath(file.path)
      const before = knownSpans(path, file.stamp, known)
      const spans = before ? { spans: before, asksToBeLeftOut: false, longLines: [] } : await spansOf(file, signal)
      if (spans.asksToBeLeftOut) return { items: [], skipped: [{ path, why: NOT_TO_BE_INDEXED }] }
      found.set(path, spans.spans)
      return listingOf(path, file, spans)
    },
    async read(file, item) {
      if (!isPacked(file.path) && file.bytes <= PART_BYTES) return readItem(tree, item)
      const path = unpackedPath(file.path)
      const spans = found.get(path) ?? (await spansOf(file)).spans
      const span = spans[partOf(item.path) - 1]
      if (!span) return refusals.gone(item.path)
      const readRange = isPacked(file.path)
        ? (start: number, end: number) =>
            unpacking.between(`${file.at}\0${file.stamp}`, [start, end], () => unpack(file.at))
        : async (start: number, end: number) => readBetween(file.at, start, end)
      const read = await readSpan(item, span, readRange)
      if (span === spans.at(-1)) await unpacking.close()
      if ('said' in read || span.start === 0) return read
      const first = await firstLine(file)
      return { ...read, ...(first !== undefined && { sidecar: { firstLine: first } }) }
    },
  }
}

const chunksOf = (file: ContainerFile, signal?: AbortSignal): AsyncGenerator<Buffer> =>
  isPacked(file.path) ? unpack(file.at) : readChunks(file, signal)

const spansOf = (file: ContainerFile, signal?: AbortSignal): Promise<Spans> => findSpans(chunksOf(file, signal))

function listingOf(path: string, file: ContainerFile, { spans, longLines }: Spans): ContainerListing {
  const items = spans.map((span, at) => ({
    path: partPath(path, at + 1),
    stamp: stampOfSpan(span, file.stamp),
    bytes: span.end - span.start,
    modifiedAt: file.modifiedAt,
  }))
  return { items, problems: longLines.map((line) => lineTooLong(path, line)) }
}

const lineTooLong = (path: string, { line, bytes }: LongLine): Problem => ({
  path,
  said: msg('lineTooLong', { line, size: bytesInWords(bytes), limit: bytesInWords(LINE_BYTES) }),
  remedy: 'Nothing needs to be done, unless you miss that line.',
})

type ReadRange = (start: number, end: number) => Promise<Buffer>

/** If the last line of a part is too long, everything before that line. */
async function readSpan(item: ListedItem, { start, end }: Span, readRange: ReadRange): Promise<RawItem | Refusal> {
  const crossing = (Math.floor(start / PART_BYTES) + 1) * PART_BYTES
  const isCut = isTooLong(start, end)
  const content = await readRange(start, isCut ? crossing : end)
  if (content.length < (isCut ? crossing : end) - start) return refusals.shrunk(item.path)
  const bytes = isCut ? content.subarray(0, content.lastIndexOf('\n') + 1) : content
  if (isCut && bytes.length === 0)
    return { ...refusals.gone(item.path), leftOut: msg('onlyLine', { size: bytesInWords(end - start) }) }
  return { path: item.path, stamp: item.stamp, modifiedAt: item.modifiedAt, bytes }
}

/** A line that says what the file is, not one that holds it. */
const FIRST_LINE_BYTES = 1024 * 1024

async function firstLineOf(file: ContainerFile): Promise<string | undefined> {
  const head: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunksOf(file)) {
    const end = chunk.indexOf('\n')
    head.push(Buffer.from(end < 0 ? chunk : chunk.subarray(0, end)))
    bytes += chunk.length
    if (end >= 0) return Buffer.concat(head).toString()
    if (bytes > FIRST_LINE_BYTES) return undefined
  }
  return undefined
}

/** More than any conversation has; what unpacks to more is damaged, or made to fill a disk. */
const MAX_BYTES = 4 * 1024 ** 3
/** Text packs to a tenth, the most boring of it to a hundredth. */
const MAX_RATIO = 2_000
/** Under this the ratio says nothing: short files of one repeated line. */
const SMALL_BYTES = 64 * 1024 * 1024

/** The bytes that a file of Zstandard holds, as they come. */
async function* unpack(at: string): AsyncGenerator<Buffer> {
  const fd = openPlain(at)
  const packed = fstatSync(fd).size
  const source = createReadStream('', { fd })
  const stream = source.on('error', (error) => stream.destroy(error)).pipe(createZstdDecompress())
  let bytes = 0
  try {
    for await (const chunk of stream) {
      bytes += chunk.length
      if (bytes > MAX_BYTES || (bytes > SMALL_BYTES && bytes > packed * MAX_RATIO))
        throw new WukuError('too-large', msg('tooMuch2', { megabytes: Math.round(bytes / 1024 ** 2) }))
      yield chunk
    }
  } finally {
    source.destroy()
    stream.destroy()
  }
}

/** Minimum size of a part of a long file, except the last one. */
export const PART_BYTES = 1024 * 1024
/** A longer line is left out of its part: no person and no agent wrote it as one message. */
const LINE_BYTES = 16 * 1024 * 1024

/** Range of a file that is one item: whole lines, from the end of the part before. */
interface Span {
  readonly start: number
  readonly end: number
  /** Checksum of its bytes. Absent for the last part, which is still being written to. */
  readonly crc?: number
}

interface Spans {
  readonly spans: readonly Span[]
  /** The words that ask for it stand in it: nothing else is known then. */
  readonly asksToBeLeftOut: boolean
  readonly longLines: readonly LongLine[]
}

interface LongLine {
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
const isTooLong = (start: number, end: number): boolean => end - start > PART_BYTES + LINE_BYTES

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
const stampOfSpan = ({ start, end, crc }: Span, file: string): string =>
  crc === undefined ? `${file}@${start}-${end}` : `=${start}-${end}-${crc.toString(36)}`

const SHAPE = /^(?:=(\d+)-(\d+)-([0-9a-z]+)|(.+)@(\d+)-(\d+))$/

/** With the stamp of the file where it is that of its last part. */
function parseStamp(stamp: string | undefined): (Span & { readonly file?: string }) | undefined {
  const found = SHAPE.exec(stamp ?? '')
  if (!found) return undefined
  const [, start, end, crc, file, lastStart, lastEnd] = found
  if (file !== undefined) return { start: Number(lastStart), end: Number(lastEnd), file }
  return { start: Number(start), end: Number(end), crc: Number.parseInt(crc ?? '', 36) }
}

/** The parts of a file as the store knows them, when it knows all of them and the file was not written to since. */
export function knownSpans(path: string, file: string, known: ReadonlyMap<string, string>) {
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
