import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/connect'
import type { ClientsQuery } from '@wuku/kernel/base/parts/installation'
import { commandLine } from '@wuku/text/show/shell-words'
import { findServer } from '@wuku/settings/server-file'
import type { Settings, Environment } from '@wuku/settings/app-settings'
import { entryOf, settingsFile, type AgentServer, type Client, type RemoteServer } from './client.ts'
import { clients } from './clients.ts'
import { readInstalled } from './installed.ts'
import { addressOf } from './remote.ts'
import { settingsFormats } from './settings-format.ts'
import { serverCommand, sharedServerCommand } from './tool-arguments.ts'
import type { Clients, ClientToConnect } from '@wuku/kernel/base/installation-shapes'

/** Stands where the secret belongs: no answer holds one. */
const PLACEHOLDER = '<your key>'

/** The entry of each client of `wuku connect`, as text to paste. */
export async function listClients(
  { client: name, url, isHere }: ClientsQuery,
  { settings, environment }: { readonly settings: Settings; readonly environment: Environment },
): Promise<Clients> {
  const running = await findServer(settings.home)
  const origin = url || settings.server.publicUrl || running?.url
  const remote = origin === undefined ? undefined : { url: addressOf(origin).href, token: PLACEHOLDER }
  const here = isHere ? environment : undefined
  return {
    url: remote?.url ?? null,
    key: { placeholder: PLACEHOLDER, from: running?.mode === 'local' ? 'local' : 'accounts' },
    clients: await Promise.all(clientsNamed(name).map((client) => describe(client, here, remote))),
  }
}

function clientsNamed(name: string | undefined): readonly Client[] {
  if (name === undefined) return clients
  const found = clients.filter((client) => client.name === name)
  if (found.length > 0) return found
  const names = clients.map((client) => client.name).join(', ')
  throw new WukuError('not-found', msg('thereIsNoClient', { name, names }))
}

/** `here` is the environment of a client on this machine; absent for one elsewhere. */
async function describe(client: Client, here: Environment | undefined, remote?: RemoteServer) {
  const { name, title, format, project, paste, table } = client
  const local = here ? serverCommand(here) : sharedServerCommand
  const scope = here && { isProject: false, folder: '/', places: here }
  const link = paste?.link?.({ [table]: { wuku: entryOf(client, local, false) } })
  return {
    name,
    title,
    format,
    config: configOf(client),
    project: project?.[0] ?? null,
    file: (scope && settingsFile(client, scope)) ?? null,
    connected: scope ? (await readInstalled(client, scope))?.parts.includes('server') === true : null,
    stdio: { text: textFor(client, local), command: commandLine`wuku connect ${name}` },
    http:
      remote && client.remote
        ? { text: textFor(client, remote), command: commandLine`wuku connect ${name} --url ${remote.url}` }
        : null,
    paste: paste ? { where: paste.where, link: link ?? null } : null,
  }
}

const textFor = (client: Client, server: AgentServer): string =>
  settingsFormats[client.format].print([client.table, 'wuku'], entryOf(client, server, false))

/** Home folders by the names that shells know: the client may run on another machine than the server. */
const platforms = {
  linux: { env: {}, platform: 'linux', userFolder: '~' },
  macos: { env: {}, platform: 'darwin', userFolder: '~' },
  windows: { env: { APPDATA: '%APPDATA%' }, platform: 'win32', userFolder: '%USERPROFILE%' },
} as const satisfies Record<string, Environment>

const configOf = ({ global }: Client): ClientToConnect['config'] => ({
  linux: global?.(platforms.linux)[0] ?? null,
  macos: global?.(platforms.macos)[0] ?? null,
  windows: global?.(platforms.windows)[0]?.replaceAll('/', '\\') ?? null,
})
