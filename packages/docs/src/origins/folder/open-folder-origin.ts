import { constants, type Dirent } from 'node:fs'
import { lstat, realpath, type FileHandle, open, readdir } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { WukuError, cancelled } from '@wuku/core/errors'
import { parseObject } from '@wuku/core/lenient-parsing'
import { msg, type Text } from '@wuku/messages/docs'
import type { FolderOrigin, Origin, Choice, Downloaded, DownloadRequest, OriginFacts } from '@wuku/core/ports/origins'
import { createDownloadCounter, defaultCaps, type DownloadCounter } from '../download-counter.ts'
import { createChoice, isAside, maxAsideBytes, type Verdict } from '../file-choice.ts'
import { judgePath, refusals } from '../origin-refusals.ts'
import { codeOf } from '@wuku/core/environment'

type Ground = Awaited<ReturnType<typeof groundOf>>

/** A folder or one file on this machine. */
export function openFolder({ root, ...choice }: FolderOrigin): Origin {
  return {
    releases: async () => [],
    async inspect() {
      const { base, only } = await groundOf(root)
      const name = namingPart(root).replace(/(?<=.)\.[^.]+$/, '')
      return {
        name,
        slug: `/local/${slugOf(name)}`,
        description: only === undefined ? await describedByManifest(base) : '',
      }
    },
    async *download(request) {
      return yield* downloadFolder(await groundOf(root), choice, request)
    },
  }
}

/** Many folders are called "docs": then the one around it says what they document. */
const namingPart = (root: string): string =>
  [root, dirname(root), dirname(dirname(root))].map((folder) => basename(folder)).find((name) => !GENERIC.test(name)) ||
  basename(root)

const GENERIC = /^(?:docs?|documentation|website|site|content|manual|guides?)$/i

const ARCHIVES = /\.(?:zip|tar|tgz|tar\.(?:gz|bz2|xz|zst)|tbz2|txz|7z|rar)$/i

/** A folder, or the folder around the one file that is meant. */
async function groundOf(root: string) {
  const stats = await lstat(root).catch(() => undefined)
  if (!stats || (await realpath(root).catch(() => undefined)) !== root) throw missing(root)
  if (stats.isDirectory()) return { base: root }
  if (!stats.isFile()) throw missing(root)
  if (ARCHIVES.test(root)) throw new WukuError('bad-input', msg('packed', { root: basename(root) }))
  return { base: dirname(root), only: basename(root) }
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'documents'

const missing = (root: string): WukuError => new WukuError('root-missing', msg('missing', { root }))

/** Manifests of programs, each with what it says that the program is. */
const manifests: readonly (readonly [name: string, description: (text: string) => string | undefined])[] = [
  ['package.json', ofJson],
  ['composer.json', ofJson],
  ['pyproject.toml', ofToml],
  ['Cargo.toml', ofToml],
]

const MAX_BYTES = 1024 * 1024

const LONGEST = 400

/** Description of a folder in the manifest at its top; empty if there is none. */
async function describedByManifest(base: string): Promise<string> {
  for (const [name, descriptionIn] of manifests) {
    const read = await readInside(base, join(base, name), { maxBytes: MAX_BYTES, isKnown: () => false })
    const description = read.is === 'read' ? descriptionIn(Buffer.from(read.bytes).toString()) : undefined
    const plain = description?.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() ?? ''
    if (plain !== '') return plain.slice(0, LONGEST).toWellFormed()
  }
  return ''
}

function ofJson(text: string): string | undefined {
  const { description } = parseObject(text)
  return typeof description === 'string' ? description : undefined
}

/** The first line of that name stands in the section of the package itself. */
function ofToml(text: string): string | undefined {
  const [, basic, literal] = /^description[ \t]*=[ \t]*(?:"((?:[^"\\\n]|\\.)+)"|'([^'\n]+)')/m.exec(text) ?? []
  return basic === undefined ? literal : basic.replaceAll(/\\(.)/g, '$1')
}

interface DownloadContext {
  readonly ground: Ground
  readonly request: DownloadRequest
  readonly counter: DownloadCounter
  choose(path: string): Verdict
}

