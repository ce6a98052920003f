import { readSettings, type Environment } from '@wuku/settings/app-settings'
import { systemClock } from '@wuku/settings/this-process'
import { timeOf } from './manifest.ts'
import { backUp } from './run-backup.ts'
import { openPlace } from './open-place.ts'
import type { BackupPlace } from './place.ts'

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
