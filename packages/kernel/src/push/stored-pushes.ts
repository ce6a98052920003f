import { hash } from 'node:crypto'
import { z } from 'zod'
import { WukuError } from '@wuku/core/errors'
import { msg, type Text } from '@wuku/messages/kernel'
import { kinds, type PushPlace } from '@wuku/core/core-types'
import type { Blobs } from '@wuku/core/ports/blobs'
import {
  itemsAt,
  pageKey,
  pagesOf,
  partKey,
  partsFolder,
  readPage,
  type PushedItem,
  type PushPage,
} from '@wuku/core/ports/pushed'
import { actorOf, type Caller } from '../base/caller.ts'
import { NAME } from '../source-registry.ts'
import type { PushLimits } from '../base/push-limits.ts'

/** A server imports documentation itself. */
export const pushable = kinds.filter((kind) => kind !== 'docs')

export const pushedSource = z
  .strictObject({
    kind: z.enum(pushable).describe('Storehouse.'),
    name: z.string().regex(NAME).describe('Name where it lies; the same user and name is the same source.'),
  })
  .describe('The source that is pushed.')

export type PushedSource = z.output<typeof pushedSource>

/** The same user, kind and name is the same source; of another user it is another. */
export const folderOf = ({ kind, name }: PushedSource, caller: Pick<Caller, 'actor'>): string =>
  `pushed/${hash('sha256', JSON.stringify([actorOf(caller), kind, name]), 'hex').slice(0, 40)}/`

/** Pages come in order, each with the sum of all so far: what is too much is refused before its texts are sent. */
export async function addPage(
  blobs: Blobs,
  { page, items, limits, ...place }: PushPlace & NewPage & { readonly limits: PushLimits },
): Promise<void> {
  const before = page === 0 ? undefined : await pageAt(blobs, place, page - 1)
  await putPage(blobs, { ...place, page, items }, before?.sum, limits)
}

interface NewPage {
  readonly page: number
  readonly items: readonly PushedItem[]
}

async function putPage(
  blobs: Blobs,
  { page, items, ...place }: PushPlace & NewPage,
  before: PushPage['sum'] = { files: 0, bytes: 0 },
  limits?: PushLimits,
): Promise<void> {
  const sum = {
    files: before.files + items.length,
    bytes: items.reduce((total, { bytes }) => total + bytes, before.bytes),
  }
  if (limits) requireSpace(sum, limits)
  await blobs.put(pageKey(place, page), Buffer.from(JSON.stringify({ items, sum } satisfies PushPage)))
  await blobs.sync([pageKey(place, page)])
}

function requireSpace(sum: PushLimits, { files, bytes }: PushLimits): void {
  if (sum.files > files) throw tooLarge(msg('sourceMoreThanFilesWhich', { files }))
  if (sum.bytes > bytes) throw tooLarge(msg('sourceMoreThanBytesWhich', { bytes }))
}

const tooLarge = (message: Text): WukuError => new WukuError('too-large', message, msg('leaveFilesOutWithIgnore'))

async function pageAt(blobs: Blobs, place: PushPlace, page: number): Promise<PushPage> {
  const stored = await blobs.get(pageKey(place, page))
  if (!stored) throw pushIsGone(place.push)
  return readPage(stored)
}

/** Which of them did not arrive yet. */
export async function missingParts(blobs: Blobs, folder: string, items: readonly PushedItem[]): Promise<string[]> {
  const requested = [...new Set(items.flatMap(({ pieces: parts }) => parts))]
  const missing: string[] = []
  for (let at = 0; at < requested.length; at += LOOKS_AT_ONCE) {
    const some = requested.slice(at, at + LOOKS_AT_ONCE)
    const found = await Promise.all(some.map((part) => blobs.facts(partKey(folder, part))))
    missing.push(...some.filter((_, index) => found[index] === undefined))
  }
  return missing
}

const LOOKS_AT_ONCE = 64

export interface SentPart {
  readonly hash: string
  readonly text: string
}

/** Only what a page of the push asks for, and only what it says that it is. */
export async function storeParts(
  blobs: Blobs,
  { page, parts, ...place }: PushPlace & { readonly page: number; readonly parts: readonly SentPart[] },
): Promise<void> {
  const { items } = await pageAt(blobs, place, page)
  const requested = new Set(items.flatMap((item) => item.pieces))
  const unexpected = parts.find((part) => !requested.has(part.hash) || hash('sha256', part.text, 'hex') !== part.hash)
  if (unexpected) throw new WukuError('bad-input', msg('unexpectedPart', { message: unexpected.hash.slice(0, 12) }))
  for (let at = 0; at < parts.length; at += WRITES_AT_ONCE)
    await Promise.all(
      parts
        .slice(at, at + WRITES_AT_ONCE)
        .map((part) => blobs.put(partKey(place.folder, part.hash), Buffer.from(part.text))),
    )
  // Durable, so that what is acknowledged need not be sent again.
  await blobs.sync(parts.map((part) => partKey(place.folder, part.hash)))
}

const WRITES_AT_ONCE = 16

/** In place of all its pages. */
export async function rewritePush(blobs: Blobs, place: PushPlace, items: readonly PushedItem[]): Promise<void> {
  await putPage(blobs, { ...place, page: 0, items })
  for await (const { key } of blobs.list(pagesOf(place))) if (key !== pageKey(place, 0)) await blobs.delete(key)
}

/** For this long a push that broke off can be continued: what arrived is not sent again. */
const RESUMED_WITHIN_MS = 24 * 60 * 60 * 1000

/** Removes the pushes that `stored` replaces, and the pieces that no push needs any more. */
export async function sweepPushes(blobs: Blobs, stored: PushPlace, now: number): Promise<void> {
  const { folder } = stored
  const needed = new Set<string>()
  for await (const { key, modifiedAt } of blobs.list(`${folder}pushes/`)) {
    const push = key.slice(`${folder}pushes/`.length).split('/')[0]
    const isOver =
      push !== stored.push && (push === undefined || push < stored.push || now - modifiedAt > RESUMED_WITHIN_MS)
    if (isOver) await blobs.delete(key)
    else for (const { pieces: parts } of await itemsAt(blobs, key)) for (const part of parts) needed.add(part)
  }
  for await (const { key } of blobs.list(partsFolder(folder))) {
    if (!needed.has(key.slice(key.lastIndexOf('/') + 1))) await blobs.delete(key)
  }
}

export const pushIsGone = (push: string): WukuError =>
  new WukuError('conflict', msg('pushIsGone', { push: push.slice(0, 40) }))
