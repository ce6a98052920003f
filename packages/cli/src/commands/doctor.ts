import type { Command } from '@wuku/terminal/command-types'
import { examine } from '../doctor/checks.ts'
import type { CommandsInput, LocalShell } from '../local-shell.ts'
import { printFindings } from '../finding.ts'

/** Its subject is this machine, with its folders, settings and agents: it opens the engine, and changes nothing. */
export const doctorCommand = (input: CommandsInput): Command<LocalShell> => ({
  name: 'doctor',
  title: 'Check the installation, the store, the sources and the agents',
  examples: [
    { description: 'All checks, with remedies', line: 'wuku doctor' },
    { description: 'For a script: exit code 1 if a check fails', line: 'wuku doctor --json' },
  ],
  run: async (_input, shell) =>
    printFindings({}, await examine({ ...input, engine: shell.engine, seesAll: true }), shell),
})
