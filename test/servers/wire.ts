import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'

/** A network between two programs, which can stall: what is sent stays on the way. */
export interface Wire {
  readonly port: number
  stall(): void
  go(): void
  /** As a router that was changed: connections of now carry nothing any more, and nobody is told. New ones work. */
  forget(): void
  /** Leads elsewhere from now on, as an address that moves after a failover. Connections of before are gone. */
  leadTo(port: number): void
  /** Both ends hear of what was forgotten, as from the keepalive of their systems. */
  bury(): void
  /** Every connection is gone, with what was on the way. */
  cut(): void
  close(): Promise<void>
}

export async function wireTo(port: number): Promise<Wire> {
  const sockets = new Set<Socket>()
  const forgotten = new Set<Socket>()
  const state = { isStalled: false, port }
  const server = createServer((near) => {
    const far = connect(state.port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => to.write(bytes))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (state.isStalled) from.pause()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const bury = (): void => {
    for (const socket of forgotten) socket.destroy()
    forgotten.clear()
  }
  return {
    port: (server.address() as AddressInfo).port,
    stall: () => {
      state.isStalled = true
      for (const socket of sockets) socket.pause()
    },
    go: () => {
      state.isStalled = false
      for (const socket of sockets) socket.resume()
    },
    forget: () => {
      for (const socket of sockets) {
        socket.removeAllListeners('close')
        socket.removeAllListeners('data')
        socket.pause()
        sockets.delete(socket)
        forgotten.add(socket)
      }
    },
    leadTo: (other) => {
      state.port = other
      cut()
    },
    bury,
    cut,
    close: async () => {
      cut()
      bury()
      await new Promise((done) => server.close(done))
    },
  }
}
