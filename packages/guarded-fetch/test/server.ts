import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface Loopback {
  readonly url: URL
  readonly asked: readonly IncomingMessage[]
  [Symbol.asyncDispose](): Promise<void>
}

/** A server on this machine; `answers` by path, one after the other, the last for ever. */
export async function serve(answers: Readonly<Record<string, readonly Answer[]>>): Promise<Loopback> {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const row = answers[path] ?? []
    const before = asked.filter(({ url }) => url === path).length
    asked.push(request)
    const answer = row[Math.min(before, row.length - 1)]
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
