import { flagTable } from '@wuku/terminal/flags'
import { dirname, join, relative } from 'node:path'
import { allFailed } from '@wuku/kernel/operations/report'
import { printJson } from '@wuku/terminal/print-answer'
import type { Command } from '@wuku/terminal/command-types'
import { withProgress } from '@wuku/terminal/progress'
import { clients } from '@wuku/connect/clients'
import { serverCommand } from '@wuku/connect/tool-arguments'
import { isSingle, launcher, packageFolder, readVersion } from '@wuku/settings/package'
import type { CommandsInput } from '../local-shell.ts'
import { welcome, type Started } from './welcome.ts'
import { commandLine } from '@wuku/text/show/shell-words'
import { start, type FirstRun } from '@wuku/kernel/operations/start'

export const startCommand = ({ environment }: CommandsInput): Command => ({
  name: 'start',
  title: 'Index a folder and show how to connect an agent',
  positional: ['folders...'],
  flags: () => flagTable({ '--folders, --folder A,B': 'Folders to index. Default: this folder.' }),
  examples: [
    { description: 'Index a folder and show how to connect an agent', line: 'wuku start ~/notes' },
    { description: 'Several at once', line: 'wuku start ~/notes ~/work/handbook' },
  ],
  async run({ folders = [defaultFolder()] }, shell) {
    const { output } = await withProgress(shell, ({ step }) =>
      shell.call<FirstRun>(start, { folders }, { progress: step }),
    )
    const { sources, report, sample } = output
    const started: Started = {
      version: readVersion(),
      sources,
      report,
      sample,
      server: serverCommand(environment),
      typed: typedCommand(),
    }
    if (shell.json) printJson(shell.terminal.out, { ...started, clients: clients.map(({ name }) => name) })
    else if (!shell.quiet) shell.terminal.out.write(welcome(started, shell.terminal.out))
    return allFailed(report) ? 'failed' : 'done'
  },
})

/** In a fresh clone there is something to look at: the documentation that came with it. */
const defaultFolder = (): string =>
  relative(packageFolder, process.cwd()) === '' ? join(packageFolder, 'docs') : process.cwd()

/**
 * `wuku` if npm has put it on the path, `npx wuku` in a project that depends on it, otherwise the relative path of the
 * launcher.
 */
function typedCommand(started = process.argv[1] ?? ''): string {
  if (dirname(started).endsWith(join('node_modules', '.bin'))) return 'npx wuku'
  if (isSingle || !started.endsWith('.js')) return 'wuku'
  const near = relative(process.cwd(), launcher)
  return commandLine`node ${near.startsWith('..') ? launcher : near}`
}
