import { resolve } from 'node:path'
import { printJson } from '../../surfaces/cli/answer.ts'
import { usage } from '../../surfaces/cli/arguments.ts'
import type { Command, Input, Shell } from '../../surfaces/cli/command.ts'
import { harmless, paintFor } from '../../surfaces/cli/terminal.ts'
import { replacedSystems } from '../../surfaces/mcp/compat.ts'
import { clients, type Client, type ServerCommand } from '../connect/clients.ts'
import {
  planConnection,
  readOrEmpty,
  writeConnection,
  type Connection,
  type ConnectionRequest,
} from '../connect/connection.ts'
import { changedLines } from '../connect/changed-lines.ts'
import { serverCommand, sharedServerCommand } from '../connect/server-command.ts'
import type { Surroundings } from '../settings.ts'
import type { CommandsInput } from './input.ts'

const names = clients.map(({ name }) => name)

export const connectCommand = ({ surroundings }: CommandsInput): Command => ({
  name: 'connect',
  title: "Write wuku into an agent's settings, or take it out again",
  positional: ['client'],
  flags: () => [
    { key: 'client', names: ['--client'], takes: 'text', says: `One of ${names.join(', ')}.`, isRequired: true },
    {
      key: 'global',
      names: ['--global'],
      takes: 'nothing',
      says: 'For all projects. Default where the agent knows both.',
    },
    { key: 'project', names: ['--project'], takes: 'nothing', says: 'Only for the project in this folder.' },
    { key: 'dryRun', names: ['--dry-run'], takes: 'nothing', says: 'Show what would be written.' },
    { key: 'remove', names: ['--remove'], takes: 'nothing', says: 'Take wuku out again.' },
    {
      key: 'tools',
      names: ['--tools'],
      takes: 'list',
      says: 'Toolsets to offer, as in "wuku mcp --tools". Default: few, by what is here.',
    },
    {
      key: 'compat',
      names: ['--compat'],
      takes: 'list',
      says: `Also offer the tool names of: ${replacedSystems.join(', ')}. One that stands in the same settings counts as named.`,
    },
    { key: 'readOnly', names: ['--read-only'], takes: 'nothing', says: 'Offer only what changes nothing.' },
    {
      key: 'force',
      names: ['--force'],
      takes: 'nothing',
      says: 'Also over an entry called wuku that is not this one.',
    },
  ],
  examples: [
    { says: 'Claude Code, in all projects', line: 'wuku connect claude-code' },
    { says: 'What it would write', line: 'wuku connect codex --dry-run' },
    { says: 'Only in this project, for everybody who works on it', line: 'wuku connect vscode --project' },
    { says: 'With the tool names of qmd, which wuku replaces', line: 'wuku connect claude-code --compat qmd' },
    { says: 'Undo it', line: 'wuku connect claude-code --remove' },
  ],
  async run(input, shell) {
    const client = clientNamed(input['client'])
    const isRemoval = input['remove'] === true
    const { file, server } = settingsOf(client, input, surroundings)
    const connection = await planConnection({
      client,
      file,
      server: await wishedServer(input, file, server),
      remove: isRemoval,
      force: input['force'] === true,
    })
    const isChange = connection.before !== connection.after
    const isDry = input['dryRun'] === true
    const backup = isChange && !isDry ? await writeConnection(connection) : undefined
    tell(shell, { connection, isChange, isDry, isRemoval, backup })
    return 'done'
  },
})

async function wishedServer(
  { tools = [], compat = [], readOnly }: Input,
  file: string,
  server: ServerCommand,
): Promise<ServerCommand> {
  const { withToolArguments } = await import('../connect/tool-arguments.ts')
  const wishes = {
    tools: tools as readonly string[],
    compat: compat as readonly string[],
    readOnly: readOnly === true,
  }
  return withToolArguments(server, wishes, await readOrEmpty(file))
}

function clientNamed(name: unknown): Client {
  const client = clients.find((known) => known.name === name)
  if (client) return client
  const said =
    name === undefined
      ? 'wuku connect needs the name of a client.'
      : `"${String(name)}" is not a client that wuku knows.`
  throw usage(said, `Choose from: ${names.join(', ')}.`)
}

/** The settings of a project are for everybody who works on it. */
function settingsOf(
  client: Client,
  { global, project }: Input,
  surroundings: Surroundings,
): Pick<ConnectionRequest, 'file' | 'server'> {
  if (global && project) throw usage('--global and --project exclude each other.', 'Leave one of them out.')
  const everywhere = client.global?.(surroundings)
  if (project || (everywhere === undefined && !global)) {
    if (client.project) return { file: resolve(client.project), server: sharedServerCommand }
    throw usage(`${client.title} has no settings of a project.`, 'Leave --project out.')
  }
  if (everywhere !== undefined) return { file: everywhere, server: serverCommand(surroundings) }
  throw usage(
    `${client.title} keeps its global settings inside the editor.`,
    'Leave --global out: a project can be connected.',
  )
}

interface Told {
  readonly connection: Connection
  readonly isChange: boolean
  readonly isDry: boolean
  readonly isRemoval: boolean
  readonly backup: string | undefined
}

function tell(
  { terminal: { out }, json, quiet }: Shell,
  { connection, isChange, isDry, isRemoval, backup }: Told,
): void {
  const { client, file } = connection
  if (json)
    return printJson(out, { client: client.name, file, changed: isChange, dryRun: isDry, removed: isRemoval, backup })
  if (quiet && !isDry) return
  const paint = paintFor(out)
  if (!isChange) {
    const state = isRemoval ? 'was not connected' : 'is connected already'
    return out.write(`${paint.green('✓')} ${client.title} ${state}: ${file}\n`)
  }
  const lines = changedLines(connection.before, connection.after).map((line) =>
    line.startsWith('+') ? paint.green(harmless(line)) : paint.red(harmless(line)),
  )
  if (isDry) return out.write(`${paint.bold(file)}\n${lines.join('\n')}\n${paint.dim('Nothing was written.')}\n`)
  out.write(`${paint.green('✓')} ${client.title} ${isRemoval ? 'is no longer connected' : 'is connected'}: ${file}\n`)
  if (backup) out.write(`  ${paint.dim(`As it was: ${backup}`)}\n`)
  if (!isRemoval) out.write(`  ${paint.dim('Start it anew, and ask it something that your notes know.')}\n`)
}
