import { join } from 'node:path'
import { openLocalBlobs } from '../../adapters/blobs/local.ts'
import type { Progress } from '../../engine/caller.ts'
import type { Blobs } from '../../ports/blobs.ts'
import type { Settings } from '../settings.ts'
import { openStore } from '../team/open-store.ts'
import { makeBackup, type Made } from './make-backup.ts'
import type { BackupPlace } from './place.ts'
import { keepingOf } from './stores.ts'

export const blobsOf = ({ home }: Pick<Settings, 'home'>): Blobs => openLocalBlobs(join(home, 'blobs'))

export interface BackupWish {
  readonly settings: Settings
  readonly place: BackupPlace
  readonly withSecrets: boolean
  /** Number of newest backups to keep there, this one included; 0 for all. */
  readonly keep: number
  readonly actor: string
  readonly signal: AbortSignal
  progress?(step: Progress): void
  waiting?(): void
  isWanted?(): Promise<boolean>
}

export interface Finished extends Made {
  /** Names of older ones that were removed. */
  readonly removed: readonly string[]
}

/** A backup of the store of the settings; afterwards the oldest ones go. `undefined`: it was not wanted any more. */
export async function backUp(wish: BackupWish): Promise<Finished | undefined> {
  const { settings, place, keep } = wish
  const store = await openStore(settings)
  try {
    const made = await makeBackup({ ...wish, store, keeping: await keepingOf(settings), blobs: blobsOf(settings) })
    return made && { ...made, removed: keep === 0 ? [] : await removeOldest(place, keep) }
  } finally {
    await store.close()
  }
}

async function removeOldest(place: BackupPlace, keep: number): Promise<readonly string[]> {
  const old = (await place.list()).slice(0, -keep)
  for (const name of old) await place.remove(name)
  return old
}
