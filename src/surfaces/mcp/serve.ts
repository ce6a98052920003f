import type { Readable, Writable } from 'node:stream'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { patientTransport } from './patience.ts'
import { createMcpServer } from './server.ts'
import { toStandardError, type McpServerInput } from './surface.ts'

export interface StdioInput extends McpServerInput {
  readonly stdin?: Readable
  readonly stdout?: Writable
  readonly signal?: AbortSignal
}

/** Serves one client in either protocol era; resolves when it has closed its end, or when the signal says to stop. */
export async function serveMcpStdio({
  stdin = process.stdin,
  stdout = process.stdout,
  signal,
  ...input
}: StdioInput): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const transport = patientTransport({ stdin, stdout, log: input.log ?? toStandardError }, resolve)
  const connection = serveStdio(createMcpServer(input), { transport })
  const stop = (): void => void connection.close()
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  await promise
  signal?.removeEventListener('abort', stop)
}
