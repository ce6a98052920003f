import { usage } from '../../surfaces/cli/arguments.ts'
import type { Command, Input, Shell } from '../../surfaces/cli/command.ts'
import type { Client, ServerCommand } from '../connect/client.ts'
import { clients } from '../connect/clients.ts'
import type { ConnectionRequest } from '../connect/connection.ts'
import { serverCommand, sharedServerCommand } from '../connect/server-command.ts'
import type { Surroundings } from '../settings.ts'
import { connectFlags, names } from './connect-flags.ts'
import type { CommandsInput } from './input.ts'

export const connectCommand = ({ surroundings }: CommandsInput): Command => ({
  name: 'connect',
  title: "Write wuku into an agent's settings, or take it out again",
  positional: ['client'],
  flags: () => connectFlags,
  examples: [
    { says: 'Claude Code, in all projects', line: 'wuku connect claude-code' },
    {
      says: 'So that it asks by itself, and knows at its start what is open',
      line: 'wuku connect claude-code --guide',
    },
    { says: 'The same without that again', line: 'wuku connect claude-code --no-guide' },
    { says: 'What it would write', line: 'wuku connect codex --guide --dry-run' },
    { says: 'Only in this project, for everybody who works on it', line: 'wuku connect vscode --project --guide' },
    { says: 'With the tool names of qmd, which wuku replaces', line: 'wuku connect claude-code --compat qmd' },
    { says: 'Undo all of it', line: 'wuku connect claude-code --remove' },
  ],
  run: (input, shell) => connect(input, shell, surroundings),
})

async function connect(input: Input, shell: Shell, places: Surroundings): Promise<'done'> {
  const client = clientNamed(input['client'])
  const { tellPaste } = await import('./tell-paste.ts')
  if (client.paste) return tellPaste(shell, client, await wishedServer(input, '', serverCommand(places)))
  const [{ planConnection }, { writeChange }, { tellConnection }] = await Promise.all([
    import('../connect/connection.ts'),
    import('../connect/write-change.ts'),
    import('./tell-connection.ts'),
  ])
  const request = await requestOf(client, input, places)
  const changes = await planConnection(request)
  const isDry = input['dryRun'] === true
  const written = []
  for (const change of changes) {
    const isChange = change.before !== change.after
    written.push({ ...change, isChange, backup: isChange && !isDry ? await writeChange(change) : undefined })
  }
  tellConnection(shell, { request, files: written, isDry })
  return 'done'
}

async function requestOf(client: Client, input: Input, places: Surroundings): Promise<ConnectionRequest> {
  const [{ settingsFile, readOrEmpty }, wishes] = [await import('../connect/client-files.ts'), wishesOf(input)]
  const isProject = isOfProject(client, input, wishes)
  const scope = { isProject, places, folder: process.cwd() }
  const file = settingsFile(client, scope)
  const settings = file === undefined ? '' : await readOrEmpty(file)
  return {
    ...scope,
    client,
    wishes,
    server: await wishedServer(input, settings, isProject ? sharedServerCommand : serverCommand(places)),
    language: languageOf(input['lang']),
    force: input['force'] === true,
  }
}

function wishesOf({ remove, guide, noGuide }: Input): ConnectionRequest['wishes'] {
  if (guide && (noGuide || remove)) throw usage('--guide cannot be put in and taken out at once.', 'Leave one out.')
  if (remove) return { server: 'remove', guide: 'remove', hook: 'remove' }
  if (noGuide) return { guide: 'remove', hook: 'remove' }
  return { server: 'set', ...(guide === true && { guide: 'set', hook: 'set' }) }
}

function languageOf(written: unknown): ConnectionRequest['language'] {
  if (written === undefined || written === 'en' || written === 'zh') return written ?? 'en'
  throw usage(`The guide is not written in "${String(written).slice(0, 20)}".`, 'Give --lang en or --lang zh.')
}

async function wishedServer(
  { tools = [], compat = [], readOnly }: Input,
  settings: string,
  server: ServerCommand,
): Promise<ServerCommand> {
  const { withToolArguments } = await import('../connect/tool-arguments.ts')
  const wishes = {
    tools: tools as readonly string[],
    compat: compat as readonly string[],
    readOnly: readOnly === true,
  }
  return withToolArguments(server, wishes, settings)
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

/** A client may have rules of a project where it has no servers of one. */
function isOfProject(client: Client, { global, project }: Input, wishes: ConnectionRequest['wishes']): boolean {
  if (global && project) throw usage('--global and --project exclude each other.', 'Leave one of them out.')
  if (!project && (client.global || !global)) return !client.global
  if (project && (client.project || (wishes.guide && client.guide?.project))) return true
  if (project)
    throw usage(
      `${client.title} has no settings of a project.`,
      client.guide?.project ? 'Leave --project out, or add --guide for its rules alone.' : 'Leave --project out.',
    )
  throw usage(
    `${client.title} keeps its global settings inside the editor.`,
    'Leave --global out: a project can be connected.',
  )
}
