import { createHash, sign, type KeyObject } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { constants, createZstdDecompress } from 'node:zlib'
import { msg } from '@wuku/messages/transfer'
import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { parseJson } from '@wuku/core/lenient-parsing'
import { linesOf } from '../carry/carried-lines.ts'
import { compress, sumOf, writeAt } from '../carry/summed-files.ts'
import { ownedName, sweepLeft } from '@wuku/settings/this-process'
import { signerOf, type PackKey } from './pack-key.ts'

/**
 * One file: a line with the format, a line of JSON with all that is known of it, a line with the signature of both, then the
 * lines of its sources, compressed. The JSON holds length and hash of what follows, so the signature covers every byte.
 */
export const PACK_FORMAT = 1

const MAGIC = 'wukupack'
const HEAD_BYTES = 1024 * 1024
/** Limits of a pack, compressed and not, and of a line of it. No signature lifts them. */
export const packLimits = { bytes: 4 * 1024 ** 3, raw: 16 * 1024 ** 3, line: 64 * 1024 * 1024 }
/** Memory that reading asks for is 2^23 bytes; writing at this level asks for no more. */
const WINDOW_BITS = 23
const LEVEL = 9

const count = z.number().int().min(0)
const shortText = z.string().max(10_000)

const header = z.strictObject({
  /** Version of the program. */
  wuku: shortText,
  /** ISO 8601. */
  made: z.iso.datetime(),
  title: shortText,
  licence: shortText.nullable(),
  sources: z
    .array(
      z.strictObject({
        kind: shortText,
        name: shortText,
        documents: count,
        origin: shortText.nullable(),
        ref: shortText.nullable(),
        commit: shortText.nullable(),
      }),
    )
    .min(1)
    .max(1_000),
  body: z.strictObject({
    bytes: count.max(packLimits.bytes),
    raw: count.max(packLimits.raw),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  /** SPKI in DER, as base64. */
  key: z.base64().max(200),
})
export type PackHeader = z.output<typeof header>

export interface PackRequest extends Omit<PackHeader, 'body' | 'key' | 'sources'> {
  readonly file: string
  readonly key: PackKey
  /** Its lines, and afterwards what the head says of them. */
  readonly lines: AsyncIterable<string>
  sources(): PackHeader['sources']
}

export async function writePack({ file, key, lines, sources, ...about }: PackRequest): Promise<PackHeader> {
  await sweepLeft(dirname(file), `${basename(file)}.`, DRAFT)
  const [bodyDraft, draft] = [ownedName(`${file}.`, DRAFT), ownedName(`${file}.`, DRAFT)]
  try {
    const body = await writeBody(bodyDraft, lines)
    const head: PackHeader = { ...about, sources: sources(), body, key: key.public }
    // It is made to be handed on: others may read it.
    await writeAt(draft, joined(signedHead(head, key.private), createReadStream(bodyDraft)), 0o644)
    await rename(draft, file)
    return head
  } finally {
    for (const each of [bodyDraft, draft]) await rm(each, { force: true })
  }
}

const DRAFT = '.draft'

async function writeBody(file: string, lines: AsyncIterable<string>): Promise<PackHeader['body']> {
  let raw = 0
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const line of lines) {
      const written = Buffer.from(line)
      if (written.length > packLimits.line) throw tooLarge()
      raw += written.length
      yield written
    }
  }
  const level = { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_windowLog]: WINDOW_BITS }
  const body = await writeAt(file, compress(counted(), level))
  if (body.bytes > packLimits.bytes || raw > packLimits.raw) throw tooLarge()
  return { ...body, raw }
}

const tooLarge = (): WukuError => new WukuError('too-large', msg('moreThanPackMayHold'))

/** Also for tests, which sign what no program would write. */
export function signedHead(head: PackHeader, key: KeyObject, format: number = PACK_FORMAT): string {
  const text = `${MAGIC} ${format}\n${JSON.stringify(head)}\n`
  return `${text}${sign(null, Buffer.from(text), key).toString('base64')}\n`
}

async function* joined(head: string, body: AsyncIterable<Uint8Array>): AsyncGenerator<string | Uint8Array> {
  yield head
  yield* body
}

/** A pack of which every byte is what its maker signed. */
export interface OpenedPack {
  readonly head: PackHeader
  readonly fingerprint: string
  /** SHA-256 of its body, in hex. */
  readonly sha256: string
  lines(): AsyncGenerator<string>
}

