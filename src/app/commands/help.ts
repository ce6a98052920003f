import { usage } from '../../surfaces/cli/arguments.ts'
import type { Command } from '../../surfaces/cli/command.ts'
import { commandHelp, overview, type Chapter } from '../../surfaces/cli/help.ts'
import { paintFor } from '../../surfaces/cli/terminal.ts'
import { readVersion } from '../package.ts'

export const helpCommand = (others: readonly Command[]): Command => ({
  name: 'help',
  title: 'Show this, or the help of one command',
  positional: ['command'],
  flags: () => [{ key: 'command', names: ['--command'], takes: 'text', says: 'Which command.' }],
  examples: [{ says: 'All about one command', line: 'wuku help recall' }],
  async run({ command: name }, { terminal: { out } }) {
    const options = { paint: paintFor(out), columns: out.columns }
    const command = others.find((known) => known.name === name)
    if (name !== undefined && !command) throw usage(`There is no command "${String(name)}".`, 'See: wuku help')
    out.write(command ? commandHelp(command, options) : overview(readVersion(), chaptersOf(others), options))
    return 'done'
  },
})

const headings: readonly { readonly heading: string; readonly names: readonly string[] }[] = [
  { heading: 'Begin', names: ['start', 'connect', 'doctor'] },
  { heading: 'Take in', names: ['add', 'index', 'sources', 'context', 'project', 'remove'] },
  { heading: 'Ask', names: ['recall', 'open', 'chats'] },
  { heading: 'Write down', names: ['pads'] },
]

/** A command that no heading names stands under the last one. */
function chaptersOf(commands: readonly Command[]): readonly Chapter[] {
  const named = headings.flatMap(({ names }) => names)
  const chapters = headings.map(({ heading, names }) => ({
    heading,
    commands: names.flatMap((name) => commands.filter((command) => command.name === name)),
  }))
  return [...chapters, { heading: 'More', commands: commands.filter(({ name }) => !named.includes(name)) }]
}
