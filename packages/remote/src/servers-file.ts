import { join } from 'node:path'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/remote'
import { isLoopback } from '@wuku/core/loopback'
import { commandLine } from '@wuku/text/show/shell-words'
import { readPrivately, writePrivately } from '@wuku/settings/private-file'

const SERVERS_FILE = 'servers.json'

/** A server elsewhere that `wuku login` was given a credential for. */
export interface RemoteServer {
  /** Its origin: scheme, host and port. */
  readonly url: string
  /** A key of that server. */
  readonly credential: string
  /** Id of the key where `wuku login` had it made: `wuku logout` revokes that one. */
  readonly keyId: string | null
  /** As the server knows who logged in. */
  readonly user: string
  readonly role: string
  /** ISO 8601. */
  readonly since: string
}

/** The servers that this data folder has credentials for. */
export function openServersFile(home: string) {
  const path = join(home, SERVERS_FILE)
  const list = async (): Promise<readonly RemoteServer[]> => parseServers(path, await readPrivately(path))
  const write = (servers: readonly RemoteServer[]) => writePrivately(path, `${JSON.stringify({ servers }, null, 2)}\n`)
  const find = async (url: string): Promise<RemoteServer | undefined> => {
    const origin = serverOrigin(url)
    return (await list()).find((server) => server.url === origin)
  }
  return {
    list,
    find,
    /** Credential for `Authorization: Bearer`; `undefined`: nobody logged in there from here. */
    credentialFor: async (url: string) => (await find(url))?.credential,
    /** In place of the one with this address. */
    async save(server: RemoteServer): Promise<void> {
      const url = serverOrigin(server.url)
      const others = (await list()).filter((each) => each.url !== url)
      await write([...others, { ...server, url }])
    },
    /** The one that was there. */
    async remove(url: string): Promise<RemoteServer | undefined> {
      const found = await find(url)
      if (found) await write((await list()).filter((each) => each.url !== found.url))
      return found
    },
  }
}

function parseServers(path: string, text = ''): readonly RemoteServer[] {
  if (text.trim() === '') return []
  try {
    const { servers } = JSON.parse(text) as { readonly servers: unknown }
    if (Array.isArray(servers) && servers.every(isServer)) return servers
  } catch {
    // The text of the error would quote the file.
  }
  throw new WukuError(
    'bad-input',
    msg('isNotAsWukuWrote', { path }),
    msg('moveAway', { command: commandLine`mv ${path} ${`${path}.old`}` }),
  )
}

const isServer = (value: unknown): value is RemoteServer => {
  const { url, credential } = Object(value) as Partial<RemoteServer>
  return typeof url === 'string' && typeof credential === 'string'
}

/** The origin of an address as a person types it: without a scheme it is `https:`, on this machine `http:`. */
export function serverOrigin(written: string): string {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(written)
  const url = `${hasScheme ? '' : isLoopback(written) ? 'http://' : 'https://'}${written}`
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.password === '')
    return parsed.origin
  throw new WukuError('usage', msg('isNoAddressOfServer', { written }))
}

/** Refuses to send a credential or texts where everybody on the way can read them. */
export function requireSecureAddress(address: string, insecure: boolean): void {
  if (insecure || !address.startsWith('http:') || isLoopback(new URL(address).host)) return
  throw new WukuError('not-allowed', msg('everybodyOnWayToCouldRead', { address }))
}
