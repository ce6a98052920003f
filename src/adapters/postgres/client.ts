import { Client, type ClientBase, type ClientConfig } from 'pg'
import type { Socket } from 'node:net'

export const ignore = (): void => {}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A connection of its own. Its failure comes to what is asked of it, and never ends the process as an event that nobody hears. */
export function clientTo(url: string, config: Omit<ClientConfig, 'connectionString'>): Client {
  const client = new Client({ connectionString: url, ...config })
  return client.on('error', ignore)
}

/** The driver has no word for it: its `end` waits for the server. */
export const hangUp = (client: ClientBase): void =>
  void (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream.destroy()
