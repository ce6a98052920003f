import { msg, tr } from '@wuku/messages/cli'
import { WukuError } from '@wuku/core/errors'
import { textIn } from '@wuku/terminal/arguments'
import { printLines } from '@wuku/terminal/command-page'
import type { Command } from '@wuku/terminal/command-types'
import { requirePostgres, describeStore } from '@wuku/settings/team-open-store'
import type { CommandsInput, LocalShell } from '../local-shell.ts'

/** Takes the steps that a program takes at its start if its role owns the schema. */
export const migrateSchemaCommand = ({ settings }: CommandsInput): Command<LocalShell> => ({
  name: 'migrate-schema',
  title: 'Bring the schema of a database up to date',
  flags: () => ({
    '--program TEXT': 'Role that wuku runs as: it gets the rights to read and write rows, and none to change tables.',
    '--reader TEXT': 'Role that gets the right to read alone.',
    '--large-segments':
      'When all instances run this version: searches of a million chunks get faster, and older programs are refused.',
    '--dry-run': 'Print every statement; nothing is changed.',
  }),
  examples: [
    { description: 'What it would do', line: 'wuku migrate-schema --dry-run' },
    {
      description: 'Before instances of a new version start',
      line: 'wuku migrate-schema --program wuku --reader wuku_reader',
    },
    { description: 'After the last older instance has ended', line: 'wuku migrate-schema --large-segments' },
  ],
  async run(given, shell) {
    const { database } = settings.team
    if (database.url() === '') throw new WukuError('bad-input', msg('storeFileWhichBroughtUp'))
    requirePostgres('DATABASE_URL', database.url())
    const isDry = given['dryRun'] === true
    const { changeSchema } = await import('@wuku/store-postgres/prepare')
    const { version, steps, grants } = await changeSchema({
      url: database.url(),
      schema: database.schema,
      isShared: database.isShared,
      program: textIn(given, 'program'),
      reader: textIn(given, 'reader'),
      largeSegments: given['largeSegments'] === true,
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
