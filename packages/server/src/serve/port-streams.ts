import { Readable, Writable } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'

type PortMessage =
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  /** The reader takes more. */
  | { readonly type: 'taken' }
  | { readonly type: 'end' }

/** Bytes between two threads. A writer waits for the reader: what nobody reads is not heaped up. */
export function streamsOver(port: MessagePort) {
  const send = (message: PortMessage): void => port.postMessage(message)
  let written: (() => void) | undefined
  let isOwed = false
  let hasEnded = false
  /** Hears nothing more. */
  const endInput = (): void => {
    hasEnded = true
    input.push(null)
  }
  const input = new Readable({
    read() {
      if (!isOwed) return
      isOwed = false
      send({ type: 'taken' })
    },
  })
  const output = new Writable({
    write(bytes: Buffer, _encoding, done) {
      written = done
      send({ type: 'bytes', bytes })
    },
    final(done) {
      send({ type: 'end' })
      done()
    },
  })
  port.on('message', (message: PortMessage) => {
    if (message.type === 'bytes') {
      if (hasEnded) return
      isOwed = true
      input.push(Buffer.from(message.bytes))
    } else if (message.type === 'taken') {
      const done = written
      written = undefined
      done?.()
    } else endInput()
  })
  // The other thread ended, or let go.
  port.on('close', () => {
    input.destroy()
    output.destroy()
  })
  return { input, output, endInput }
}
