import type { Progress } from '@wuku/kernel/base/caller'
import type { Settings, Environment } from '@wuku/settings/app-settings'
import { openBlobs } from '@wuku/instances/team/open-blobs'
import { openStore } from '@wuku/settings/team-open-store'
import { makeBackup, type Made } from './make-backup.ts'
import { requireOutside } from './open-place.ts'
import type { BackupPlace } from './place.ts'
import { keepingOf } from './stores.ts'

export interface BackupRequest {
  readonly settings: Settings
  readonly environment: Environment
  readonly place: BackupPlace
  readonly withSecrets: boolean
  /** Number of newest backups to keep there, this one included; 0 for all. */
  readonly keep: number
  readonly actor: string
  readonly signal: AbortSignal
  progress?(step: Progress): void
  waiting?(): void
  isStillDue?(): Promise<boolean>
}

export interface Finished extends Made {
  /** Names of older ones that were removed. */
  readonly removed: readonly string[]
}

/** A backup of the store of the settings; afterwards the oldest ones go. `undefined`: it was not wanted any more. */
export async function backUp(request: BackupRequest): Promise<Finished | undefined> {
  const { settings, environment, place, keep } = request
  requireOutside(place.label, settings.home)
  const store = await openStore(settings)
  try {
    const made = await makeBackup({
      ...request,
      store,
      keeping: await keepingOf(settings),
      blobs: openBlobs(settings, environment),
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
