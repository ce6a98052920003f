import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { ClientBase, QueryConfig, QueryResult } from 'pg'

/** A connection in use by one transaction, as the watch sees it. */
export interface Line {
  /** At its server, while the transaction lasts. */
  readonly name: string
  query<Row extends object = Record<string, unknown>>(asked: string | QueryConfig): Promise<QueryResult<Row>>
  /** Whether something was asked, and when the server last said anything before that; `undefined`: nothing is waited for. */
  waitingSince(): number | undefined
  /** What waits fails as with any connection that breaks. */
  hangUp(): void
}

export function lineOn(client: ClientBase): Line {
  let waiting = 0
  let since = 0
  const answered = (): void => {
    waiting--
    since = performance.now()
  }
  return {
    name: `wuku ${randomBytes(8).toString('hex')}`,
    query: async <Row extends object>(asked: string | QueryConfig) => {
      if (waiting++ === 0) since = performance.now()
      return client.query<Row>(asked as QueryConfig).finally(answered)
    },
    waitingSince: () => (waiting > 0 ? since : undefined),
    // The driver has no word for it: its `end` waits for the server.
    hangUp: () =>
      void (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream.destroy(),
  }
}
