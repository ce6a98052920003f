import { actionNamed } from '../../surfaces/cli/actions.ts'
import { usage } from '../../surfaces/cli/arguments.ts'
import type { Command } from '../../surfaces/cli/command.ts'
import { actionHelp, commandHelp, overview, usageWords, type Chapter, type Line } from '../../surfaces/cli/help.ts'
import { paintFor } from '../../surfaces/cli/terminal.ts'
import { readVersion } from '../package.ts'
import { printJson } from '../../surfaces/cli/answer.ts'

export const helpCommand = (others: readonly Command[]): Command => ({
  name: 'help',
  title: 'Show this, or the help of one command',
  positional: ['command', 'action'],
  flags: () => [
    { key: 'command', names: ['--command'], takes: 'text', says: 'Which command.' },
    { key: 'action', names: ['--action'], takes: 'text', says: 'Which of its actions.' },
  ],
  examples: [
    { says: 'All about one command', line: 'wuku help recall' },
    { says: 'About one action of a command', line: 'wuku help docs import' },
  ],
  async run({ command: name, action }, { terminal: { out } }) {
    const options = { paint: paintFor(out), columns: out.columns }
    const command = others.find((known) => known.name === name)
    if (name !== undefined && !command) throw usage(`There is no command "${String(name)}".`, 'See: wuku help')
    if (!command) out.write(overview(readVersion(), { chapters: chaptersOf(others), asides: [FROM_QMD] }, options))
    else if (action === undefined) out.write(commandHelp(command, options))
    else {
      actionNamed(String(action), command)
      out.write(actionHelp(command, String(action), options))
    }
    return 'done'
  },
})

/** In one line each, so that all of it fits a screen. */
const headings: readonly { readonly heading: string; readonly commands: Readonly<Record<string, string>> }[] = [
  {
    heading: 'Begin',
    commands: {
      start: 'From a folder to an agent that knows it',
      connect: "Write wuku into an agent's settings",
      doctor: 'What is wrong, and what mends it',
    },
  },
  {
    heading: 'Search',
    commands: {
      recall: 'Everything that is indexed, at once',
      open: 'Read what a citation points at',
      chats: 'Conversations with agents',
      docs: 'Documentation of libraries',
      pads: 'Scratchpads of agents: read and write',
    },
  },
  {
    heading: 'Notes',
    commands: {
      'write-note': 'Write a file, or replace a whole one',
      'edit-note': 'Change part of one; the text before is kept',
      'note-history': 'The kept texts of one',
      'related-notes': 'What links to one, and what is near it',
    },
  },
  {
    heading: 'Sources',
    commands: {
      add: 'Register a folder or file and index it',
      index: 'Bring everything up to date',
      sources: 'What is indexed, and how fresh',
      remove: 'Take a source out',
      move: 'Say where a moved folder lies now',
      forget: 'Take one document out for good',
      context: 'Say what a folder holds',
      project: 'Say what belongs to a project',
    },
  },
  {
    heading: 'More',
    commands: {
      mcp: 'Speak MCP over stdio',
      call: 'Run what agents call, with JSON input',
      'session-context': 'For hooks: what is open in this workspace',
      embed: 'Make vectors, to find by meaning',
      models: 'Models that run on this machine',
      eval: 'How well your own questions are answered',
      version: 'Print the version',
    },
  },
]

/** Commands of qmd, whose users know them by these names. */
const QMD = ['search', 'vsearch', 'query', 'get', 'multi-get', 'status']

const FROM_QMD = `Names for who comes from qmd: ${QMD.join(', ')}.`

/** A command that nobody gave a place stands under the last heading. */
function chaptersOf(commands: readonly Command[]): readonly Chapter[] {
  const placed = new Set([...headings.flatMap((each) => Object.keys(each.commands)), ...QMD])
  const last = headings.length - 1
  return headings.map(({ heading, commands: known }, at) => ({
    heading,
    commands: [
      ...Object.entries(known).flatMap(([name, title]) =>
        commands.filter((each) => each.name === name).map((each) => lineOf({ ...each, title })),
      ),
      ...(at === last ? commands.filter(({ name }) => !placed.has(name)).map(lineOf) : []),
    ],
  }))
}

/** With the first of what it takes: its own page tells the rest. */
const lineOf = (command: Command): Line => ({
  left: /^\S+(?: [<[][^>\]]*[>\]])?/.exec(usageWords(command))?.[0] ?? command.name,
  says: command.title,
})

export const versionCommand: Command = {
  name: 'version',
  title: 'Print the version',
  positional: [],
  flags: () => [],
  examples: [{ says: 'The versions that a report of a fault should name', line: 'wuku version --json' }],
  async run(_input, { terminal, json }) {
    const version = readVersion()
    if (json)
      printJson(terminal.out, { version, node: process.versions.node, platform: `${process.platform}-${process.arch}` })
    else terminal.out.write(`${version}\n`)
    return 'done'
  },
}
