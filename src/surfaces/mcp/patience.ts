/* oxlint-disable unicorn/prefer-add-event-listener -- a transport is no event target: its `on...` are all there is */
import { type Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as turnOfEvents } from 'node:timers/promises'
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { messageLines, MOST_BYTES, type Refused } from './lines.ts'
import type { Log } from './request.ts'

export interface Streams {
  readonly stdin: Readable
  readonly stdout: Writable
  readonly log: Log
}

/** A client that has closed its end may still be reading; one that has gone must not keep the process for a second. */
const PATIENCE_MS = 700

/**
 * Standard input and output as a transport whose input ends only when what was asked is answered. By itself the
 * protocol's transport drops the answers that are on their way when the input ends, as it does at once in a shell pipe.
 */
export function patientTransport({ stdin, stdout, log }: Streams, ended: () => void): Transport {
  const requests = openRequests()
  const refuse = ({ id, code, said }: Refused): void => {
    log(said)
    // A client that no longer reads hears nothing; the log does.
    if (id !== undefined) wire.send({ jsonrpc: '2.0', id, error: { code, message: said } }).catch(() => {})
  }
  const gate = messageLines(refuse, () => requests.answered(PATIENCE_MS))
  pipeline(stdin, gate).catch(() => gate.destroy())
  // Every answer that waits for the client to read listens for it; a thousand at once are no leak.
  stdout.setMaxListeners(0)
  const wire = new StdioServerTransport(gate, stdout, { maxBufferSize: 2 * MOST_BYTES })
  return {
    start: () => wire.start(),
    close: () => wire.close(),
    send: (message) => wire.send(message).finally(() => requests.sent(message)),
    set onmessage(tell: NonNullable<Transport['onmessage']>) {
      wire.onmessage = (message) => {
        requests.received(message)
        tell(message)
      }
    },
    set onerror(tell: (error: Error) => void) {
      wire.onerror = tell
    },
    set onclose(tell: () => void) {
      wire.onclose = () => {
        stdin.destroy()
        tell()
        ended()
      }
    },
  }
}

function openRequests() {
  const open = new Set<RequestId>()
  let tellAnswered: (() => void) | undefined
  const settle = (id: RequestId | undefined): void => {
    if (id !== undefined) open.delete(id)
    if (open.size === 0) tellAnswered?.()
  }
  return {
    received(message: JSONRPCMessage): void {
      if (!('method' in message)) return
      if ('id' in message && message.method !== 'subscriptions/listen') open.add(message.id)
      else if (message.method === 'notifications/cancelled')
        settle((message.params as { readonly requestId?: RequestId } | undefined)?.requestId)
    },
    sent(message: JSONRPCMessage): void {
      if (!('method' in message)) settle(message.id)
    },
    async answered(patience: number): Promise<void> {
      // Input that came together with its end is handed on first.
      await turnOfEvents()
      if (open.size === 0) return
      await new Promise<void>((done) => {
        const timer = setTimeout(done, patience)
        tellAnswered = () => (clearTimeout(timer), done())
      })
    },
  }
}
