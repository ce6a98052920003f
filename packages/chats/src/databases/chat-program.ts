import type { Text } from '@wuku/messages/message'
import { createHash } from 'node:crypto'
import type { DatabaseChat } from '@wuku/core/ports/chat-database'
import type { Connection } from '@wuku/store-sql/sqlite/driver/connection'
import type { Row, Value } from './foreign-rows.ts'

/** A program, recognised by its tables, and how to find its conversations in them. */
export interface ChatProgram {
  isIn(tables: ReadonlySet<string>): boolean
  /** `file` is the path of the original: some programs keep more files next to it. */
  list(db: Connection, file: string): Promise<{ chats: readonly DatabaseChat[]; problems: readonly Text[] }>
  read(db: Connection, id: string, file: string): Promise<{ json: object; problems: readonly Text[] } | undefined>
}

/** A stamp is a hash over every value of every row: nothing can change without it. */
export function createSums() {
  const sums = new Map<string, { stamp: string; bytes: number; modifiedAt: number }>()
  return {
    add: (id: string, row: Row, at: number) => {
      const sum = sums.get(id) ?? { stamp: '', bytes: 0, modifiedAt: 0 }
      const hash = createHash('sha256').update(sum.stamp)
      for (const value of Object.values(row)) sum.bytes += digest(hash, value)
      sum.stamp = hash.digest('base64url')
      sum.modifiedAt = Math.max(sum.modifiedAt, at)
      sums.set(id, sum)
    },
    has: (id: string) => sums.has(id),
    chats: () => [...sums].map(([id, sum]) => ({ id, ...sum })),
  }
}

function digest(hash: ReturnType<typeof createHash>, value: Value | undefined): number {
  const bytes = value instanceof Uint8Array ? value : Buffer.from(String(value))
  hash.update(`${value === null ? 'null' : typeof value} ${bytes.length} `).update(bytes)
  return bytes.length
}
