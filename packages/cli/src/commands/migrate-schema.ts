import { flagTable } from '@wuku/terminal/flags'
import { WukuError } from '@wuku/core/errors'
import { printJson } from '@wuku/terminal/print-answer'
import type { Command } from '@wuku/terminal/command-types'
import { writeTranslated } from '@wuku/terminal/terminal'
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
  async run(given, { terminal: { out }, json }) {
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
    if (json) printJson(out, { store: at, version, dryRun: isDry, steps: numbered, grants })
    else {
      const lines = numbered.map(
        ({ step, says: description, sql }) => `${step}. ${description}${isDry ? `\n${sql}` : ''}`,
      )
      const rights = grants.map((grant) => `${grant};`)
      const last = isDry ? `Nothing was changed in ${at}.` : `${at} is as this version needs it.`
      writeTranslated(out, `${[...lines, ...rights, last].join('\n')}\n`)
    }
    return 'done'
  },
})

const noDatabase = (): WukuError =>
  new WukuError(
    'bad-input',
    'The store is a file, which is brought up to date when it is opened.',
    'Set DATABASE_URL to the address of the database, with the role that owns the schema.',
  )
