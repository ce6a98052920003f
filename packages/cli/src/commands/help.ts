import { msg } from '@wuku/messages/cli'
import { usage } from '@wuku/terminal/arguments'
import type { Command } from '@wuku/terminal/command-types'
import { actionHelp, commandHelp, helpOptions, overview, type Chapter } from '@wuku/terminal/help'
import { readVersion } from '@wuku/settings/package'
import { printLines } from '@wuku/terminal/command-page'

export const helpCommand = (loadOthers: () => Promise<readonly Command[]>): Command => ({
  name: 'help',
  title: 'Show this list, or the help of one command',
  positional: ['command', 'action'],
  flags: () => ({ '--command TEXT': 'Name of the command.', '--action TEXT': 'Name of its action.' }),
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
export const headings: readonly { readonly heading: string; readonly commands: Readonly<Record<string, string>> }[] = [
  {
    heading: 'Begin',
    commands: {
      'start [folders ...]': 'Index a folder and show how to connect an agent',
      'connect <client>': "Write wuku into an agent's settings",
      doctor: 'Check everything; upgrade --check, uninstall',
      'settings [name]': 'Show or change settings; Tab: wuku completions',
    },
  },
  {
    heading: 'Search',
    commands: {
      'recall <query>': 'Search everything at once; wuku alone: as you type',
      'open <citation>': 'Read what a citation points at; verify checks it',
      'impact <name>': 'What depends on a symbol; affected: on a diff',
      'chats [action]': 'Conversations; handoff passes on, hook reminds',
      'docs [action]': 'Library documentation',
      'pads [action]': 'Scratchpads of agents: read and write',
    },
  },
  {
    heading: 'Notes',
    commands: {
      'write-note <path>': 'Write a note; edit-note changes a part of one',
      'note-history <path>': 'Kept versions of a note',
      'related-notes <path>': 'Links to and from a note, and similar notes',
    },
  },
  {
    heading: 'Sources',
    commands: {
      'add [root]': 'Register a folder or file and index it',
      'index [sources ...]': 'Bring the index up to date',
      'sources [source]': 'What is indexed, and how fresh',
      'remove <source>': 'Remove a source from the index',
      'move <source>': 'Record the new place of a moved folder',
      'forget <citation>': 'Permanently remove one document from the index',
      'context <add|list|remove>': 'Describe what a folder holds',
      'project <add|list|remove>': 'Group folders and sources as a project',
    },
  },
  {
    heading: 'Servers',
    commands: {
      'mcp [action]': 'Serve MCP over stdio',
      serve: 'Serve many agents over HTTP; console: its web page',
      'jobs [action]': 'Long work of a running server',
      'users [action]': 'Users of a server; keys: their programs',
      'share <what>': 'Change who sees a library or a source',
      audit: 'Who did what, and what was denied',
      'login [server]': 'Log in to a server elsewhere; logout ends it',
      'push <server>': 'Send a source to a server, secrets masked',
    },
  },
  {
    heading: 'More',
    commands: {
      'call <operation>': "Run an agent's tool with JSON input",
      'embed [sources ...]': 'Make vectors for search by meaning',
      'models [action]': 'Models that run on this machine',
      'parts [action]': 'Optional parts: PDF reader, model runtime',
      'migrate [to]': 'Store to PostgreSQL, or back; migrate-schema',
      'backup [place]': 'Copy everything elsewhere; restore puts it back',
      'export <folder>': 'Pads, chats, docs as files; import, pack',
      'eval <path>': 'Measure answers to your own questions',
    },
  },
]

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
