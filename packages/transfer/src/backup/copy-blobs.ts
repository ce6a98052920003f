import { hash } from 'node:crypto'
import { msg } from '@wuku/messages/transfer'
import { isWukuError, WukuError } from '@wuku/core/errors'
import { versionsOf } from '@wuku/kernel/writing/file-versions'
import type { Blobs } from '@wuku/core/ports/blobs'
import type { StoreView } from '@wuku/core/ports/store'
import { one, type SummedFile } from '../carry/summed-files.ts'
import { pathOfBlob, type BackupBlob, type Draft } from './manifest.ts'

/** A key that no row of the store names any more is left out: a deletion was stopped before it took the original too. */
export type IsOwned = (key: string) => boolean

export async function ownersIn(view: Pick<StoreView, 'libraries' | 'sources'>): Promise<IsOwned> {
  const [versions, sources] = [await view.libraries.versions(), await view.sources.list()]
  const folders = new Set([...versions.map(({ originals }) => originals), ...sources.map(versionsOf)])
  return (key) =>
    !/^(?:docs|versions)\//.test(key) || key.matchAll(/\//g).some(({ index }) => folders.has(key.slice(0, index + 1)))
}

export interface BlobCopying {
  owners(): Promise<IsOwned>
  readonly from: Blobs
  readonly draft: Draft
  readonly signal: AbortSignal
  copied(count: number): void
}

/**
 * Originals are copied before the store and once more after it: one that the store names at its moment was there before, or
 * came while the first pass ran. A pass copies new ones, and those that have changed since they were copied; removed ones are
 * kept. It answers with all that was copied, and the keys of those that cannot be read: they keep none of the others out.
 */
export function copyBlobs({ from, draft, signal, copied, owners }: BlobCopying) {
  const files = new Map<string, SummedFile>()
  const blobs = new Map<string, BackupBlob & { readonly stamp: string }>()
  return async () => {
    const [isOwned, damaged] = [await owners(), new Set<string>()]
    for await (const { key, stamp } of from.list('')) {
      signal.throwIfAborted()
      if (!isOwned(key) || blobs.get(key)?.stamp === stamp) continue
      const bytes = await from.get(key).catch((error: unknown) => {
        if (!isDamage(error)) throw error
        damaged.add(key)
      })
      // It was removed after it was listed.
      if (!bytes) continue
      const sha256 = hash('sha256', bytes)
      if (!files.has(sha256)) files.set(sha256, await draft.write(pathOfBlob(sha256), one(bytes)))
      blobs.set(key, { key, sha256, stamp })
      copied(blobs.size)
    }
    const plain = [...blobs.values()].map(({ key, sha256 }): BackupBlob => ({ key, sha256 }))
    return { files: [...files.values()], blobs: plain, damaged: [...damaged] }
  }
}

/** A fault of this one object: a place that is away fails in another way. */
const isDamage = (error: unknown): boolean =>
  isWukuError(error)
    ? error.code === 'store-damaged'
    : ['EIO', 'EACCES', 'EPERM', 'EBADMSG', 'EUCLEAN'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Puts originals back: those that are not there yet, or those that are others. */
export async function putBlobs(
  to: Blobs,
  blobs: readonly BackupBlob[],
  read: (path: string) => Promise<Uint8Array>,
  which: 'missing' | 'changed',
): Promise<void> {
  const put: string[] = []
  for (const { key, sha256 } of blobs) {
    const there = await to.get(key)
    const isNeeded = which === 'missing' ? there === undefined : there !== undefined && hash('sha256', there) !== sha256
    if (!isNeeded) continue
    await to.put(key, await read(pathOfBlob(sha256)))
    put.push(key)
  }
  await to.sync(put)
}

export const missingFile = (path: string): WukuError => new WukuError('store-damaged', msg('backupLacks', { path }))
