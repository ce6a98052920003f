import type { Progress } from '../../engine/caller.ts'
import type { Settings, Surroundings } from '../settings.ts'
import { openBlobs } from '../team/open-blobs.ts'
import { openStore } from '../team/open-store.ts'
import { makeBackup, type Made } from './make-backup.ts'
import { demandOutside } from './open-place.ts'
import type { BackupPlace } from './place.ts'
import { keepingOf } from './stores.ts'

export interface BackupWish {
  readonly settings: Settings
  readonly surroundings: Surroundings
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
  const { settings, surroundings, place, keep } = wish
  demandOutside(place.said, settings.home)
  const store = await openStore(settings)
  try {
    const made = await makeBackup({
      ...wish,
      store,
      keeping: await keepingOf(settings),
      blobs: openBlobs(settings, surroundings),
    })
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
