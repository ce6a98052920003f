import { packed, unpacked } from '@wuku/messages/message'
import { hash } from 'node:crypto'
import { isAbsolute } from 'node:path'
import type { Blobs } from '@wuku/core/ports/blobs'
import type { ConvertedFile, Converter } from '@wuku/core/ports/converter'
import type { Feed, ListedItem, Listing, RawItem, Refusal } from '@wuku/core/ports/feed'
import { decodeText } from '@wuku/text/decode'
import { findIncludes } from '@wuku/text/includes/find-includes'
import { placeIncludes } from '@wuku/text/includes/place'
import type { Include } from '@wuku/text/includes/include-types'
import { createPathSelection } from '@wuku/folders/path-selection'
import { rememberRootFolder } from '@wuku/folders/root-folder'
import { notesPolicy } from '@wuku/folders/ignore-policy'
import { watchFolder } from '@wuku/folders/watch'
import { endingOf } from '@wuku/formats/open-formats'
import {
  ENRICHED,
  enrichedAt,
  INCLUDED_PREFIX,
  isReserved,
  MAX_INCLUDE_DEPTH,
  MAY_INCLUDE,
  REFUSED,
} from '../originals.ts'

export interface DocsFeedOptions {
  readonly blobs: Blobs
  /** Prefix that ends with `/`. */
  readonly originals: string
  /** Their origin: a folder or file of this machine, or an address. */
  readonly root: string
  readonly converter: Converter
  /** For files that cannot be read within their limits, all of one run together. */
  readonly unreadableMilliseconds: number
  /** Endings of documents, lower case without the dot. */
  readonly endings: ReadonlySet<string>
}

/** The originals of one version of a library, made readable. */
export function openDocsFeed(options: DocsFeedOptions): Feed {
  const time = createReadingTime(options.unreadableMilliseconds)
  return {
    list: ({ signal }) => {
      time.renew()
      return list(options, signal)
    },
    read: (item) => read(item, { ...options, time }),
    picture: async (path) => options.blobs.get(`${options.originals}${INCLUDED_PREFIX}${path}`),
    stamp: (path) => stampOf(path, options),
    isThere: async () => true,
    ...(isAbsolute(options.root) && { watch: (...watchArguments) => watchRoot(options.root, ...watchArguments) }),
  }
}

/** A file that is slow after others that came to nothing has less time, and at last none. */
const LEAST_MS = 5_000

function createReadingTime(milliseconds: number) {
  let left = milliseconds
  return {
    renew: (): void => void (left = milliseconds),
    /** Limit of the next file; absent: there is no time left. */
    next: (): number | undefined => (left > 0 ? Math.max(LEAST_MS, left / 2) : undefined),
    waste: (wasted: number): void => void (left -= wasted),
  }
}

interface Reading extends DocsFeedOptions {
  readonly time: ReturnType<typeof createReadingTime>
}

/** The folder that the originals were taken from, whatever of it was taken: that is for an import to say. */
const watchRoot = (root: string, ...[changed, signal, looks]: Parameters<NonNullable<Feed['watch']>>): Promise<void> =>
  watchFolder(
    {
      root,
      maxBytes: Infinity,
      policy: notesPolicy,
      foundRoot: rememberRootFolder(root),
      selection: createPathSelection({ patterns: ['**/*'], exclude: [] }),
    },
    changed,
    signal,
    { looks },
  )

async function list({ blobs, originals, endings }: DocsFeedOptions, signal?: AbortSignal): Promise<Listing> {
  const items: ListedItem[] = []
  const words = new Map<string, string>()
  for await (const { key, bytes, stamp, modifiedAt } of blobs.list(originals)) {
    if (signal?.aborted) break
    const path = key.slice(originals.length)
    if (path.startsWith(ENRICHED)) words.set(path.slice(ENRICHED.length), stamp)
    else if (!isReserved(path) && endings.has(endingOf(path))) items.push({ path, stamp, bytes, modifiedAt })
  }
  return {
    items: items.map((item) => ({ ...item, stamp: joined(item.stamp, words.get(item.path)) })),
    skipped: [],
    problems: [],
    complete: signal?.aborted !== true,
  }
}

/** Generated descriptions count as a part of their file. */
const joined = (stamp: string, words: string | undefined): string => (words === undefined ? stamp : `${stamp}+${words}`)

