import { msg, tr } from '@wuku/messages/cli'
import { flagTable } from '@wuku/terminal/flags'
import { WukuError } from '@wuku/core/errors'
import { printLines } from '@wuku/terminal/command-page'
import type { Command } from '@wuku/terminal/command-types'
import { requirePostgres, describeStore } from '@wuku/settings/team-open-store'
import type { CommandsInput, LocalShell } from '../local-shell.ts'

/** Takes the steps that a program takes at its start if its role owns the schema. */
export const migrateSchemaCommand = ({ settings }: CommandsInput): Command<LocalShell> => ({
  name: 'migrate-schema',
  title: 'Bring the schema of a database up to date',
  positional: [],
  flags: () =>
    flagTable({
      '--program TEXT': 'Role that wuku runs as: it gets the rights to read and write rows, and none to change tables.',
      '--reader TEXT': 'Role that gets the right to read alone.',
      '--dry-run': 'Print every statement; nothing is changed.',
    }),
  examples: [
    { description: 'What it would do', line: 'wuku migrate-schema --dry-run' },
    {
      description: 'Before instances of a new version start',
      line: 'wuku migrate-schema --program wuku --reader wuku_reader',
    },
  ],
  async run(given, shell) {
    const { database } = settings.team
    if (database.url() === '') throw noDatabase()
    requirePostgres('DATABASE_URL', database.url())
    const text = (key: string): string | undefined => (typeof given[key] === 'string' ? given[key] : undefined)
    const isDry = given['dryRun'] === true
    const { changeSchema } = await import('@wuku/store-postgres/prepare')
    const { version, steps, grants } = await changeSchema({
      url: database.url(),
      schema: database.schema,
      isShared: database.isShared,
      program: text('program'),
      reader: text('reader'),
      isDry,
      onWait: (message) => process.stderr.write(`${message}\n`),
    })
    const at = describeStore(settings)
    const numbered = steps.map(({ says: description, sql }, nth) => ({
      step: version + nth + 1,
      says: description,
      sql,
    }))
    return printLines(shell, { store: at, version, dryRun: isDry, steps: numbered, grants }, () => [
      ...numbered.map(({ step, says: description, sql }) => `${step}. ${description}${isDry ? `\n${sql}` : ''}`),
      ...grants.map((grant) => `${grant};`),
      tr(isDry ? msg('nothingChangedIn', { at }) : msg('storeIsCurrent', { at })),
    ])
  },
})

const noDatabase = (): WukuError => new WukuError('bad-input', msg('storeFileWhichBroughtUp'))
