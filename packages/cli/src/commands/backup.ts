import { isWukuError } from '@wuku/core/errors'
import { counted } from '@wuku/kernel/base/counted'
import { printJson } from '@wuku/terminal/print-answer'
import { usage } from '@wuku/terminal/arguments'
import type { Command, Flag, Input, Outcome } from '@wuku/terminal/command-types'
import { pageFor, sizeOf } from '@wuku/terminal/command-page'
import { showProgress } from '@wuku/terminal/progress'
import { table } from '@wuku/terminal/table'
import { harmless, paintFor, writeTranslated } from '@wuku/terminal/terminal'
import { commandLine } from '@wuku/text/show/shell-words'
import { describeDamaged, type Manifest, type BackupPlace } from '@wuku/transfer/backup/manifest'
import type { Finished } from '@wuku/transfer/backup/run-backup'
import type { CommandsInput, LocalShell } from '../local-shell.ts'

const flags: readonly Flag[] = [
  {
    key: 'place',
    names: ['--place'],
    takes: 'text',
    description: 'A folder, or s3://bucket/prefix; each backup is a folder there. Default: the setting backup.place.',
  },
  { key: 'list', names: ['--list'], takes: 'nothing', description: 'Show the backups that are there, and make none.' },
  {
    key: 'withoutSecrets',
    names: ['--without-secrets'],
    takes: 'nothing',
    description:
      'Leave out keys that sign logins, logins to servers, and secret settings. Scratchpads stay as they were written.',
  },
  {
    key: 'keep',
    names: ['--keep'],
    takes: 'number',
    description:
      'Remove all but so many of the newest backups there. Default: the setting backup.keep for its place, else none goes.',
  },
]

/** Copies the store, the original files and the settings. */
export const backupCommand = (input: CommandsInput): Command<LocalShell> => ({
  name: 'backup',
  title: 'Copy the store, original files and settings to another place, while all goes on',
  positional: ['place'],
  flags: () => flags,
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
  throw usage(`--keep is ${String(keep)}.`, 'Give a whole number of at least 1.')
}

interface BackupAction {
  readonly place: BackupPlace
  readonly given: Input
  readonly keep: number
}

async function make(
  { place, given, keep }: BackupAction,
  { settings, environment }: CommandsInput,
  shell: LocalShell,
): Promise<Outcome> {
  const { backUp } = await import('@wuku/transfer/backup/run-backup')
  const display = showProgress(shell)
  const withSecrets = given['withoutSecrets'] !== true
  try {
    const made = await backUp({
      settings,
      environment,
      place,
      withSecrets,
      keep,
      actor: 'cli',
      signal: shell.signal,
      progress: display.step,
      waiting: () =>
        shell.quiet || writeTranslated(shell.terminal.err, 'Another backup is being made; waiting for it.\n'),
    })
    display.end()
    if (made) printResult(made, place, shell)
    return made?.manifest.damaged ? 'partial' : 'done'
  } finally {
    display.end()
  }
}

function printResult(
  { name, manifest, bytes, removed, signer }: Finished,
  place: BackupPlace,
  shell: LocalShell,
): void {
  const { terminal, json, quiet } = shell
  if (json) return printJson(terminal.out, { place: place.label, ...factsOf(name, manifest), bytes, signer, removed })
  if (quiet) return
  const lines = [
    `Backup ${name} in ${place.label}: ${counted(manifest.sources.length, 'source')}, ${counted(manifest.blobs.length, 'original file')}, ${sizeOf(bytes)}. All of it was read back.`,
    manifest.secrets
      ? 'It holds secrets: keys and settings that nobody else should read, and scratchpads as they were written.'
      : 'Keys and secret settings are left out; scratchpads are there as they were written.',
    ...(removed.length > 0 ? [`Removed: ${removed.join(', ')}.`] : []),
    ...(manifest.damaged ? [describeDamaged(manifest.damaged)] : []),
    commandLine`Put it back with: wuku restore ${place.label}`,
    commandLine`On another machine: wuku restore ${place.label} --trust ${signer}`,
  ]
  writeTranslated(terminal.out, `${lines.join('\n')}\n`)
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

async function list(place: BackupPlace, { terminal: { out, err }, json, now }: LocalShell): Promise<Outcome> {
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
  if (json) printJson(out, { place: place.label, backups: rows, damaged })
  else if (rows.length + damaged.length === 0) writeTranslated(out, `There is no backup in ${place.label}.\n`)
  else {
    const columns = [
      { cell: ({ name }: Facts) => name, align: 'left' as const },
      { cell: ({ bytes }: Facts) => sizeOf(bytes), align: 'right' as const },
      { cell: ({ sources }: Facts) => counted(sources.length, 'source'), align: 'right' as const },
      { cell: ({ wuku }: Facts) => `by ${wuku}`, align: 'left' as const },
      { cell: ({ secrets }: Facts) => (secrets ? 'with secrets' : 'without secrets'), align: 'left' as const },
    ]
    writeTranslated(out, `${table(columns, rows, pageFor(out, now())).join('\n')}\n`)
    for (const { message } of damaged) writeTranslated(err, `${paintFor(err).yellow('!')} ${harmless(message)}\n`)
  }
  return damaged.length > 0 ? 'failed' : 'done'
}
