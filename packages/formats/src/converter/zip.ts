import { pipeline, type Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { isWukuError } from '@wuku/core/errors'
import { refusals } from './format-refusals.ts'

/** The parts of an office document or a book, unpacked one by one as they are asked for. */
export interface Package {
  readonly names: readonly string[]
  has(name: string): boolean
  /** Refused when there is no such part. */
  read(name: string): Promise<Buffer>
}

const MAX_ENTRIES = 20_000
const MAX_BYTES = 512 * 1024 ** 2
/** XML packs to a tenth, the most boring sheet to a hundredth. */
const MAX_RATIO = 200
/** Under this the ratio says nothing. */
const SMALL_BYTES = 1024 ** 2

export async function openPackage(bytes: Uint8Array): Promise<Package> {
  const zip = await translateErrors(() => openZip(bytes))
  if (zip.entryCount > MAX_ENTRIES) throw refusals.tooManyParts()
  const entries = await translateErrors(() => entriesOf(zip))
  const declared = [...entries.values()].reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (declared > MAX_BYTES) throw refusals.unpacksToTooMuch()
  const budget = { left: MAX_BYTES }
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    async read(name) {
      const entry = entries.get(name)
      if (!entry) throw refusals.damaged(`${name} is missing`)
      return translateErrors(() => unpack(zip, entry, budget))
    },
  }
}

/** Names are taken as bytes: one called `../x` is never asked for, and no reason to refuse the rest. */
const openZip = (bytes: Uint8Array): Promise<ZipFile> =>
  fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
    decodeStrings: false,
    lazyEntries: true,
  })

/** If two parts share a name, the first wins. */
async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileNameRaw.toString().replaceAll('\\', '/').replace(/^\/+/, '')
    if (!entries.has(name)) entries.set(name, entry)
  }
  return entries
}

const DEFLATED = 8

/** The headers may be wrong, so arriving bytes are counted. */
async function unpack(zip: ZipFile, entry: Entry, budget: { left: number }): Promise<Buffer> {
  if (entry.isEncrypted()) throw refusals.locked()
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== DEFLATED) {
    throw refusals.damaged('its compression is not supported')
  }
  const chunks: Buffer[] = []
  let [bytes, checksum] = [0, 0]
  for await (const chunk of await inflated(zip, entry)) {
    bytes += chunk.length
    budget.left -= chunk.length
    if (bytes > entry.uncompressedSize) throw refusals.damaged('a part of it is longer than declared')
    if (budget.left < 0 || isBomb(bytes, entry)) throw refusals.unpacksToTooMuch()
    checksum = crc32(chunk, checksum)
    chunks.push(chunk)
  }
  if (bytes < entry.uncompressedSize || checksum !== entry.crc32) throw refusals.damaged('a part of it is broken')
  return Buffer.concat(chunks, bytes)
}

const isBomb = (bytes: number, { compressedSize }: Entry) => bytes > SMALL_BYTES && bytes > compressedSize * MAX_RATIO

async function inflated(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Buffer>> {
  const packed: Readable = await zip.openReadStreamPromise(entry, { decodeFileData: false })
  if (entry.compressionMethod !== DEFLATED) return packed
  // Errors reach the reader of the stream.
  return pipeline(packed, createInflateRaw({ chunkSize: 256 * 1024 }), () => undefined)
}

async function translateErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw isWukuError(error) ? error : refusals.damaged('it cannot be unpacked')
  }
}