export interface Trust {
  readonly keys: ReadonlySet<string | undefined>
  /** Keys in the settings: another one is added to them. */
  readonly inSettings: readonly string[]
}

/** Nothing is unpacked before signature, trust, length and hash are right. */
export async function openPack(file: string, trust: Trust): Promise<OpenedPack> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new WukuError('not-found', msg('noFile', { file }))
  })
  try {
    const { head, fingerprint, start } = await readHead(handle, file)
    if (!trust.keys.has(fingerprint)) {
      const value = [...trust.inSettings, fingerprint].join(',')
      throw new WukuError('not-allowed', msg('signedKeyNotTrustedHere', { file, fingerprint, value }))
    }
    if ((await handle.stat()).size !== start + head.body.bytes) throw damaged(file, 'has another length than it says')
    if ((await sumOf(createReadStream(file, { start }))).sha256 !== head.body.sha256)
      throw damaged(file, 'has other bytes than were signed')
    return { head, fingerprint, sha256: head.body.sha256, lines: () => unpack({ file, start, ...head.body }) }
  } finally {
    await handle.close()
  }
}

/** `start` is the place of its body. */
async function readHead(handle: FileHandle, file: string) {
  const headBytes = Math.min(HEAD_BYTES, (await handle.stat()).size)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  const bytes = buffer.subarray(0, bytesRead)
  const ends: number[] = []
  for (let at = bytes.indexOf(10); at >= 0 && ends.length < 3; at = bytes.indexOf(10, at + 1)) ends.push(at)
  const [first = 0, second = 0, third] = ends
  const format = /^wukupack (\d{1,9})$/.exec(bytes.toString('latin1', 0, Math.min(first, 100)))?.[1]
  if (format === undefined) throw damaged(file, 'is no pack of wuku')
  if (Number(format) > PACK_FORMAT)
    throw new WukuError(
      'store-newer',
      msg('formatVersionReadsPacksUp', { file, format: Number(format), packFormat: PACK_FORMAT }),
    )
  if (third === undefined) throw damaged(file, 'has no whole head')
  const { success, data: head } = header.safeParse(parseJson(bytes.toString('utf8', first + 1, second)))
  if (!success) throw damaged(file, 'has a head that cannot be read')
  const der = Buffer.from(head.key, 'base64')
  const written = bytes.toString('latin1', second + 1, third)
  const signature = Buffer.from(written, 'base64')
  // Base64 is read leniently, and a signed file has one spelling alone.
  const fingerprint = signerOf(bytes.subarray(0, second + 1), der, signature)
  if (signature.toString('base64') !== written || fingerprint === undefined)
    throw damaged(file, 'is not as it was signed')
  return { head, fingerprint, start: third + 1 }
}

interface Body extends Readonly<PackHeader['body']> {
  readonly file: string
  readonly start: number
}

/** No more than the head says comes out, whatever the compressed bytes would become; and the file may have changed since. */
async function* unpack({ file, start, bytes, raw, sha256 }: Body): AsyncGenerator<string> {
  const source = createReadStream(file, { start, end: Math.max(start, start + bytes - 1) })
  const hash = createHash('sha256')
  source.on('data', (chunk) => hash.update(chunk))
  const unpacked = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: WINDOW_BITS } })
  source.on('error', (error) => unpacked.destroy(error)).pipe(unpacked)
  let sum = 0
  async function* limited(): AsyncGenerator<Uint8Array> {
    for await (const chunk of unpacked as AsyncIterable<Uint8Array>) {
      sum += chunk.length
      if (sum > raw) throw damaged(file, 'unpacks to more than it says')
      yield chunk
    }
    if (sum !== raw) throw damaged(file, 'unpacks to less than it says')
    if (hash.digest('hex') !== sha256) throw damaged(file, 'has other bytes than were signed')
  }
  try {
    yield* linesOf(limited(), packLimits.line)
  } catch (error) {
    throw isFromZlib(error) ? damaged(file, 'cannot be unpacked', error) : error
  } finally {
    source.destroy()
    unpacked.destroy()
  }
}

const isFromZlib = (error: unknown): boolean =>
  error instanceof Error && /^(?:ZSTD_|Z_)/.test(String((error as NodeJS.ErrnoException).code))

const damaged = (file: string, what: string, cause?: unknown): WukuError =>
  new WukuError('store-damaged', msg('nothingTaken', { file, what }), { cause })
