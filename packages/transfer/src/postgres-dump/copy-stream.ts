import { once } from 'node:events'
import type { Socket } from 'node:net'
import { PassThrough, type Readable } from 'node:stream'
import type { Client, Submittable } from 'pg'

/** The part of the driver's connection that `COPY` speaks to; its types leave it out. */
interface Wire {
  readonly stream: Socket
  query(sql: string): void
  sendCopyFromChunk(bytes: Uint8Array): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** Object to which the driver hands what comes for a statement. */
interface StatementHandlers {
  handleError(error: unknown): void
  handleReadyForQuery(): void
  handleCommandComplete(message: { readonly text: string }): void
  handleCopyInResponse?(wire: Wire): void
  handleCopyData?(message: { readonly chunk: Buffer }, wire: Wire): void
}

/** Number of rows, from `COPY 12`. */
const rowsIn = (text: string): number => Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0)

interface Statement {
  readonly submittable: Submittable
  /** Number of rows, when the server has ended it. */
  readonly ended: Promise<number>
}

function statementOf(sql: string, handlers: Partial<StatementHandlers>): Statement {
  const { promise: ended, resolve, reject } = Promise.withResolvers<number>()
  let rows = 0
  const statement: StatementHandlers & { submit(wire: Wire): void } = {
    submit: (wire) => wire.query(sql),
    ...handlers,
    handleError(error) {
      handlers.handleError?.(error)
      reject(error)
    },
    handleCommandComplete: ({ text }) => void (rows = rowsIn(text)),
    handleReadyForQuery() {
      handlers.handleReadyForQuery?.()
      resolve(rows)
    },
  }
  return { submittable: statement as unknown as Submittable, ended }
}

/** Rows come one by one; they go on in pieces of this size. */
const CHUNK_BYTES = 256 * 1024

export interface CopiedOut {
  readonly bytes: Readable
  readonly rows: Promise<number>
}

/** `COPY ... TO STDOUT`: the server waits while nobody reads. */
export function copyOut(client: Client, sql: string): CopiedOut {
  const bytes = new PassThrough({ highWaterMark: 4 * CHUNK_BYTES })
  let waiting: Buffer[] = []
  let length = 0
  const hand = (): boolean => {
    const chunk = Buffer.concat(waiting)
    waiting = []
    length = 0
    return bytes.write(chunk)
  }
  const { submittable, ended } = statementOf(sql, {
    handleCopyData({ chunk }, { stream }) {
      // The driver writes over its buffer.
      waiting.push(Buffer.from(chunk))
      length += chunk.length
      if (length < CHUNK_BYTES || hand()) return
      stream.pause()
      bytes.once('drain', () => stream.resume())
    },
    handleError: (error) => void bytes.destroy(error as Error),
    handleReadyForQuery() {
      hand()
      bytes.end()
    },
  })
  ended.catch(() => {})
  client.query(submittable)
  return { bytes, rows: ended }
}

/** `COPY ... FROM STDIN`; answers with the number of rows. */
export function copyIn(client: Client, sql: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let hasEnded = false
  const pump = async (wire: Wire): Promise<void> => {
    try {
      for await (const chunk of bytes) {
        if (hasEnded) return
        wire.sendCopyFromChunk(chunk)
        if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain')
      }
      wire.endCopyFrom()
    } catch (error) {
      if (!hasEnded) wire.sendCopyFail(error instanceof Error ? error.message : String(error))
    }
  }
  const { submittable, ended } = statementOf(sql, {
    handleCopyInResponse: (wire) => void pump(wire),
    handleError: () => void (hasEnded = true),
  })
  client.query(submittable)
  return ended
}
