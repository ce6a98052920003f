import { realpathSync } from 'node:fs'
import { openChats, type ChatsOptions } from '../../src/feed/open-chats-feed.ts'
import { isRefusal, type Feed, type ListOptions } from '@wuku/core/ports/feed'

export const chatsOf = (root: string, options: Partial<ChatsOptions> = {}): Feed =>
  openChats({
    root: realpathSync(root),
    patterns: ['**/*'],
    exclude: [],
    leaveOut: [],
    openDatabase: async () => undefined,
    ...options,
  })

/** What an index run would store: text of each item, and the stamps that the next listing is told. */
export async function takeIn(feed: Feed, options: ListOptions = {}) {
  const listing = await feed.list(options)
  const texts = new Map<string, string>()
  const known = new Map<string, string>()
  const besides = new Map<string, unknown>()
  const skipped = listing.skipped.map(({ path, why }) => `${path}: ${why}`)
  const problems = listing.problems.map(({ path, said }) => `${path}: ${said}`)
  for (const item of listing.items) {
    const read = await feed.read(item)
    if (isRefusal(read)) {
      if (read.leftOut === undefined) problems.push(`${read.path}: ${read.said}`)
      else skipped.push(`${read.path}: ${read.leftOut}`)
      continue
    }
    texts.set(read.path, Buffer.from(read.bytes).toString())
    known.set(read.path, read.stamp)
    besides.set(read.path, read.sidecar)
  }
  return { texts, known, besides, skipped, problems, complete: listing.complete, listed: listing.items }
}

/** Valid JSON lines, each as long as asked, with Chinese and an emoji of several characters in it. */
export const linesOf = (lengths: readonly number[]): string =>
  lengths.map((length, at) => `${JSON.stringify({ at, text: filler(length) })}\n`).join('')

const filler = (length: number): string => '会话 👩‍👩‍👧 ebb and flow '.repeat(Math.ceil(length / 20)).slice(0, length)
