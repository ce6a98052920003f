import { msg } from '@wuku/messages/transfer'
import type { BackupPlace } from './manifest.ts'
import { join, resolve, sep } from 'node:path'
import { WukuError } from '@wuku/core/errors'
import { usage } from '@wuku/terminal/arguments'
import type { Settings, Environment } from '@wuku/settings/app-settings'
import { openBlobs } from '@wuku/instances/team/open-blobs'
import { noTeam } from '@wuku/settings/team-settings'
import { expandPath } from '@wuku/settings/user-path'
import { openBucketPlace } from './bucket-place.ts'
import { openFolderPlace } from './folder-place.ts'

/** A folder, or `s3://bucket/prefix`. */
export async function openPlace(
  written: string,
  { home, team, offline }: Pick<Settings, 'home' | 'team' | 'offline'>,
  environment: Environment,
): Promise<BackupPlace> {
  if (written.trim() === '') throw usage(msg('noPlaceBackupsGiven'))
  if (written.startsWith('s3:')) {
    if (offline) throw new WukuError('offline', msg('settingOfflineNoBackupSent'))
    requireSeparate(written, team.blobs)
    const bucket = openBlobs({ home, team: { ...noTeam, blobs: written } }, environment)
    return openBucketPlace({ label: written, bucket, scratch: home })
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(written))
    throw usage(msg('backupsCannotKeptAddressKind', { value: String(written.split(':')[0]) }))
  const folder = resolve(expandPath(written, environment) ?? written)
  requireSeparate(folder, join(home, 'blobs'))
  return openFolderPlace(folder)
}

/** A fault that destroys the data folder would take the backups along, and `wuku uninstall --purge` deletes it whole. */
export function requireOutside(place: string, home: string): void {
  if (!`${place}${sep}`.startsWith(`${resolve(home)}${sep}`)) return
  throw usage(msg('liesDataFolderLosingFolder', { place, home }))
}

/** Originals are listed whole: backups among them would be copied with them. */
function requireSeparate(place: string, blobs: string): void {
  const [one, other] = [place, blobs].map((each) => `${each.split('?')[0]?.replace(/[/\\]+$/, '')}/`)
  if (one?.startsWith(other ?? '') && blobs !== '') throw usage(msg('liesAmongOriginalFiles', { place, blobs }))
}
