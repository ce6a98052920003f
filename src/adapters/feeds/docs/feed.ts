import { isAbsolute } from 'node:path'
import type { Blobs } from '../../../ports/blobs.ts'
import type { Converter } from '../../../ports/converter.ts'
import type { Feed, ListedItem, Listing, RawItem, Refusal } from '../../../ports/feed.ts'
import { decodeText } from '../../../text/decode.ts'
import { createChoice } from '../choice.ts'
import { rememberGround } from '../ground.ts'
import { notesTaste } from '../taste.ts'
import { watchFolder } from '../watch.ts'
import { resolveIncludes } from './includes.ts'

export interface DocsFeedOptions {
  readonly blobs: Blobs
  /** Prefix that ends with `/`. */
  readonly originals: string
  /** Where they came from: a folder or file of this machine, or an address. */
  readonly root: string
  readonly converter: Converter
  /** Endings of documents, lower case without the dot. */
  readonly endings: ReadonlySet<string>
}

/** Names below the originals that are no documents. */
const BESIDE = /^~/
const ENRICHED = '~enriched/'

/** The originals of one version of a library, made readable. */
export const openDocsFeed = (options: DocsFeedOptions): Feed => ({
  list: ({ signal }) => list(options, signal),
  read: (item) => read(item, options),
  stamp: (path) => stampOf(path, options),
  isThere: async () => true,
  ...(isAbsolute(options.root) && { watch: (...asked) => watchRoot(options.root, ...asked) }),
})

/** The folder that the originals were taken from, whatever of it was taken: that is for an import to say. */
const watchRoot = (root: string, ...[changed, signal, looks]: Parameters<NonNullable<Feed['watch']>>): Promise<void> =>
  watchFolder(
    {
      root,
      maxBytes: Infinity,
      taste: notesTaste,
      ground: rememberGround(root),
      choice: createChoice({ patterns: ['**/*'], exclude: [] }),
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
    else if (!BESIDE.test(path) && endings.has(endingOf(path))) items.push({ path, stamp, bytes, modifiedAt })
  }
  return {
    items: items.map((item) => ({ ...item, stamp: joined(item.stamp, words.get(item.path)) })),
    skipped: [],
    problems: [],
    complete: signal?.aborted !== true,
  }
}

/** What was written about a file counts as a part of it. */
const joined = (stamp: string, words: string | undefined): string => (words === undefined ? stamp : `${stamp}+${words}`)

async function stampOf(path: string, { blobs, originals }: DocsFeedOptions): Promise<string | undefined> {
  const [own, words] = await Promise.all([blobs.facts(originals + path), blobs.facts(originals + ENRICHED + path)])
  return own && joined(own.stamp, words?.stamp)
}

async function read(item: ListedItem, options: DocsFeedOptions): Promise<RawItem | Refusal> {
  const { blobs, originals, converter } = options
  const { path, stamp, modifiedAt } = item
  const bytes = await blobs.get(originals + path)
  if (!bytes) return gone(path)
  const made = converter.endings.has(endingOf(path))
    ? await converter.convert({ path, bytes }, new AbortController().signal)
    : { bytes: await resolveIncludes({ path, bytes }, options) }
  if ('said' in made) return made
  const isJoined = !('as' in made) && made.bytes !== bytes
  const written = isJoined ? decodeText(bytes) : 'binary'
  const about = {
    ...(written !== 'binary' && { written: written.text }),
    ...('as' in made && { as: made.as, title: made.title }),
    ...(await wordsOf(path, options)),
  }
  const isSaid = Object.keys(about).length > 0
  return { path, stamp, modifiedAt, bytes: made.bytes, ...(isSaid && { beside: { about: JSON.stringify(about) } }) }
}

async function wordsOf(path: string, { blobs, originals }: DocsFeedOptions): Promise<object> {
  const bytes = await blobs.get(originals + ENRICHED + path)
  return bytes ? (JSON.parse(Buffer.from(bytes).toString()) as object) : {}
}

const endingOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''

const gone = (path: string): Refusal => ({
  path,
  said: 'Its original is gone.',
  remedy: 'Fetch the version again with "wuku docs refresh".',
})
