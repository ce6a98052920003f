import { setTimeout } from 'node:timers/promises'
import { isWukuError } from '@wuku/core/errors'
import type { Problem } from '@wuku/core/core-types'
import { listingOf, type Feed, type Listing, type ListOptions, type RawItem } from '@wuku/core/ports/feed'
import { historyFolder, pageOfPath, writePage, type PageCommit } from '@wuku/core/ports/history-page'
import { readChanges } from './changes.ts'
import { openHistory } from './history.ts'
import { openPages, type Pages, type Page, type PagesOptions } from './history-pages.ts'
import type { Commit, History, TouchedFile } from '@wuku/core/ports/history'

export interface HistoryFeedOptions extends Omit<PagesOptions, 'rules'> {
  /** The pages show what changed in a file if the file itself may be read; `stamp` changes with these rules. */
  readonly rules: { stamp(): string; open(): (path: string) => boolean }
}

/** The files of another feed, and pages of the commits that made them. */
export function withHistory(files: Feed, options: HistoryFeedOptions): Feed {
  const pages = openPages({ ...options, rules: () => options.rules.stamp() })
  const readPage = createPageReader(openHistory(options), changesFor(options))
  const { watch } = files
  return {
    list: async (listOptions) => joinListings(await files.list(listOptions), await listPages(pages, listOptions)),
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

async function listPages(pages: Pages, { folders, signal }: ListOptions): Promise<Listing> {
  if (folders && !folders.includes(historyFolder)) return listingOf([])
  try {
    const items = (await pages.now(signal)).map(({ path, stamp, shas }) => ({
      path,
      stamp,
      modifiedAt: 0,
      bytes: shas.length * TYPICAL_BYTES,
    }))
    const unread = items.length === 0 ? pages.unread() : undefined
    const { why = '', remedy = '' } = unread ?? {}
    return { ...listingOf(items), problems: unread ? [{ path: historyFolder, said: why, remedy }] : [] }
  } catch (error) {
    return { ...listingOf([]), problems: [problemOf(historyFolder, error)], complete: false }
  }
}

/** Typical size of a commit; only progress is measured by it. */
const TYPICAL_BYTES = 500

/** If the root is gone, its history is unknown too. */
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
    if (!page) return { path, said: 'The history was rewritten meanwhile.', remedy: 'Run "wuku index" again.' }
    return { path, stamp: page.stamp, ...(await readPage(all, page, pages.prefix())) }
  } catch (error) {
    return problemOf(path, error)
  }
}

function problemOf(path: string, error: unknown): Problem {
  if (isWukuError(error)) return { path, said: error.texts.message, remedy: error.texts.remedy }
  throw error
}

/** Milliseconds between looks at `HEAD`: some small files. */
const POLL_INTERVAL = 2_000

async function watchHead(pages: Pages, changed: () => void, signal: AbortSignal): Promise<void> {
  let before = pages.head()
  while (!signal.aborted) {
    // An aborted wait is a short one.
    await setTimeout(POLL_INTERVAL, undefined, { signal }).catch(() => undefined)
    const now = pages.head()
    if (now !== before && !signal.aborted) changed()
    before = now
  }
}

interface PageText {
  readonly bytes: Uint8Array
  readonly modifiedAt: number
}

type PageReader = (pages: readonly Page[], requestedPage: Page, prefix: string) => Promise<PageText>

/** Pages are asked for one after another: a program is started for so many of them. */
const AT_ONCE = 10

/** The bytes of pages; those that follow the one that is asked for are read along with it. */
function createPageReader(history: History, changesOf: ChangesOf): PageReader {
  const ahead = new Map<string, PageText>()
  return async (pages, requestedPage, prefix) => {
    if (!ahead.has(requestedPage.stamp)) {
      ahead.clear()
      const from = pages.indexOf(requestedPage)
      const read = await Array.fromAsync(readPages(history, pages.slice(from, from + AT_ONCE), prefix))
      const all = await changesOf(
        read.flatMap(([, commits]) => commits),
        prefix,
      )
      for (const [page, commits] of read) {
        const changed = commits.map((commit): PageCommit => ({ ...commit, changes: all.get(commit.sha) ?? [] }))
        ahead.set(page.stamp, textOf(changed))
      }
    }
    const text = ahead.get(requestedPage.stamp) ?? textOf([])
    ahead.delete(requestedPage.stamp)
    return text
  }
}

async function* readPages(history: History, pages: readonly Page[], prefix: string) {
  let commits: Commit[] = []
  let at = 0
  for await (const commit of history.commits({ only: pages.flatMap(({ shas }) => shas) })) {
    commits.push(below(prefix, commit))
    const page = pages[at]
    if (page && commits.length === page.shas.length) {
      yield [page, commits] as const
      commits = []
      at += 1
    }
  }
}

type ChangesOf = (commits: readonly Commit[], prefix: string) => ReturnType<typeof readChanges>

/** A commit that touched more is a reorganisation, or brings what others wrote. */
const MAX_TOUCHED = 30

const changesFor =
  ({ folder, git, rules }: HistoryFeedOptions): ChangesOf =>
  (commits, prefix) => {
    const takes = rules.open()
    const placeOf = (path: string): string | undefined => {
      const place = pathBelow(prefix, path)
      return place !== undefined && takes(place) ? place : undefined
    }
    const bounded = commits.filter(({ files }) => files.length > 0 && files.length <= MAX_TOUCHED)
    return readChanges({ folder, git, shas: bounded.map(({ sha }) => sha), placeOf })
  }

const textOf = (commits: readonly PageCommit[]): PageText => ({
  bytes: writePage(commits),
  modifiedAt: Math.max(0, ...commits.map(({ at }) => at)),
})

/** A path from the root of the source; `undefined` outside of it. */
function pathBelow(prefix: string, path: string): string | undefined {
  if (prefix === '') return path
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : undefined
}

/** Drops changes of a commit outside of the source's folder. */
function below(prefix: string, commit: Commit): Commit {
  if (prefix === '') return commit
  const inside = (path: string | undefined): string | undefined => path && pathBelow(prefix, path)
  const files = commit.files.flatMap(({ path, how, from }): readonly TouchedFile[] => {
    const [to, before] = [inside(path), inside(from)]
    if (to !== undefined) return [{ path: to, how, ...(before !== undefined && { from: before }) }]
    return before === undefined ? [] : [{ path: before, how: 'removed' }]
  })
  return { ...commit, files }
}