async function* downloadFolder(
  ground: Ground,
  choice: Choice,
  request: DownloadRequest,
): AsyncGenerator<Downloaded, OriginFacts> {
  const { signal, progress, isDocument } = request
  const counter = createDownloadCounter(defaultCaps)
  const choose = createChoice({ ...choice, isDocument, leavesOut: () => false })
  const context: DownloadContext = { ground, request, counter, choose }
  let bytes = 0
  progress({ stage: 'connecting', said: 'Listing the folder', done: 0, bytes })
  for await (const found of foundIn(ground)) {
    if (signal.aborted) throw cancelled()
    const downloaded = await acceptFound(found, context)
    if (!downloaded) continue
    yield downloaded
    if ('bytes' in downloaded) bytes += downloaded.bytes.byteLength
    progress({ stage: 'downloading', said: 'Reading files', done: counter.documents, bytes })
  }
  return { leftOut: counter.leftOut, skipped: counter.skipped }
}

async function* foundIn({ base, only }: Ground): AsyncGenerator<Found, void> {
  if (only !== undefined) return yield { path: only, is: 'file' }
  for await (const found of walk(base)) {
    yield found
    await setImmediate()
  }
}

async function acceptFound({ path, is, why }: Found, context: DownloadContext): Promise<Downloaded | undefined> {
  const { counter, ground } = context
  if (is === 'unreadable') return refusals.unreadable(path, why ?? '')
  if (is === 'passed over') return void counter.passOver(path, why ?? '')
  const verdict = ground.only === undefined ? context.choose(path) : judgeOnlyFile(path, context)
  if (verdict === 'nothing')
    return ground.only === undefined
      ? void counter.passOver(path, noDocument(path, context))
      : refusals.noDocument(path)
  if (verdict === 'left-out') return void counter.leaveOut(path, RULED_OUT)
  const refused = judgePath(path)
  if (refused) return refused
  if (verdict === 'aside' && context.request.asides?.has(path) === false) return undefined
  if (is === 'link out') return verdict === 'document' ? refusals.linkOut(path) : undefined
  if (is === 'link')
    return verdict === 'document'
      ? void counter.leaveOut(path, 'a link to a file that is imported under its own path')
      : undefined
  if (verdict === 'aside') counter.passOver(path, 'not a document; documents may include parts of it')
  return await acceptFile(path, verdict, context)
}

const RULED_OUT = 'left out by --pattern or --exclude'

/** A document that is quoted nowhere, or what no reader knows. */
const noDocument = (path: string, { request }: DownloadContext): Text => {
  const [ending] = /\.[^./]+$/.exec(path) ?? []
  if (request.isDocument(path)) return RULED_OUT
  return ending ? msg('noDocumentByExtension', { ending: ending.toLowerCase() }) : msg('noDocumentWithoutExtension')
}

/** A file that is named by itself is meant as it is. */
const judgeOnlyFile = (path: string, { request }: DownloadContext): Verdict =>
  request.isDocument(path) ? 'document' : 'nothing'

async function acceptFile(
  path: string,
  verdict: 'document' | 'aside',
  context: DownloadContext,
): Promise<Downloaded | undefined> {
  const { ground, request, counter } = context
  const isDocument = verdict === 'document'
  const maxBytes = isDocument ? request.maxBytes : maxAsideBytes(path)
  const isKnown = (validator: string): boolean => isDocument && request.known?.get(path) === validator
  const read = await readInside(ground.base, join(ground.base, path), { maxBytes, isKnown })
  if (read.is === 'unreadable') return isDocument ? refusals.unreadable(path, read.code) : undefined
  if (read.is === 'too large') return isDocument ? refusals.tooLarge(path, read.bytes, maxBytes) : undefined
  if (!counter.isNew(path)) return isDocument ? refusals.twin(path) : undefined
  if (isDocument) return acceptDocument(path, read, counter)
  if (read.is !== 'read' || !isAside(path, read.bytes) || !counter.countInclude(read.bytes.length)) return undefined
  return { is: 'aside', path, bytes: read.bytes, modifiedAt: read.modifiedAt }
}

