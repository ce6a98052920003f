import { partPath } from '../../../core/parts.ts'
import type { Span } from './spans.ts'

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
