import { msg, tr } from '@wuku/messages/cli'
import { grouped } from '@wuku/kernel/base/counted'
import { printChange, printLines } from '@wuku/terminal/command-page'
import { textIn, usage } from '@wuku/terminal/arguments'
import type { Command, Outcome } from '@wuku/terminal/command-types'
import { withProgress } from '@wuku/terminal/progress'
import type { Migrated } from '@wuku/transfer/migrate/migrate'
import type { StoreSite } from '@wuku/transfer/migrate/store-sites'
import type { Compared } from '@wuku/transfer/migrate/verify-move'
import type { CommandsInput, LocalShell } from '../local-shell.ts'
import { placeIn, toEnvFlag } from './to-place.ts'

export const migrateCommand = (input: CommandsInput): Command<LocalShell> => ({
  name: 'migrate',
  title: 'Move the whole store to PostgreSQL or back to a file, verified',
  positional: ['to'],
  flags: () => ({
    '--to TEXT':
      'The new store: postgres://user@host/database, a file, or a data folder. It must be empty. A password is taken from PGPASSWORD or ~/.pgpass.',
    ...toEnvFlag,
    '--from TEXT': 'The old store, in the same way. Default: the one that the settings name.',
    '--schema TEXT': 'Schema of the database. Default: DATABASE_SCHEMA.',
    '--dry-run': 'Count what would be moved; nothing is written.',
  }),
  examples: [
    { description: 'Count first', line: 'wuku migrate --to postgres://wuku@db.example.com/wuku --dry-run' },
    { description: 'To a database of the team', line: 'wuku migrate --to postgres://wuku@db.example.com/wuku' },
    { description: 'With an address that holds a password', line: 'wuku migrate --to-env NEW_STORE' },
    { description: 'Back to a data folder', line: 'wuku migrate --to ~/wuku-copy' },
  ],
  async run(given, shell) {
    const { siteOf } = await import('@wuku/transfer/migrate/store-sites')
    const [from, schema] = [textIn(given, 'from'), textIn(given, 'schema')]
    const to = placeIn(given, input.environment)
    if (to === undefined) throw usage(msg('migrateNeeded'))
    const target = siteOf({ place: to, schema }, input)
    const origin = siteOf({ place: from, schema: from === undefined ? undefined : schema }, input)
    if (given['dryRun'] === true) return printCounts({ from: origin, to: target }, shell)
    const migrated = await migrate({ from: origin, to: target }, input, shell)
    printResult({ from: origin, to: target }, migrated, shell)
    return migrated.isEqual ? 'done' : 'failed'
  },
})

interface Sites {
  readonly from: StoreSite
  readonly to: StoreSite
}

async function migrate(sites: Sites, { settings, environment }: CommandsInput, shell: LocalShell): Promise<Migrated> {
  const { migrateStore } = await import('@wuku/transfer/migrate/migrate')
  const { openBlobs } = await import('@wuku/instances/team/open-blobs')
  const sharedBlobs = settings.team.blobs === '' ? undefined : openBlobs(settings, environment)
  return withProgress(shell, ({ step }) =>
    migrateStore({ ...sites, sharedBlobs, signal: shell.signal, progress: step }),
  )
}

async function printCounts({ from, to }: Sites, shell: LocalShell): Promise<Outcome> {
  const { countStore } = await import('@wuku/transfer/migrate/migrate')
  const counts = [...(await countStore(from))].map(([what, { count }]) => ({ what, count }))
  const lines = (): readonly string[] =>
    counts.filter(({ count }) => count > 0).map(({ what, count }) => `${grouped(count).padStart(14)}  ${tr(what)}`)
  return printLines(shell, { from: from.label, to: to.label, dryRun: true, counts }, () => [
    ...lines(),
    tr(msg('wouldMoveNothingWritten', { label: from.label, label2: to.label })),
  ])
}

function printResult({ from, to }: Sites, migrated: Migrated, shell: LocalShell): 'done' {
  const { compared, isEqual, isResumed, movedAgain, blobs } = migrated
  const facts = { from: from.label, to: to.label, isEqual, isResumed, movedAgain, originals: blobs, compared }
  return (isEqual ? printChange : printLines)(shell, facts, () => [
    ...(isResumed ? [tr('Went on with a move that was begun before.')] : []),
    ...(movedAgain.length > 0 ? [tr(msg('changedSinceThenMovedAgain', { movedAgain: movedAgain.join(', ') }))] : []),
    ...compared.filter(({ from: old, to: moved }) => old.count + moved.count > 0).map(lineOf),
    ...(blobs.files > 0 ? [tr(msg('themCopied', { originals: blobs.files, copied: grouped(blobs.copied) }))] : []),
    ...(isEqual ? afterwards(to) : [tr(msg('twoStoresDifferNewOne', { label: from.label }))]),
  ])
}

function lineOf({ what, from, to }: Compared): string {
  const isSame = from.count === to.count && from.checksum === to.checksum
  const differs = isSame ? '' : tr(msg('differs', { count: grouped(to.count), checksum: to.checksum }))
  return `${grouped(from.count).padStart(14)}  ${from.checksum}  ${tr(what)}${differs}`
}

const afterwards = ({ label, settings }: StoreSite): readonly string[] => [
  tr(msg('movedCountsChecksumsSameBoth', { label })),
  tr('From now on set:'),
  ...Object.entries(settings).map(([name, value]) => `  ${name}=${value}`),
]
