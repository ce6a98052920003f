import { actionNamed } from '@wuku/terminal/action-groups'
import { usage } from '@wuku/terminal/arguments'
import type { Command } from '@wuku/terminal/command-types'
import {
  actionHelp,
  commandHelp,
  helpOptions,
  overview,
  usageWords,
  type Chapter,
  type Line,
} from '@wuku/terminal/help'
import { readVersion } from '@wuku/settings/package'
import { printJson } from '@wuku/terminal/print-answer'

export const helpCommand = (others: readonly Command[]): Command => ({
  name: 'help',
  title: 'Show this list, or the help of one command',
  positional: ['command', 'action'],
  flags: () => [
    { key: 'command', names: ['--command'], takes: 'text', description: 'Name of the command.' },
    { key: 'action', names: ['--action'], takes: 'text', description: 'Name of its action.' },
  ],
  examples: [
    { description: 'Help of a command', line: 'wuku help recall' },
    { description: 'Help of an action', line: 'wuku help docs import' },
  ],
  async run({ command: name, action }, { terminal: { out } }) {
    const options = helpOptions(out)
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
      start: 'Index a folder and show how to connect an agent',
      connect: "Write wuku into an agent's settings",
      doctor: 'Check everything; upgrade --check, uninstall',
      settings: 'Show or change settings; Tab: wuku completions',
    },
  },
  {
    heading: 'Search',
    commands: {
      recall: 'Search everything at once; wuku alone: as you type',
      open: 'Read what a citation points at',
      chats: 'Conversations with agents',
      docs: 'Library documentation',
      pads: 'Scratchpads of agents: read and write',
    },
  },
  {
    heading: 'Notes',
    commands: {
      'write-note': 'Write a note; edit-note changes a part of one',
      'note-history': 'Kept versions of a note',
      'related-notes': 'Links to and from a note, and similar notes',
    },
  },
  {
    heading: 'Sources',
    commands: {
      add: 'Register a folder or file and index it',
      index: 'Bring the index up to date',
      sources: 'What is indexed, and how fresh',
      remove: 'Remove a source from the index',
      move: 'Record the new place of a moved folder',
      forget: 'Permanently remove one document from the index',
      context: 'Describe what a folder holds',
      project: 'Group folders and sources as a project',
    },
  },
  {
    heading: 'Servers',
    commands: {
      mcp: 'Serve MCP over stdio',
      serve: 'Serve many agents over HTTP',
      console: 'Open the web console of the server',
      jobs: 'Long work of a running server',
      users: 'Users of a server; keys: their programs',
      share: 'Change who sees a library or a source',
      audit: 'Who did what, and what was denied',
      login: 'Log in to a server elsewhere; logout ends it',
      push: 'Send a source to a server, secrets masked',
    },
  },
  {
    heading: 'More',
    commands: {
      call: "Run an agent's tool with JSON input",
      embed: 'Make vectors for search by meaning',
      models: 'Models that run on this machine',
      parts: 'Optional parts: PDF reader, model runtime',
      migrate: 'Store to PostgreSQL, or back; migrate-schema',
      backup: 'Copy everything elsewhere; restore puts it back',
      export: 'Pads, chats, docs as files; import, pack',
      eval: 'Measure answers to your own questions',
    },
  },
]

/** Commands of qmd, whose users know them by these names. */
const QMD = ['search', 'vsearch', 'query', 'get', 'multi-get', 'status']

/** Commands that the help leaves out: its first line already says the version, hooks run one, and the others stand with their counterpart. */
const UNLISTED = [
  'version',
  'session-context',
  'completions',
  'find',
  'logout',
  'restore',
  'import',
  'pack',
  'keys',
  'edit-note',
  'uninstall',
  'upgrade',
  'migrate-schema',
]

const FROM_QMD = `Commands under their qmd names: ${QMD.join(', ')}.`

/** A command without a heading of its own is listed under the last one. */
function chaptersOf(commands: readonly Command[]): readonly Chapter[] {
  const placed = new Set([...headings.flatMap((each) => Object.keys(each.commands)), ...QMD, ...UNLISTED])
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

/** Shows only its first argument: its own page explains the rest. */
const lineOf = (command: Command): Line => ({
  left: /^\S+(?: [<[][^>\]]*[>\]])?/.exec(usageWords(command))?.[0] ?? command.name,
  description: command.title,
})

export const versionCommand: Command = {
  name: 'version',
  title: 'Print the version',
  positional: [],
  flags: () => [],
  examples: [{ description: 'The versions to quote in a bug report', line: 'wuku version --json' }],
  async run(_input, { terminal, json }) {
    const version = readVersion()
    if (json)
      printJson(terminal.out, { version, node: process.versions.node, platform: `${process.platform}-${process.arch}` })
    else terminal.out.write(`${version}\n`)
    return 'done'
  },
}
