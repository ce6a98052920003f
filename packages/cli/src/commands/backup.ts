import { msg, tr, trCount } from '@wuku/messages/cli'
import { isWukuError } from '@wuku/core/errors'
import { usage } from '@wuku/terminal/arguments'
import type { Command, Input, Outcome } from '@wuku/terminal/command-types'
import { sizeOf } from '@wuku/kernel/base/answer-table'
import { present, printChange } from '@wuku/terminal/command-page'
import { withProgress } from '@wuku/terminal/progress'
import type { TableColumn } from '@wuku/kernel/base/answer-table'
import { harmless, paintFor, writeTranslated } from '@wuku/terminal/terminal'
import { commandLine } from '@wuku/text/show/shell-words'
import { describeDamaged, type Manifest, type BackupPlace } from '@wuku/transfer/backup/manifest'
import type { Finished } from '@wuku/transfer/backup/make-backup'
import type { CommandsInput, LocalShell } from '../local-shell.ts'

export const backupCommand = (input: CommandsInput): Command<LocalShell> => ({
  name: 'backup',
  title: 'Copy the store, original files and settings to another place, while all goes on',
  positional: ['place'],
  flags: () => ({
    '--place TEXT':
      'A folder, or s3://bucket/prefix; each backup is a folder there. Default: the setting backup.place.',
    '--list': 'Show the backups that are there, and make none.',
    '--without-secrets':
      'Leave out keys that sign logins, logins to servers, and secret settings. Scratchpads stay as they were written.',
    '--keep N':
      'Keep the N newest backups there and remove the others. Default: the setting backup.keep, for backup.place alone.',
  }),
  examples: [
    { description: 'To a disk', line: 'wuku backup /media/disk/wuku' },
    { description: 'To hand it on', line: 'wuku backup /media/disk/wuku --without-secrets' },
    { description: 'What is there', line: 'wuku backup /media/disk/wuku --list' },
    { description: 'From now on wuku serve makes one a day, in backup.place', line: 'wuku settings backup.every 1d' },
  ],
  async run(given, shell) {
    const written = String(given['place'] ?? input.settings.backup.place)
    const keep = keepOf(given, input)
    const { openPlace } = await import('@wuku/transfer/backup/open-place')
    const place = await openPlace(written, input.settings, input.environment)
    return given['list'] === true ? list(place, shell) : make({ place, given, keep }, input, shell)
  },
})

function keepOf({ place, keep }: Input, { settings }: CommandsInput): number {
  if (keep === undefined) return place === undefined ? settings.backup.keep : 0
  if (Number.isInteger(keep) && Number(keep) >= 1) return Number(keep)
  throw usage(msg('keep', { keep: String(keep) }))
}

async function make(
  { place, given, keep }: { place: BackupPlace; given: Input; keep: number },
  { settings, environment }: CommandsInput,
  shell: LocalShell,
): Promise<Outcome> {
  const { backUp } = await import('@wuku/transfer/backup/make-backup')
  const made = await withProgress(shell, ({ step }) =>
    backUp({
      settings,
      environment,
      place,
      withSecrets: given['withoutSecrets'] !== true,
      keep,
      actor: 'cli',
      signal: shell.signal,
      progress: step,
      waiting: () =>
        shell.quiet || writeTranslated(shell.terminal.err, () => tr('Another backup is being made; waiting for it.\n')),
    }),
  )
  if (made) printResult(made, place, shell)
  return made?.manifest.damaged ? 'partial' : 'done'
}

function printResult({ name, manifest, bytes, removed, signer }: Finished, place: BackupPlace, shell: LocalShell) {
  return printChange(shell, { place: place.label, ...factsOf(name, manifest), bytes, signer, removed }, () => [
    tr(
      msg('backupAllReadBack', {
        name,
        label: place.label,
        sources: manifest.sources.length,
        originalFiles: manifest.blobs.length,
        bytes: sizeOf(bytes),
      }),
    ),
    manifest.secrets
      ? tr('It holds secrets: keys and settings that nobody else should read, and scratchpads as they were written.')
      : tr('Keys and secret settings are left out; scratchpads are there as they were written.'),
    ...(removed.length > 0 ? [`Removed: ${removed.join(', ')}.`] : []),
    ...(manifest.damaged ? [describeDamaged(manifest.damaged)] : []),
    tr(msg('putBackWith', { command: commandLine`wuku restore ${place.label}` })),
    tr(msg('onAnotherMachine', { command: commandLine`wuku restore ${place.label} --trust ${signer}` })),
  ])
}

const factsOf = (
  name: string,
  { moment: time, wuku, store, secrets, sources, files, blobs, damaged = [] }: Manifest,
) => ({
  name,
  moment: time,
  wuku,
  store,
  secrets,
  sources,
  files: files.length,
  originals: blobs.length,
  damaged,
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
})

type Facts = ReturnType<typeof factsOf>

async function list(place: BackupPlace, shell: LocalShell): Promise<Outcome> {
  const { err } = shell.terminal
  const { findBackup } = await import('@wuku/transfer/backup/restore')
  const rows: Facts[] = []
  const damaged: { readonly name: string; readonly message: string }[] = []
  for (const name of await place.list())
    try {
      rows.push(factsOf(name, (await findBackup(place, name)).manifest))
    } catch (error) {
      if (!isWukuError(error)) throw error
      damaged.push({ name, message: error.message })
    }
  const columns: readonly TableColumn<Facts>[] = [
    { cell: ({ name }) => name },
    { cell: ({ bytes }) => bytes, is: 'bytes' },
    { cell: ({ sources }) => trCount(sources.length, 'source') },
    { cell: ({ wuku }) => tr(msg('by', { wuku })) },
    { cell: ({ secrets }) => (secrets ? tr('with secrets') : tr('without secrets')) },
  ]
  const isEmpty = rows.length + damaged.length === 0
  const above = (): readonly string[] => (isEmpty ? [tr(msg('noBackup', { label: place.label }))] : [])
  const answer = { place: place.label, backups: rows, damaged }
  present(answer, ({ backups }) => ({ above: above(), columns, rows: backups }), shell)
  if (!shell.json)
    for (const { message } of damaged) writeTranslated(err, () => `${paintFor(err).yellow('!')} ${harmless(message)}\n`)
  return damaged.length > 0 ? 'failed' : 'done'
}
