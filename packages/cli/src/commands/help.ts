import { msg } from '@wuku/messages/cli'
import { flagTable } from '@wuku/terminal/flags'
import { usage } from '@wuku/terminal/arguments'
import type { Command } from '@wuku/terminal/command-types'
import { actionHelp, commandHelp, helpOptions, overview, type Chapter } from '@wuku/terminal/help'
import { readVersion } from '@wuku/settings/package'
import { printLines } from '@wuku/terminal/command-page'
import rows from './headings.json' with { type: 'json' }

export const helpCommand = (loadOthers: () => Promise<readonly Command[]>): Command => ({
  name: 'help',
  title: 'Show this list, or the help of one command',
  positional: ['command', 'action'],
  flags: () => flagTable({ '--command TEXT': 'Name of the command.', '--action TEXT': 'Name of its action.' }),
  examples: [
    { description: 'Help of a command', line: 'wuku help recall' },
    { description: 'Help of an action', line: 'wuku help docs import' },
  ],
  async run({ command: name, action }, { terminal: { out } }) {
    const options = helpOptions(out)
    if (name === undefined) {
      out.write(overview(readVersion(), { chapters, asides: [FROM_QMD] }, options))
      return 'done'
    }
    const command = (await loadOthers()).find((known) => known.name === name)
    if (!command) throw usage(msg('noCommand2', { name: String(name) }))
    if (action === undefined) out.write(commandHelp(command, options))
    else {
      const { actionNamed } = await import('@wuku/terminal/action-groups')
      actionNamed(String(action), command)
      out.write(actionHelp(command, String(action), options))
    }
    return 'done'
  },
})

/** In one line each, so that all of it fits a screen, with the first argument alone; no command is loaded to show them. */
const byHeading: Readonly<Record<string, Readonly<Record<string, string>>>> = rows
export const headings = Object.entries(byHeading).map(([heading, commands]) => ({ heading, commands }))

/** Commands of qmd, whose users know them by these names. */
export const QMD = ['search', 'vsearch', 'query', 'get', 'multi-get', 'status']

const FROM_QMD = `Commands under their qmd names: ${QMD.join(', ')}.`

const chapters: readonly Chapter[] = headings.map(({ heading, commands }) => ({
  heading,
  commands: Object.entries(commands).map(([left, description]) => ({ left, description })),
}))

export const versionCommand: Command = {
  name: 'version',
  title: 'Print the version',
  positional: [],
  flags: () => [],
  examples: [{ description: 'The versions to quote in a bug report', line: 'wuku version --json' }],
  async run(_input, shell) {
    const version = readVersion()
    return printLines(
      shell,
      { version, node: process.versions.node, platform: `${process.platform}-${process.arch}` },
      () => [version],
    )
  },
}
