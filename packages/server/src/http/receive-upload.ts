import { msg, packed } from '@wuku/messages/server'
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { uploadPrefix } from '@wuku/kernel/jobs/purge'
import type { Blobs } from '@wuku/core/ports/blobs'
import { badInput, echoed, refusal, type HttpFailure } from '@wuku/http-kit/http-failures'
import type { Quotas } from './limits/quotas.ts'
import { bodyTimeout, requireUnencoded, tooLarge } from '@wuku/http-kit/read-body'
import type { HttpRequest } from '@wuku/http-kit/route'

export interface UploadPlace {
  /** Files wait here until they are taken in. */
  readonly blobs: Blobs
  readonly newId: () => string
  /** Limit of the whole body. */
  readonly uploadBytes: number
  readonly uploadFiles: number
  /** Limit of one file; a larger one fails for itself. */
  readonly fileBytes: number
  /** Limit of a JSON body with documents. */
  readonly bodyBytes: number
  /** Absent: there are none. */
  readonly quotas?: Pick<Quotas, 'requireUploadQuota' | 'countUpload'>
}

export interface ReceivedFile {
  readonly path: string
  /** Why it was not kept. */
  readonly refused?: string
}

const fieldNames: ReadonlySet<string> = new Set(['library', 'library_id', 'version', 'visibility', 'paths'])
const fileNames: ReadonlySet<string> = new Set(['files', 'file', 'files[]'])
/** More than this waits for the disk: then the client waits too. */
const MAX_WAITING = 16 * 1024 * 1024
const IDLE_MS = 30_000

/** Reads files one after the other into the blobs; `bytes` is the length of the body. Nothing stays of a body that is refused or breaks off. */
export async function receiveUpload(request: Pick<HttpRequest, 'raw' | 'headers' | 'claim'>, place: UploadPlace) {
  requireMultipart(request.headers, place)
  const upload = place.newId()
  const files = createFiles(uploadPrefix(upload), place, request.raw)
  try {
    const { fields, bytes } = await readParts(request, files, place)
    await request.claim?.(digestOf(fields, files))
    const { paths, ...otherFields } = Object.fromEntries(fields)
    const written = named(await files.written(), paths).map(withShortName)
    return { upload, fields: otherFields, files: written, bytes }
  } catch (error) {
    request.raw.pause()
    await files.stop()
    await place.blobs.deleteUnder(uploadPrefix(upload))
    throw error
  }
}

function requireMultipart(headers: HttpRequest['headers'], { uploadBytes }: UploadPlace): void {
  const type = headers['content-type'] ?? ''
  if (!/^multipart\/form-data[\t ]*(?:;|$)/i.test(type))
    throw refusal('unsupported-type', msg('notAnUpload', { type: echoed(type) }))
  requireUnencoded(headers)
  if (!/;[\t ]*boundary=[^;]/i.test(type))
    throw badInput('The multipart body has no boundary.', 'Let the client make the Content-Type.')
  if (Number(headers['content-length'] ?? 0) > uploadBytes) throw tooLarge(uploadBytes)
}

function readParts(
  { raw, headers }: Pick<HttpRequest, 'raw' | 'headers'>,
  files: Files,
  place: UploadPlace,
): Promise<{ readonly fields: ReadonlyMap<string, string>; readonly bytes: number }> {
  const fields = new Map<string, string>()
  return new Promise((resolve, reject) => {
    const type = headers['content-type'] ?? ''
    const parser = new Busboy({ headers: { ...headers, 'content-type': type }, preservePath: true, limits })
    let size = 0
    let isOver = false
    const idle = setTimeout(() => fail(bodyTimeout()), IDLE_MS)
    const finish = (): void => {
      isOver = true
      clearTimeout(idle)
      raw.unpipe(parser)
      raw.off('data', onChunk).off('close', closed).off('error', broken)
    }
    const fail = (error: unknown): void => {
      if (isOver) return
      finish()
      void files.stop()
      reject(error)
    }
    const onChunk = (chunk: Buffer): void => {
      size += chunk.length
      idle.refresh()
      if (size > place.uploadBytes) fail(tooLarge(place.uploadBytes))
    }
    const broken = (): void => fail(badInput('The body of the upload broke off.', 'Send it again.'))
    // A body that was there at once may close before the parser is through with it.
    const closed = (): void => void (raw.complete || broken())
    parser.on('field', (name, value, isNameCut, isCut) => {
      if (!fieldNames.has(name) || isNameCut || isCut || fields.has(name)) return fail(badField(name, fields.has(name)))
      fields.set(name, value)
    })
    parser.on('file', (name, stream, filename) => {
      stream.on('error', broken)
      if (isOver) return void stream.resume()
      if (!fileNames.has(name)) fail(badField(name, false))
      else if (files.count() >= place.uploadFiles) fail(tooMany(place.uploadFiles))
      if (isOver) stream.resume()
      else files.accept(stream, filename ?? '')
    })
    parser.on('error', broken)
    parser.on('finish', () => {
      if (isOver) return
      finish()
      resolve({ fields, bytes: size })
    })
    raw.on('data', onChunk).on('close', closed).on('error', broken)
    raw.pipe(parser)
  })
}

