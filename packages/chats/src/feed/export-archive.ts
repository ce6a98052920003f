import { closeSync, readSync } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { fromFdPromise, type Entry, type ZipFile } from 'yauzl'
import { isWukuError } from '@wuku/core/errors'
import { isExportName } from './export-file.ts'
import { exportProblems } from './export-listing.ts'
import { openPlain } from './plain.ts'

/** An open ZIP of which nothing but conversations is looked at; nothing of it is ever written to disk. */
export interface Archive {
  readonly entries: readonly ArchiveEntry[]
  /** Ends unpacking first, if any is under way. */
  close(): void
}

export interface ArchiveEntry {
  /** Within the archive. */
  readonly name: string
  unpack(): AsyncGenerator<Buffer>
}

/** Thousands of images are usual. */
const MAX_FILES = 200_000

/** `undefined` for a file that is no ZIP. */
export async function openArchive(at: string): Promise<Archive | undefined> {
  const zip = await openZip(at)
  if (!zip) return undefined
  try {
    const found: ArchiveEntry[] = []
    if (zip.entryCount > MAX_FILES) throw exportProblems.tooMany()
    for await (const entry of zip.eachEntry()) {
      const name = conversationsIn(entry)
      if (name !== undefined) found.push({ name, unpack: () => unpack(zip, entry) })
    }
    const entries = found.toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
    return { entries, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw asDamage(error)
  }
}

async function openZip(at: string): Promise<ZipFile | undefined> {
  const fd = openPlain(at)
  try {
    // Names are taken as bytes: what is called `../x` is looked over, and no reason to refuse the rest.
    return await fromFdPromise(fd, { autoClose: false, decodeStrings: false, lazyEntries: true })
  } catch (error) {
    const isZip = beginsAsZip(fd)
    closeSync(fd)
    if (isZip) throw asDamage(error)
    return undefined
  }
}

function beginsAsZip(fd: number): boolean {
  const head = Buffer.alloc(4)
  return readSync(fd, head, 0, 4, 0) === 4 && head.readUInt32BE() === 0x504b0304
}

/** At the top or one folder deep. */
function conversationsIn({ fileNameRaw }: Entry): string | undefined {
  const name = fileNameRaw.toString().replaceAll('\\', '/')
  // oxlint-disable-next-line no-control-regex
  return name.split('/').length <= 2 && isExportName(name) && !/^[./]|[\0-\x1f\x7f]/.test(name) ? name : undefined
}

/** Text packs to a tenth, the most boring of it to a hundredth. */
const MAX_RATIO = 200
/** Under this the ratio says nothing. */
const SMALL_BYTES = 16 * 1024 * 1024
const DEFLATED = 8

/** The bytes of a file in the archive as they come; that they are the right ones is known at their end. */
async function* unpack(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw exportProblems.encrypted()
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== DEFLATED) throw exportProblems.packing()
  let [bytes, checksum] = [0, 0]
  try {
    for await (const chunk of await inflated(zip, entry)) {
      bytes += chunk.length
      if (bytes > entry.uncompressedSize) throw exportProblems.damaged('it is longer than it says')
      if (bytes > SMALL_BYTES && bytes > entry.compressedSize * MAX_RATIO) throw exportProblems.tooMuch()
      checksum = crc32(chunk, checksum)
      yield chunk
    }
  } catch (error) {
    throw asDamage(error)
  }
  if (bytes < entry.uncompressedSize) throw exportProblems.damaged('it ends too early')
  if (checksum !== entry.crc32) throw exportProblems.damaged('its checksum is wrong')
}

const CHUNK = 256 * 1024

async function inflated(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Buffer>> {
  const packed: Readable = await zip.openReadStreamPromise(entry, { decodeFileData: false })
  if (entry.compressionMethod !== DEFLATED) return packed
  // Errors reach the reader of the stream.
  return pipeline(packed, createInflateRaw({ chunkSize: CHUNK }), () => undefined)
}

/** Errors of the system are passed on unchanged; all others are due to the bytes. */
function asDamage(error: unknown): unknown {
  if (isWukuError(error) || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (code.startsWith('E') && !code.startsWith('ERR_')) return error
  return exportProblems.damaged('it cannot be unpacked')
}
