import { partOf, partPath } from '@wuku/core/part-paths'
import type { Problem } from '@wuku/core/core-types'
import type { ListedItem, RawItem, Refusal } from '@wuku/core/ports/feed'
import type { Tree } from '@wuku/folders/root-folder'
import { readItem } from '@wuku/folders/read'
import { bytesInWords, refusals } from '@wuku/folders/feed-refusals'
import type { Container, ContainerFile, ContainerListing } from './container.ts'
import { keepOpen, type IdleResource } from './idle.ts'
import { readBetween, readChunks, openPlain } from './plain.ts'
import { createRangeReader, type RangeReader } from './range-reader.ts'
import {
  findSpans,
  isTooLong,
  LINE_BYTES,
  NOT_TO_BE_INDEXED,
  PART_BYTES,
  type LongLine,
  type Span,
  type Spans,
  knownSpans,
  stampOfSpan,
} from './spans.ts'
import { createReadStream, fstatSync } from 'node:fs'
import { createZstdDecompress } from 'node:zlib'
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
  const unpacking = rememberUnpacking()
  const firstLine = rememberFirstLine()
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
        ? (start: number, end: number) => unpacking.between(file.at, start, end)
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

/** Caches the first line of the last file: its parts are read one after another. */
function rememberFirstLine(): (file: ContainerFile) => Promise<string | undefined> {
  let last: { readonly at: string; readonly stamp: string; readonly line: string | undefined } | undefined
  return async (file) => {
    if (last?.at !== file.at || last.stamp !== file.stamp)
      last = { at: file.at, stamp: file.stamp, line: await firstLineOf(file) }
    return last.line
  }
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

/** Parts of one file are asked for one after the other: it is unpacked once for all of them. */
function rememberUnpacking() {
  let current: { readonly at: string; readonly open: IdleResource<Omit<RangeReader, 'position'>> } | undefined
  const close = async (): Promise<void> => {
    await current?.open.close()
    current = undefined
  }
  return {
    close,
    async between(at: string, start: number, end: number): Promise<Buffer> {
      if (current?.at !== at) {
        await close()
        current = {
          at,
          open: keepOpen(
            async () => startUnpacking(at),
            (opened) => opened.close(),
          ),
        }
      }
      return (await current.open.get()).between(start, end)
    },
  }
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
      if (bytes > MAX_BYTES || (bytes > SMALL_BYTES && bytes > packed * MAX_RATIO)) throw tooMuch(bytes)
      yield chunk
    }
  } finally {
    source.destroy()
    stream.destroy()
  }
}

const tooMuch = (bytes: number): WukuError =>
  new WukuError('too-large', msg('tooMuch2', { megabytes: Math.round(bytes / 1024 ** 2) }))

/** Reads stretches of what a file unpacks to, cheaply as long as they are asked for in order. */
function startUnpacking(at: string): Omit<RangeReader, 'position'> {
  let reader = createRangeReader(unpack(at))
  return {
    close: () => reader.close(),
    async between(start, end) {
      if (start < reader.position()) {
        await reader.close()
        reader = createRangeReader(unpack(at))
      }
      return reader.between(start, end)
    },
  }
}