const limits = { fieldNameSize: 200, fieldSize: 1024 * 1024, fields: 50, headerPairs: 100 }

/** The same for each try of an upload, though each has another boundary. */
const digestOf = (fields: ReadonlyMap<string, string>, files: Files): string =>
  createHash('sha256')
    .update(JSON.stringify([[...fields].toSorted(), files.digests()]))
    .digest('base64')

interface Files {
  count(): number
  /** Digest of each file: its name and its content. */
  digests(): readonly (readonly [path: string, digest: string])[]
  accept(stream: BusboyFileStream, path: string): void
  /** Keeps nothing that comes from now on; resolves when nothing is being written any more. */
  stop(): Promise<void>
  /** Resolves when all that was taken is kept. */
  written(): Promise<readonly ReceivedFile[]>
}

function createFiles(prefix: string, { blobs, fileBytes }: UploadPlace, raw: IncomingMessage): Files {
  const files: ReceivedFile[] = []
  const digests: string[] = []
  let writing = Promise.resolve()
  let waiting = 0
  let isStopped = false
  const putAfter = async (before: Promise<void>, key: string, bytes: Uint8Array): Promise<void> => {
    await before
    if (isStopped) return
    await blobs.put(key, bytes)
    waiting -= bytes.length
    if (waiting <= MAX_WAITING) raw.resume()
  }
  const put = (key: string, bytes: Uint8Array): void => {
    if (isStopped) return
    waiting += bytes.length
    if (waiting > MAX_WAITING) raw.pause()
    writing = putAfter(writing, key, bytes)
    writing.catch(() => {})
  }
  return {
    count: () => files.length,
    digests: () => files.map(({ path }, at) => [path, digests[at] ?? '']),
    async stop() {
      isStopped = true
      await writing.catch(() => {})
    },
    accept(stream, path) {
      const number = files.push({ path }) - 1
      const chunks: Uint8Array[] = []
      const digest = createHash('sha256')
      let size = 0
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length
        digest.update(chunk)
        if (size <= fileBytes) chunks.push(chunk)
        else chunks.length = 0
      })
      stream.on('end', () => {
        digests[number] = digest.digest('base64')
        if (size === 0) files[number] = { path, refused: 'It is empty.' }
        else if (size > fileBytes) files[number] = { path, refused: packed(msg('fileTooLarge', { bytes: fileBytes })) }
        else put(`${prefix}${number}`, Buffer.concat(chunks))
      })
    },
    written: async () => {
      await writing
      await blobs.sync(files.flatMap(({ refused }, at) => (refused === undefined ? [`${prefix}${at}`] : [])))
      return files
    },
  }
}

/** Names that the client gives apart, one per file. */
function named(files: readonly ReceivedFile[], paths: string | undefined): readonly ReceivedFile[] {
  if (files.length === 0) throw badInput('The upload has no file.', 'Send each file as a part "files".')
  if (paths === undefined) return files
  const names = parsedNames(paths)
  if (names.length !== files.length)
    throw refusal('bad-input', msg('pathsNameOthers', { names: names.length, files: files.length }))
  return files.map((file, at) => ({ ...file, path: names[at] ?? '' }))
}

/** As long as systems allow a path; a longer one is no name, and its file fails alone. */
const LONGEST_NAME = 4_096

const withShortName = (file: ReceivedFile): ReceivedFile =>
  file.path.length > LONGEST_NAME
    ? {
        path: file.path.slice(0, 200).toWellFormed(),
        refused: packed(msg('nameTooLong', { characters: LONGEST_NAME })),
      }
    : file

function parsedNames(paths: string): readonly string[] {
  try {
    const names: unknown = JSON.parse(paths)
    if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names
  } catch {
    // Said below.
  }
  throw badInput('"paths" is no JSON list of names.', 'Send a JSON list, such as ["guide/setup.md","api.md"].')
}

const badField = (name: string, isTwice: boolean): HttpFailure =>
  badInput(
    msg(isTwice ? 'fieldTwice' : 'noSuchPart', { name: echoed(name) }),
    msg('fieldsAre', { names: [...fieldNames].join(', ') }),
  )

const tooMany = (files: number): HttpFailure => refusal('too-large', msg('tooManyFiles', { files }))