function acceptDocument(path: string, read: FileState, counter: DownloadCounter): Downloaded {
  counter.countDocument(read.is === 'read' ? read.bytes.length : 0)
  if (read.is === 'known') return { is: 'unchanged', path }
  return { is: 'document', path, bytes: read.bytes, modifiedAt: read.modifiedAt, validator: read.validator }
}

interface Found {
  /** Relative to the root, `/`-separated. */
  readonly path: string
  /** `link`: to what lies inside and is found there. Folders are named only when they cannot be read. */
  readonly is: 'file' | 'link' | 'link out' | 'unreadable' | 'passed over'
  readonly why?: string
}

const DEEPEST = 64

/** All files below a folder, by name; hidden folders and those of packages are not entered, and links not followed. */
async function* walk(base: string, folder = '', depth = 0): AsyncGenerator<Found, void> {
  const entries = await readdir(join(base, folder), { withFileTypes: true }).catch(codeOf)
  if (typeof entries === 'string' || depth > DEEPEST)
    return yield {
      path: folder === '' ? '.' : folder,
      is: 'unreadable',
      why: depth > DEEPEST ? 'too deep' : String(entries),
    }
  for (const entry of entries.toSorted(byName)) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      const why = passedOver(entry.name)
      if (why === undefined) yield* walk(base, path, depth + 1)
      else yield { path: `${path}/`, is: 'passed over', why }
    } else if (entry.isFile()) yield { path, is: 'file' }
    else if (entry.isSymbolicLink()) yield { path, is: await endOf(base, path) }
  }
}

const byName = (one: Dirent, other: Dirent): number => (one.name < other.name ? -1 : 1)

const passedOver = (name: string): string | undefined =>
  name.startsWith('.') ? 'hidden folder' : name === 'node_modules' ? 'installed packages' : undefined

/** A link to nothing leads out as well: nobody knows what will lie there. */
async function endOf(base: string, path: string): Promise<'link' | 'link out'> {
  const end = await realpath(join(base, path)).catch(() => '')
  return end === base || end.startsWith(base.endsWith(sep) ? base : base + sep) ? 'link' : 'link out'
}

/** A file as it stands: its bytes, or that they are known. */
type FileState =
  | {
      readonly is: 'read'
      readonly bytes: Uint8Array
      readonly modifiedAt: number
      readonly validator: string
    }
  | { readonly is: 'known' }

type Read =
  | FileState
  | { readonly is: 'too large'; readonly bytes: number }
  | { readonly is: 'unreadable'; readonly code: string }

interface ReadRules {
  readonly maxBytes: number
  isKnown(validator: string): boolean
}

/** Links are not followed, and devices not waited for, should one take the place of the file by now. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Size and place are judged of the open file, before a byte is read. */
async function readInside(base: string, at: string, rules: ReadRules): Promise<Read> {
  let file: FileHandle | undefined
  try {
    file = await open(at, FLAGS)
    return await readOpen(file, { base, at, ...rules })
  } catch (error) {
    return { is: 'unreadable', code: codeOf(error) }
  } finally {
    await file?.close()
  }
}

interface Opened extends ReadRules {
  readonly base: string
  readonly at: string
}

async function readOpen(file: FileHandle, { base, at, maxBytes, isKnown }: Opened): Promise<Read> {
  const stats = await file.stat()
  if (!stats.isFile()) return { is: 'unreadable', code: 'not a plain file' }
  if (!(await placeOf(file, at)).startsWith(base.endsWith(sep) ? base : base + sep))
    return { is: 'unreadable', code: 'moved' }
  if (stats.size > maxBytes) return { is: 'too large', bytes: stats.size }
  const validator = `${stats.size}:${stats.mtimeMs}`
  if (isKnown(validator)) return { is: 'known' }
  const bytes = Buffer.alloc(stats.size)
  let filled = 0
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return { is: 'read', bytes: bytes.subarray(0, filled), modifiedAt: stats.mtimeMs, validator }
}

/** Linux reports the path of the open file itself; elsewhere the path is resolved once more. */
const placeOf = (file: FileHandle, at: string) => realpath(`/proc/self/fd/${file.fd}`).catch(() => realpath(at))
