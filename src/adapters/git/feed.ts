import { setTimeout } from 'node:timers/promises'
import { isWukuError } from '../../core/errors.ts'
import type { Problem } from '../../core/words.ts'
import type { Feed, Listing, ListOptions, RawItem } from '../../ports/feed.ts'
import { historyFolder, pageOfPath } from '../../ports/history-page.ts'
import { openHistory } from './history.ts'
import { createPageReader, type PageReader } from './page-reader.ts'
import { openPages, type Pages } from './pages.ts'

export interface HistoryFeedOptions {
  /** Absolute real path of the source's folder. */
  readonly folder: string
  /** The program; `undefined` where there is none. */
  readonly git: string | undefined
  /** How many of the newest commits are listed. */
  readonly commits: number
  /** A folder of our own, where the order of commits is kept from one run to the next. */
  readonly memory: string
}

/** The files of another feed, and pages of the commits that made them. */
export function withHistory(files: Feed, options: HistoryFeedOptions): Feed {
  const pages = openPages(options)
  const readPage = createPageReader(openHistory(options))
  const { watch } = files
  return {
    list: async (asked) => joinListings(await files.list(asked), await listPages(pages, asked)),
    read: (item, scratch) =>
      pageOfPath(item.path) === undefined ? files.read(item, scratch) : readItem(pages, item.path, readPage),
    stamp: async (path) =>
      pageOfPath(path) === undefined
        ? files.stamp(path)
        : (await pages.now()).find((page) => page.path === path)?.stamp,
    isThere: () => files.isThere(),
    ...(watch && {
      watch: async (changed, signal, looks) => {
        await Promise.all([watch(changed, signal, looks), watchHead(pages, () => changed([historyFolder]), signal)])
      },
    }),
  }
}

const nothing: Listing = { items: [], skipped: [], problems: [], complete: true }

async function listPages(pages: Pages, { folders, signal }: ListOptions): Promise<Listing> {
  if (folders && !folders.includes(historyFolder)) return nothing
  try {
    const items = (await pages.now(signal)).map(({ path, stamp, shas }) => ({
      path,
      stamp,
      modifiedAt: 0,
      bytes: shas.length * USUAL_BYTES,
    }))
    const unread = items.length === 0 ? pages.unread() : undefined
    const { why = '', remedy = '' } = unread ?? {}
    return { ...nothing, items, problems: unread ? [{ path: historyFolder, said: why, remedy }] : [] }
  } catch (error) {
    return { ...nothing, problems: [problemOf(historyFolder, error)], complete: false }
  }
}

/** Of a commit; only progress is measured by it. */
const USUAL_BYTES = 500

/** Where the root is gone its history is not known either. */
const joinListings = (files: Listing, pages: Listing): Listing => ({
  items: [...files.items, ...pages.items],
  skipped: files.skipped,
  problems: [...files.problems, ...pages.problems],
  complete: files.complete && pages.complete,
})

async function readItem(pages: Pages, path: string, readPage: PageReader): Promise<RawItem | Problem> {
  try {
    const all = await pages.now()
    const page = all.find((each) => each.path === path)
    if (!page) return { path, said: 'The history was written anew meanwhile.', remedy: 'Run "wuku index" again.' }
    return { path, stamp: page.stamp, ...(await readPage(all, page, pages.prefix())) }
  } catch (error) {
    return problemOf(path, error)
  }
}

function problemOf(path: string, error: unknown): Problem {
  if (isWukuError(error)) return { path, said: error.message, remedy: error.remedy }
  throw error
}

/** Milliseconds between looks at `HEAD`: some small files. */
const LOOK_EVERY = 2_000

async function watchHead(pages: Pages, changed: () => void, signal: AbortSignal): Promise<void> {
  let before = pages.head()
  while (!signal.aborted) {
    // An aborted wait is a short one.
    await setTimeout(LOOK_EVERY, undefined, { signal }).catch(() => undefined)
    const now = pages.head()
    if (now !== before && !signal.aborted) changed()
    before = now
  }
}
