import { once } from 'node:events'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Client, Submittable } from 'pg'
import { ignore, quoted } from '@wuku/store-postgres/connection/client'
import { requireExtension } from '@wuku/store-postgres/vectors/sets'
import { isOther, type Rebuilding } from './rebuild.ts'

/** Backups of earlier versions: a file for each table, as `COPY` wrote it, and what they are loaded by. */
export interface Layout {
  readonly version: number
  /** Each behind those that its rows refer to. */
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[]; readonly rows: number }[]
  readonly sequences: Readonly<Record<string, string>>
  /** Dimensions of the vectors of each set that has a table of them. */
  readonly sets: readonly { readonly id: number; readonly dimensions: number }[]
}

/** Steps up to this one leave the rows of older backups as they are, and bring the functions that make tables of vectors. */
const WITH_FUNCTIONS = 3

interface DumpFiles {
  readonly layout: Layout
  read(name: string): Promise<AsyncIterable<Uint8Array>>
  copying(table: string, done: number, total: number): void
}

/** Tables of the version of the dump, which later steps bring up to this one. */
export async function loadDump({ client, db, build }: Rebuilding, dump: DumpFiles): Promise<void> {
  const { version, tables, sets, sequences } = dump.layout
  await build(Math.max(version, WITH_FUNCTIONS))
  if (sets.length > 0) await requireExtension(db)
  for (const { id, dimensions } of sets) await client.query('SELECT make_vectors($1, $2)', [id, dimensions])
  for (const [at, { name, columns, rows }] of tables.entries()) {
    dump.copying(name, at, tables.length)
    const place = quoted(name)
    const found = await db.row<{ isForced: boolean }>(
      `SELECT relforcerowsecurity AS "isForced" FROM pg_class
       WHERE relnamespace = current_schema()::regnamespace AND relname = $1 AND relkind IN ('r', 'p')`,
      [name],
    )
    if (!found) throw isOther(name)
    // `COPY` does not write to tables of which policies hold the writer, and the owner is held by `FORCE` alone.
    if (found.isForced) await client.query(`ALTER TABLE ${place} NO FORCE ROW LEVEL SECURITY`)
    // Rows that come with the schema.
    await client.query(`DELETE FROM ${place}`)
    const unpacked = pipeline(await dump.read(`${name}.copy.gz`), createGunzip(), ignore)
    // Its reader hears of it too, unless it has ended already.
    unpacked.on('error', ignore)
    const into = `COPY ${place} (${columns.map(quoted).join(', ')}) FROM STDIN (FORMAT binary)`
    if ((await copyIn(client, into, unpacked)) !== rows) throw isOther(name)
    if (found.isForced) await client.query(`ALTER TABLE ${place} FORCE ROW LEVEL SECURITY`)
  }
  // Their vectors were left out.
  await client.query('DELETE FROM embedding_sets WHERE key IS NULL')
  for (const [name, value] of Object.entries(sequences))
    await client.query('SELECT setval(quote_ident($1)::regclass, $2::bigint)', [name, value])
}

/** The part of the driver's connection that `COPY` speaks to; its types leave it out. */
interface Wire {
  readonly stream: Socket
  query(sql: string): void
  sendCopyFromChunk(bytes: Uint8Array): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** `COPY ... FROM STDIN`; answers with the number of rows. */
function copyIn(client: Client, sql: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<number>()
  let rows = 0
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
  // Object to which the driver hands what comes for a statement.
  const statement = {
    submit: (wire: Wire) => wire.query(sql),
    handleCopyInResponse: (wire: Wire) => void pump(wire),
    handleCommandComplete: ({ text }: { readonly text: string }) =>
      void (rows = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0)),
    handleReadyForQuery: () => resolve(rows),
    handleError(error: unknown) {
      hasEnded = true
      reject(error)
    },
  }
  client.query(statement as unknown as Submittable)
  return ended
}
