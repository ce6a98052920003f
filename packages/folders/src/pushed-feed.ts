import { hash } from 'node:crypto'
import type { PushPlace } from '@wuku/core/core-types'
import type { Blobs } from '@wuku/core/ports/blobs'
import { listingOf, type Feed, type ListedItem } from '@wuku/core/ports/feed'
import { bytesOf, readPush, type PushedItem } from '@wuku/core/ports/pushed'

export interface PushedFeedOptions {
  readonly blobs: Blobs
  readonly place: PushPlace
}

/** Items of one push. They never change: the next push is another one. */
export function openPushedFeed(options: PushedFeedOptions): Feed {
  let items: Promise<ReadonlyMap<string, PushedItem>> | undefined
  const known = (): Promise<ReadonlyMap<string, PushedItem>> => (items ??= readItems(options))
  return {
    list: async () => listingOf([...(await known()).values()].map(listed)),
    read: async ({ path }) => readItem(path, (await known()).get(path), options),
    // The pages of a large push are not read for each hit that is shown.
    stamp: async (path, before) => before ?? stampOf((await known()).get(path)),
    isThere: async () => true,
  }
}

/** An item without pieces stays as an earlier push has it. */
const readItems = async ({ blobs, place }: PushedFeedOptions): Promise<ReadonlyMap<string, PushedItem>> =>
  new Map([...(await readPush(blobs, place))].filter(([, { pieces }]) => pieces.length > 0))

const listed = (item: PushedItem): ListedItem => ({
  path: item.path,
  stamp: stampOf(item) ?? '',
  bytes: item.bytes,
  modifiedAt: item.modifiedAt,
})

/** The date counts: it is shown, and filters go by it. */
const stampOf = (item: PushedItem | undefined): string | undefined =>
  item && `${hash('sha256', item.pieces.join(), 'hex').slice(0, 32)}:${item.modifiedAt}`

async function readItem(path: string, item: PushedItem | undefined, { blobs, place: { folder } }: PushedFeedOptions) {
  const bytes = item && (await bytesOf(blobs, folder, item))
  if (!bytes) return { path, said: 'Its text is gone.', remedy: 'Push the source again from its own machine.' }
  return { path, stamp: stampOf(item) ?? '', modifiedAt: item.modifiedAt, bytes }
}

/**
 * The feed of a source whose texts came whole from elsewhere. They are in the store alone, so it lists what the store knows.
 * Terms of an older version stay, since no file is left to make them of; a run reports it as left out.
 */
export const openSealedFeed = (): Feed => ({
  list: async ({ known = new Map<string, string>() }) =>
    listingOf([...known].map(([path, stamp]) => ({ path, stamp, bytes: 0, modifiedAt: 0 }))),
  read: async ({ path }) => ({
    path,
    said: 'It came from a pack or an export, so there is no file to read it from again.',
    leftOut: 'came from a pack or an export: no file to read it from again',
    remedy: 'It is found as before. To have it analysed again, remove its source, and take it in once more.',
  }),
  // An item without a known stamp has none: a refusal is then never taken for lasting, and its document stays.
  stamp: async (_, known) => known,
  isThere: async () => true,
})
