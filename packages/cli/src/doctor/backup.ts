import { msg } from '@wuku/messages/cli'
import { isWukuError } from '@wuku/core/errors'
import type { Engine } from '@wuku/kernel/base/engine'
import { ageOf } from '@wuku/kernel/base/answer-table'
import { BACKUP_EVENT } from '@wuku/transfer/backup/make-backup'
import { timeOf } from '@wuku/transfer/backup/manifest'
import { openPlace } from '@wuku/transfer/backup/open-place'
import type { Settings, Environment } from '@wuku/settings/app-settings'
import { fail, ok, warn, type Finding } from '../finding.ts'

const LATE = 2

/** Whether backups are made, the last one succeeded, and it is there. */
export async function examineBackup(
  settings: Settings,
  environment: Environment,
  engine: Pick<Engine, 'read' | 'now'>,
): Promise<readonly Finding[]> {
  const { place, every } = settings.backup
  const [last] = await engine.read(
    async (view) => (await view.records.activities({ events: [BACKUP_EVENT], limit: 1, offset: 0 })).items,
  )
  if (last?.status === 'error') {
    const remedy = typeof last.facts['remedy'] === 'string' ? last.facts['remedy'] : 'wuku backup'
    return [fail('backup', msg('lastOneFailed', { ago: agoOf(last.at, engine.now()), last: last.message }), remedy)]
  }
  if (last?.status === 'warning')
    return [
      warn(
        'backup',
        msg('value', { ago: agoOf(last.at, engine.now()), last: last.message }),
        'Fetch or upload them again, and run: wuku backup',
      ),
    ]
  if (place === '') return [ok('backup', 'None is scheduled (backup.place, backup.every); wuku backup makes one.')]
  return [await examinePlace(place, every, { settings, environment, now: engine.now() })]
}

const agoOf = (at: number, now: number): string => ageOf(new Date(at).toISOString(), now)

interface Looking {
  readonly settings: Settings
  readonly environment: Environment
  readonly now: number
}

async function examinePlace(written: string, every: number, { settings, environment, now }: Looking): Promise<Finding> {
  try {
    const names = await (await openPlace(written, settings, environment)).list()
    const newest = names.at(-1)
    if (newest === undefined) return warn('backup', msg('none', { written }), 'wuku backup')
    const message = msg('newest', { names: names.length, written, ago: agoOf(timeOf(newest), now) })
    const isLate = every > 0 && timeOf(newest) + LATE * every < now
    if (isLate)
      return warn('backup', msg('laterThanBackupEvery', { message }), 'Keep wuku serve running, or run: wuku backup')
    return ok('backup', every > 0 ? message : msg('noneScheduledBackupEvery', { message }))
  } catch (error) {
    if (!isWukuError(error)) throw error
    return fail('backup', error.texts.message, error.texts.remedy)
  }
}
