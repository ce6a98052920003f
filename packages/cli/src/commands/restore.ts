import { msg, tr } from '@wuku/messages/cli'
import { join, resolve } from 'node:path'
import { printChange } from '@wuku/terminal/command-page'
import { usage } from '@wuku/terminal/arguments'
import type { Command, Input } from '@wuku/terminal/command-types'
import { withProgress } from '@wuku/terminal/progress'
import { askName } from '@wuku/terminal/confirm'
import { describeDamaged } from '@wuku/transfer/backup/manifest'
import type { FoundBackup, RestoreTarget, Restored, Trust } from '@wuku/transfer/backup/restore'
import { expandPath } from '@wuku/settings/user-path'
import type { CommandsInput, LocalShell } from '../local-shell.ts'
import { placeIn, toEnvFlag } from './to-place.ts'

export const restoreCommand = (input: CommandsInput): Command<LocalShell> => ({
  name: 'restore',
  title: 'Put a backup back: the store, original files and settings',
  positional: ['place'],
  flags: () => ({
    '--place TEXT': 'Where backups are kept, or the folder of one. Default: the setting backup.place.',
    '--backup TEXT': 'Name of the backup. Default: the newest.',
    '--to TEXT': 'A data folder, or postgres://user@host/database. Default: the store of the settings.',
    ...toEnvFlag,
    '--replace': 'Replace the store that is there, once its name has been typed.',
    '--trust TEXT': 'Take a backup that is signed with the key of this fingerprint, as wuku backup said it.',
    '--unverified': 'Take a backup that is not signed, or with a key that is not known here.',
    '--yes': 'With --replace: without asking.',
  }),
  examples: [
    { description: 'The newest, on a new machine', line: 'wuku restore /media/disk/wuku' },
    { description: 'To look into it elsewhere', line: 'wuku restore /media/disk/wuku --to /tmp/drill' },
    {
      description: 'An earlier one, in place of what is there',
      line: 'wuku restore /media/disk/wuku --backup wuku-2026-11-26T03-00-00-000Z --replace',
    },
  ],
  async run(given, shell) {
    const { openPlace } = await import('@wuku/transfer/backup/open-place')
    const { findBackup, restoreBackup } = await import('@wuku/transfer/backup/restore')
    const { place: written, name } = await nameIn(given, input)
    const place = await openPlace(written, input.settings, input.environment)
    const target = await targetOf(placeIn(given, input.environment), input)
    const backup = await findBackup(place, name)
    const trust = await trustOf(given, input)
    const restored = await withProgress(shell, ({ step, end }) =>
      restoreBackup({
        target,
        backup,
        trust,
        replace: given['replace'] === true,
        confirm: () => {
          end()
          return given['yes'] === true
            ? Promise.resolve()
            : askName(
                target.name,
                msg('everythingReplacedSourcesLibrariesScratchpads', { label: target.label }),
                shell,
                msg('runSameCommandYesIf'),
              )
        },
        signal: shell.signal,
        progress: step,
      }),
    )
    return printResult({ target, backup, restored, isVerified: given['unverified'] !== true }, shell)
  },
})

/** The key of this data folder, those of which packs are taken, and the one that was named. */
async function trustOf({ trust, unverified }: Input, { settings }: CommandsInput): Promise<Trust> {
  const { knownPackKey } = await import('@wuku/transfer/pack/pack-key')
  const own = await knownPackKey(settings.home)
  const named = typeof trust === 'string' ? trust : undefined
  return { keys: new Set([own?.fingerprint, ...settings.packs.trusted, named]), unverified: unverified === true }
}

/** The folder of one backup may be given too. */
async function nameIn({ place: given, backup }: Input, { settings }: CommandsInput) {
  const { isBackupName } = await import('@wuku/transfer/backup/manifest')
  const place = String(given ?? settings.backup.place)
  const parts = /^(.*?)[/\\]*([^/\\]+)[/\\]*$/.exec(place)
  const [, above = '', last = ''] = parts ?? []
  if (!isBackupName(last)) return { place, name: backup === undefined ? undefined : String(backup) }
  if (backup !== undefined && backup !== last) throw usage(msg('oneBackupBackupNamesAnother', { place }))
  return { place: above === '' ? '.' : above, name: last }
}

/** The store of the settings, a database, or a data folder of another place, which has all of its own. */
async function targetOf(written: string | undefined, { settings, environment }: CommandsInput): Promise<RestoreTarget> {
  if (written?.trim() === '') throw usage(msg('empty'))
  const isDatabase = /^postgres(ql)?:\/\//.test(written ?? '')
  if (written !== undefined && !isDatabase) {
    const { homeTarget } = await import('@wuku/transfer/backup/restore-home')
    return homeTarget(resolve(expandPath(written, environment) ?? written))
  }
  const { openBlobs } = await import('@wuku/instances/team/open-blobs')
  const { home, team } = settings
  const blobs = openBlobs(settings, environment)
  if (!isDatabase && team.database.url() === '') {
    const { homeTarget } = await import('@wuku/transfer/backup/restore-home')
    return homeTarget(home, team.blobs === '' ? undefined : blobs)
  }
  const { databaseTarget } = await import('@wuku/transfer/backup/restore-database')
  const { withPassword } = await import('@wuku/settings/team-password-file')
  const database = isDatabase
    ? { ...team.database, url: () => withPassword(written ?? '', environment) }
    : team.database
  return databaseTarget({ ...settings, team: { ...team, database } }, blobs)
}

interface Done {
  readonly target: RestoreTarget
  readonly backup: FoundBackup
  readonly restored: Restored
  readonly isVerified: boolean
}

function printResult({ target, backup: { name, manifest }, restored, isVerified }: Done, shell: LocalShell): 'done' {
  const { sources, retainedFiles } = restored
  const facts = { backup: name, moment: manifest.moment, to: target.label, sources, keptFiles: retainedFiles }
  return printChange(shell, facts, () => [
    tr(
      msg('restoredIntoEverythingUntil', {
        name,
        label: target.label,
        sources: sources.length,
        originalFiles: manifest.blobs.length,
        moment: manifest.moment,
      }),
    ),
    ...retainedFiles.map((file) => tr(msg('leftWhichDiffersFromOne', { join: join(target.home, file) }))),
    ...(isVerified
      ? []
      : [tr('Its signature was not asked for: whoever could write to its place may have changed it.')]),
    ...(manifest.damaged ? [describeDamaged(manifest.damaged)] : []),
    ...(manifest.secrets ? [] : [tr('The backup was made without secrets: set keys of models and of logins again.')]),
  ])
}
