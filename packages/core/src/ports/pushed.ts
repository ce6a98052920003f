import type { PushPlace } from '../core-types.ts'
import type { Blobs } from './blobs.ts'

/**
 * Texts that a user sent from another machine, as blobs: an item is cut into pieces, each kept once under the hash of its
 * bytes, and a push is a list of items in pages. Names of files are data in these pages and never names on the disk.
 */
export interface PushedItem {
  /** `/`-separated, relative to the root on the other machine. */
  readonly path: string
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number
  /** UTF-8 bytes of all pieces. */
  readonly bytes: number
  /** SHA-256 of each piece, in hex, in order. None: it stays as the source has it. */
  readonly pieces: readonly string[]
}

export const pagesOf = ({ folder, push }: PushPlace): string => `${folder}pushes/${push}/`

const PAGE_DIGITS = 8

export const pageKey = (place: PushPlace, page: number): string =>
  `${pagesOf(place)}${String(page).padStart(PAGE_DIGITS, '0')}`

export const partsFolder = (folder: string): string => `${folder}pieces/`

/** In 256 folders, since some file systems are slow with many files in one. */
export const partKey = (folder: string, hash: string): string => `${partsFolder(folder)}${hash.slice(0, 2)}/${hash}`

export interface PushPage {
  readonly items: readonly PushedItem[]
  /** Counts this page and those before it. */
  readonly sum: { readonly files: number; readonly bytes: number }
}

export const readPage = (bytes: Uint8Array): PushPage => JSON.parse(Buffer.from(bytes).toString()) as PushPage

export async function itemsAt(blobs: Pick<Blobs, 'get'>, key: string): Promise<readonly PushedItem[]> {
  const bytes = await blobs.get(key)
  return bytes ? readPage(bytes).items : []
}

/** All items of a push, by path. */
export async function readPush(blobs: Blobs, place: PushPlace): Promise<ReadonlyMap<string, PushedItem>> {
  const items = new Map<string, PushedItem>()
  for await (const { key } of blobs.list(pagesOf(place)))
    for (const item of await itemsAt(blobs, key)) items.set(item.path, item)
  return items
}

/** `undefined`: a piece of it is gone. */
export async function bytesOf(blobs: Blobs, folder: string, { pieces: parts }: PushedItem) {
  const bytes = await Promise.all(parts.map((part) => blobs.get(partKey(folder, part))))
  const present = bytes.filter((each) => each !== undefined)
  return present.length === parts.length ? Buffer.concat(present) : undefined
}
