import { timeOf, type BackupPlace } from './manifest.ts'
import type { Progress } from '@wuku/kernel/base/caller'
import { readSettings, type Settings, type Environment } from '@wuku/settings/app-settings'
import { systemClock } from '@wuku/settings/this-process'
import { openBlobs } from '@wuku/instances/team/open-blobs'
import { openStore } from '@wuku/settings/team-open-store'
import { makeBackup, type Made } from './make-backup.ts'
import { openPlace, requireOutside } from './open-place.ts'
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

/** The shortest period is a minute. */
const POLL_INTERVAL_MS = 30_000
/** After a failure it is tried again in this time, and not at every look. */
const AFTER_FAILURE_MS = 15 * 60_000

export interface ScheduleInput {
  readonly environment: Environment
  readonly signal: AbortSignal
  failed(error: unknown): void
}

/** Makes a backup whenever the newest is older than `backup.every`, until the signal. Settings are read at each look. */
export async function scheduleBackups({ environment, signal, failed }: ScheduleInput): Promise<void> {
  let notBefore = 0
  while (!signal.aborted) {
    try {
      if (Date.now() >= notBefore) await backUpIfDue(environment, signal)
    } catch (error) {
      notBefore = Date.now() + AFTER_FAILURE_MS
      if (!signal.aborted) failed(error)
    }
    await systemClock.sleep(POLL_INTERVAL_MS, signal)
  }
}

async function backUpIfDue(environment: Environment, signal: AbortSignal): Promise<void> {
  const settings = await readSettings(environment)
  const { place: written, every, keep } = settings.backup
  if (written === '' || every === 0) return
  const place = await openPlace(written, settings, environment)
  const isStillDue = (): Promise<boolean> => isDue(place, every)
  if (!(await isStillDue())) return
  // Asked again once it is this server's turn: another one may have made it meanwhile.
  await backUp({ settings, environment, place, withSecrets: true, keep, actor: 'schedule', signal, isStillDue })
}

async function isDue(place: BackupPlace, every: number): Promise<boolean> {
  const newest = (await place.list()).at(-1)
  return newest === undefined || timeOf(newest) + every <= Date.now()
}
