import { msg } from '@wuku/messages/cli'
import { usage } from '@wuku/terminal/arguments'
import type { Command, Input, Shell } from '@wuku/terminal/command-types'
import { isRemote, type AgentServer, type Client, type ServerCommand } from '@wuku/connect/client'
import { clients } from '@wuku/connect/clients'
import type { ConnectionRequest } from '@wuku/connect/connection'
import { keepTeam, notesOfTeam, type StoredTeam } from '@wuku/connect/keep-team'
import { serverCommand, sharedServerCommand } from '@wuku/connect/tool-arguments'
import type { Settings, Environment } from '@wuku/settings/app-settings'
import { insecureFlag } from './both-places.ts'
import type { CommandsInput } from '../local-shell.ts'
import { replacedSystems } from '@wuku/mcp/compat'

export const connectCommand = ({ settings, environment }: CommandsInput): Command => ({
  name: 'connect',
  title: "Write wuku into an agent's settings, or remove it",
  positional: ['client'],
  flags: () => ({
    '--client TEXT': { description: msg('oneOfClients', { names: names.join(', ') }), isRequired: true },
    '--global': 'For all projects. Default if the agent supports both.',
    '--project': 'Only for the project in this folder; the files name nothing of this machine.',
    '--guide':
      'Add a rule or skill that says when to use wuku, and hooks that bring in open work, standing orders and known failures.',
    '--no-guide': 'Remove the rule and the hooks only.',
    '--lang TEXT': 'Language of the rule and of the hook: en or zh. Default: en.',
    '--url TEXT': {
      description: 'Let the agent reach a server by its address, over HTTP. Alone: the server that runs here.',
      bare: '',
    },
    ...insecureFlag,
    '--dry-run': 'Show what would be written.',
    '--remove': 'Remove wuku, with its rule and hook.',
    '--tools A,B': 'Toolsets to offer, as in "wuku mcp --tools". Default: a few, depending on what is indexed.',
    '--compat A,B': `Also offer the tool names of: ${replacedSystems.join(', ')}. Default: those found in the same settings.`,
    '--read-only': 'Offer only tools that change nothing.',
    '--force': 'Replace an entry called wuku that is not this one.',
  }),
  examples: [
    { description: 'Claude Code, in all projects', line: 'wuku connect claude-code' },
    {
      description: 'With a guide: the agent uses wuku unasked and starts with the open work',
      line: 'wuku connect claude-code --guide',
    },
    { description: 'Remove the guide only', line: 'wuku connect claude-code --no-guide' },
    { description: 'Show what would be written', line: 'wuku connect codex --guide --dry-run' },
    {
      description: 'Only in this project, for everyone who works on it',
      line: 'wuku connect vscode --project --guide',
    },
    { description: 'With the tool names of qmd, which wuku replaces', line: 'wuku connect claude-code --compat qmd' },
    { description: 'To a server of the team', line: 'wuku connect vscode --project --url https://wuku.example.com' },
    { description: 'Undo everything', line: 'wuku connect claude-code --remove' },
  ],
  run: (input, shell) => connect(input, shell, { settings, environment }),
})

type Places = Environment & Pick<Settings, 'home'>

async function connect(input: Input, shell: Shell, { settings, environment }: CommandsInput): Promise<'done'> {
  const places = { ...environment, home: settings.home }
  const client = clientNamed(input['client'])
  const isDry = input['dryRun'] === true
  const keep = (): Promise<StoredTeam | undefined> => keepTeam({ settings, environment, isDry })
  if (client.paste) {
    const { printPaste } = await import('./print-paste.ts')
    const server = await wishedServer(input, '', { places, command: serverCommand(places) })
    return printPaste(shell, client, { server, notes: isRemote(server) ? [] : notesOfTeam(await keep(), isDry) })
  }
  const { planConnection, writeChange } = await import('@wuku/connect/connection')
  const { printConnection } = await import('./print-connection.ts')
  const request = await requestOf(client, input, places)
  const changes = await planConnection(request)
  const startsHere = request.wishes.server === 'set' && !isRemote(request.server)
  const notes = startsHere ? notesOfTeam(await keep(), isDry) : []
  const written = []
  for (const change of changes) {
    const isChange = change.before !== change.after
    written.push({ ...change, isChange, backup: isChange && !isDry ? await writeChange(change) : undefined })
  }
  return printConnection(shell, { request, files: written, isDry, notes })
}

async function requestOf(client: Client, input: Input, places: Places): Promise<ConnectionRequest> {
  const [{ settingsFile, readOrEmpty }, wishes] = [await import('@wuku/connect/client'), wishesOf(input)]
  const isProject = isOfProject(client, input, wishes)
  const scope = { isProject, places, folder: process.cwd() }
  const file = settingsFile(client, scope)
  const settings = file === undefined ? '' : await readOrEmpty(file)
  return {
    ...scope,
    client,
    wishes,
    server: await wishedServer(input, settings, {
      places,
      command: isProject ? sharedServerCommand : serverCommand(places),
    }),
    language: languageOf(input['lang']),
    force: input['force'] === true,
  }
}

function wishesOf({ remove, guide, noGuide }: Input): ConnectionRequest['wishes'] {
  if (guide && (noGuide || remove)) throw usage(msg('guideNoGuideExcludeEach'))
  if (remove) return { server: 'remove', guide: 'remove', hook: 'remove' }
  if (noGuide) return { guide: 'remove', hook: 'remove' }
  return { server: 'set', ...(guide === true && { guide: 'set', hook: 'set' }) }
}

function languageOf(written: unknown): ConnectionRequest['language'] {
  if (written === undefined || written === 'en' || written === 'zh') return written ?? 'en'
  throw usage(msg('noGuideLanguage', { written: String(written).slice(0, 20) }))
}

async function wishedServer(
  { tools = [], compat = [], readOnly, url, insecure }: Input,
  settings: string,
  { places, command }: { readonly places: Places; readonly command: ServerCommand },
): Promise<AgentServer> {
  const wishes = {
    tools: tools as readonly string[],
    compat: compat as readonly string[],
    readOnly: readOnly === true,
  }
  if (url === undefined) {
    const { withToolArguments } = await import('@wuku/connect/tool-arguments')
    return withToolArguments(command, wishes, settings)
  }
  if (wishes.tools.length + wishes.compat.length > 0 || wishes.readOnly) throw usage(msg('urlServerSaysWhichTools'))
  const { remoteServer } = await import('@wuku/connect/remote')
  return remoteServer(String(url), places.home, insecure === true)
}

function clientNamed(name: unknown): Client {
  const client = clients.find((known) => known.name === name)
  if (client) return client
  const message = name === undefined ? msg('connectNeedsNameClient') : msg('unknownClient', { name: String(name) })
  throw usage(message, msg('chooseFrom2', { names: names.join(', ') }))
}

/** A client may have rules of a project where it has no servers of one. */
function isOfProject(client: Client, { global, project }: Input, wishes: ConnectionRequest['wishes']): boolean {
  if (global && project) throw usage(msg('globalProjectExcludeEachOther'))
  if (!project && (client.global || !global)) return !client.global
  if (project && (client.project || (wishes.guide && client.guide?.project))) return true
  if (project)
    throw usage(
      msg('noProjectSettings', { title: client.title }),
      client.guide?.project ? msg('leaveProjectOutAddGuide') : msg('leaveProjectOut'),
    )
  throw usage(msg('keepsGlobalSettingsInsideEditor', { title: client.title }))
}

const names = clients.map(({ name }) => name)
