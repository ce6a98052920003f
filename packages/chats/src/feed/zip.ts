import { compareTexts } from '@wuku/core/list-helpers'
import { closeSync, readSync } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import type { ListedItem } from '@wuku/core/ports/feed'
import type { Problem } from '@wuku/core/core-types'
import { isWukuError } from '@wuku/core/errors'
import { fromFdPromise, type Entry, type ZipFile } from 'yauzl'
import type { ContainerFile, ContainerListing } from './container.ts'
import { listingOf, NO_EXPORT, readContents, type Contents, knownIn, exportProblems } from './export-listing.ts'
import { containerOf, isExportName } from './export-file.ts'
import { openPlain } from './plain.ts'
import { createRangeReader } from './idle.ts'

/** An open ZIP of which nothing but conversations is looked at; nothing of it is ever written to disk. */
interface Archive {
  readonly entries: readonly ArchiveEntry[]
  /** Ends unpacking first, if any is under way. */
  close(): void
}

interface ArchiveEntry {
  /** Within the archive. */
  readonly name: string
  unpack(): AsyncGenerator<Buffer>
}

/** Thousands of images are usual. */
const MAX_FILES = 200_000

/** Text packs to a tenth, the most boring of it to a hundredth. */
const MAX_RATIO = 200
/** Under this the ratio says nothing. */
const SMALL_BYTES = 16 * 1024 * 1024
const DEFLATED = 8

const CHUNK = 256 * 1024

/** Exports of ChatGPT and Claude.ai as they are sent: each conversation is an item `<path>/<id>`. */
export const zipContainer = containerOf(listArchive, ({ at, stamp }, entry, range) =>
  unpacking.between(`${at}\0${stamp}\0${entry}`, range, () => unpackAt(at, entry)),
)
const unpacking = createRangeReader()

async function* unpackAt(at: string, entry: number): AsyncGenerator<Buffer> {
  const archive = await openArchive(at)
  try {
    yield* archive?.entries[entry]?.unpack() ?? []
  } finally {
    archive?.close()
  }
}

/** Whether there are conversations in it; no more of it is unpacked than it takes to see one. */
export async function isExport(at: string): Promise<boolean> {
  const archive = await openArchive(at)
  try {
    for (const { name, unpack } of archive?.entries ?? []) {
      const { chats, unwanted } = await readContents(name, 0, beginning(unpack()))
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

async function listArchive(file: ContainerFile, known: ReadonlyMap<string, string>, signal: AbortSignal | undefined) {
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
      contents.push(await readContents(path, entry, counted(each)))
    } catch (error) {
      if (!isWukuError(error)) throw error
      problems.push({ path, said: error.texts.message, remedy: error.texts.remedy })
    }
  }
  return { contents, problems }
}

/** `undefined` for a file that is no ZIP. */
async function openArchive(at: string): Promise<Archive | undefined> {
  const zip = await openZip(at)
  if (!zip) return undefined
  try {
    const found: ArchiveEntry[] = []
    if (zip.entryCount > MAX_FILES) throw exportProblems.tooMany()
    for await (const entry of zip.eachEntry()) {
      const name = conversationsIn(entry)
      if (name !== undefined) found.push({ name, unpack: () => unpackEntry(zip, entry) })
    }
    const entries = found.toSorted((a, b) => compareTexts(a.name, b.name))
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

/** The bytes of a file in the archive as they come; that they are the right ones is known at their end. */
async function* unpackEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
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
