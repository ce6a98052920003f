import { Client, type ClientBase, type ClientConfig } from 'pg'
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { asksForWritable, serversOf } from './addresses.ts'
import { explainConnecting, explainFailure } from './postgres-failures.ts'

export const ignore = (): void => {}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A connection of its own. Its failure comes to what is asked of it, and never ends the process as an event that nobody hears. */
export function clientTo(url: string, config: Omit<ClientConfig, 'connectionString'>): Client {
  const client = new (clientOf(url))({ connectionString: serversOf(url)[0], ...config })
  return client.on('error', ignore)
}

/** The same for as long as the work takes; what fails is explained. */
export async function withClient<T>(
  url: string,
  config: Parameters<typeof clientTo>[1],
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = clientTo(url, config)
  try {
    await client.connect().catch((thrown: unknown) => {
      throw explainConnecting(thrown)
    })
    return await work(client)
  } catch (thrown) {
    throw explainFailure(thrown)
  } finally {
    await client.end().catch(ignore)
  }
}

/** For an address of several servers a connection finds the one that may be written to, which another is after a failover. */
export function clientOf(url: string): typeof Client {
  const servers = serversOf(url)
  if (servers.length === 1 && !asksForWritable(url)) return Client
  return class extends Client {
    override connect(): Promise<Client>
    override connect(onConnected: (error?: Error) => void): void
    override connect(onConnected?: (error?: Error) => void): Promise<Client> | void {
      const connected = findWritable(servers).then(async ({ host, port }) => {
        Object.assign(this, { host, port })
        return super.connect()
      })
      if (!onConnected) return connected
      connected.then(() => onConnected(), onConnected)
    }
  }
}

/** Milliseconds for each of several servers to say what it is; they are asked at once. */
const FINDING = 5_000

type Found = Pick<Client, 'host' | 'port'>

const findWritable = (servers: readonly string[]): Promise<Found> =>
  Promise.any(servers.map(requireWritable)).catch((thrown: AggregateError) => {
    // The reason of a server that answers helps more than that of one that does not.
    throw thrown.errors.find((each: unknown) => each instanceof NotWritable) ?? thrown.errors[0]
  })

/** A promotion may be under way: it is as if the server had not come up yet. */
class NotWritable extends Error {
  readonly code = '57P03'
}

/** A server says with its greeting whether it is a standby, so that this takes no statement. */
async function requireWritable(url: string): Promise<Found> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: FINDING }).on('error', ignore)
  const { connection } = client as unknown as { readonly connection: EventEmitter }
  let isStandby = false
  connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (parameterName === 'in_hot_standby' || parameterName === 'default_transaction_read_only')
      isStandby ||= parameterValue === 'on'
  })
  try {
    await client.connect()
  } catch (thrown) {
    hangUp(client)
    throw thrown
  }
  void client.end().catch(ignore)
  if (isStandby)
    throw new NotWritable(`none of the servers may be written to: ${client.host}:${client.port} is a standby`)
  return client
}

const socketOf = (client: ClientBase): Socket =>
  (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream

/** The driver has no word for it: its `end` waits for the server. */
export const hangUp = (client: ClientBase): void => void socketOf(client).destroy()

/** Statements that are asked in one turn of the program go to the server as one write, and not as one each. */
export function writeTogether(client: ClientBase): void {
  const socket = socketOf(client)
  if (socket.writableCorked > 0) return
  socket.cork()
  process.nextTick(() => socket.uncork())
}