/** Another word whenever the document would be read as another one. */
export async function stampOf(path: string, { blobs, originals }: Pick<DocsFeedOptions, 'blobs' | 'originals'>) {
  const [own, words] = await Promise.all([blobs.facts(originals + path), blobs.facts(originals + ENRICHED + path)])
  return own && joined(own.stamp, words?.stamp)
}

async function read(item: ListedItem, options: Reading): Promise<RawItem | Refusal> {
  const { blobs, originals, converter } = options
  const { path, stamp, modifiedAt } = item
  const bytes = await blobs.get(originals + path)
  if (!bytes) return gone(path)
  const made = converter.endings.has(endingOf(path))
    ? await convert({ path, bytes }, options)
    : { bytes: await resolveIncludes({ path, bytes }, options) }
  if ('said' in made) return made
  const isJoined = !('as' in made) && made.bytes !== bytes
  const written = isJoined ? decodeText(bytes) : 'binary'
  const about = {
    ...(written !== 'binary' && { written: written.text }),
    ...('as' in made && { as: made.as, title: made.title }),
    ...(await enrichedAt(originals, path, blobs)),
  }
  const hasFacts = Object.keys(about).length > 0
  return { path, stamp, modifiedAt, bytes: made.bytes, ...(hasFacts && { sidecar: { about: JSON.stringify(about) } }) }
}

interface KnownRefusal {
  readonly hash: string
  /** That of the converter. */
  readonly version: string
  readonly said: string
  readonly remedy: string
}

async function convert(file: File, { blobs, originals, converter, time }: Reading): Promise<ConvertedFile | Refusal> {
  const { path } = file
  const key = originals + REFUSED + path
  const [digest, { version }] = [hash('sha256', file.bytes, 'hex'), converter]
  const noted = await blobs.get(key)
  const known = noted && (JSON.parse(Buffer.from(noted).toString()) as KnownRefusal)
  if (known?.hash === digest && known.version === version)
    return { path, said: unpacked(known.said), remedy: unpacked(known.remedy) }
  const milliseconds = time.next()
  const made =
    milliseconds === undefined
      ? noTimeLeft
      : await converter.convert({ ...file, milliseconds }, new AbortController().signal)
  if (!('said' in made)) return made
  const { said: message, remedy, isLasting, wastedMilliseconds } = made
  time.waste(wastedMilliseconds)
  const refusal: KnownRefusal = { hash: digest, version, said: packed(message), remedy: packed(remedy) }
  if (isLasting) await blobs.put(key, Buffer.from(JSON.stringify(refusal)))
  return { path, said: message, remedy }
}

const noTimeLeft = {
  said: 'It was not read: other files of the same run took all the time there is for unreadable ones.',
  remedy: 'Remove those, then run "wuku docs retry".',
  isLasting: true,
  wastedMilliseconds: 0,
}

const gone = (path: string): Refusal => ({
  path,
  said: 'Its original is gone.',
  remedy: 'Fetch the version again with "wuku docs refresh".',
})

/** Bytes that all includes of one document may add. */
const MAX_BYTES = 4 * 1024 * 1024

interface File {
  readonly path: string
  readonly bytes: Uint8Array
}

/** The document with what its builder would put into it, out of the originals of the same version and nowhere else. */
async function resolveIncludes({ path, bytes }: File, options: DocsFeedOptions): Promise<Uint8Array> {
  if (!MAY_INCLUDE.test(path)) return bytes
  const decoded = decodeText(bytes)
  if (decoded === 'binary') return bytes
  let { text } = decoded
  let remainingBytes = MAX_BYTES
  for (let depth = 0; depth < MAX_INCLUDE_DEPTH; depth++) {
    const found = findIncludes(text, path)
    const placed: { include: Include; text: string }[] = []
    for (const include of found) {
      const included = remainingBytes > 0 ? await firstOf(include.candidates, options) : undefined
      if (included === undefined || included.length > remainingBytes) continue
      remainingBytes -= included.length
      placed.push({ include, text: included })
    }
    if (placed.length === 0) return depth === 0 ? bytes : Buffer.from(text)
    text = placeIncludes(text, placed)
  }
  return Buffer.from(text)
}

async function firstOf(candidates: readonly string[], { blobs, originals }: DocsFeedOptions) {
  for (const candidate of candidates)
    for (const key of [originals + candidate, originals + INCLUDED_PREFIX + candidate]) {
      const bytes = await blobs.get(key)
      const decoded = bytes && decodeText(bytes)
      if (decoded && decoded !== 'binary') return decoded.text
    }
  return undefined
}
