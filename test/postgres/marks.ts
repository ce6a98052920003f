import { randomBytes } from 'node:crypto'
import { openDatabase, type Database } from '@wuku/store-postgres/database'
import { openPostgres } from '@wuku/store-postgres/open-postgres'
import { ask } from '../servers/postgres.ts'

/** A store with a table of the test, where each write leaves a mark that nothing makes unique. */
export interface Marks {
  readonly database: Database
  /** Writes a mark again and again until `stop`; several at once. */
  begin(writers: number): MarksWork
  close(): Promise<void>
}

export interface MarksWork {
  /** Once so many more have been answered. */
  more(count: number): Promise<void>
  stop(): Promise<MarksMade>
}

export interface MarksMade {
  /** Writes that were answered. */
  readonly answered: number
  readonly failures: readonly string[]
  /** Marks that were answered and are not there, or are there twice. */
  readonly wrong: readonly string[]
}

export async function openMarks(url: string, directUrl = url): Promise<Marks> {
  const schema = `marks_${randomBytes(8).toString('hex')}`
  await (await openPostgres({ url, schema })).close()
  await ask(directUrl, `CREATE TABLE ${schema}.marks (mark text NOT NULL)`)
  const database = openDatabase({ url, schema, readUrls: [], connections: 8 })
  return {
    database,
    begin: (writers) => {
      const answered: string[] = []
      const failures: string[] = []
      const waiting: { readonly at: number; readonly done: () => void }[] = []
      const answer = (mark: string): void => {
        answered.push(mark)
        for (const { at, done } of waiting) if (answered.length === at) done()
      }
      const stopping = new AbortController()
      const write = async (writer: number): Promise<void> => {
        for (let nth = 0; !stopping.signal.aborted; nth++) {
          const mark = `${writer} ${nth}`
          const locks = [{ name: `writer ${writer}`, isShared: false }]
          await database
            .write(locks, (db) => db.insert('marks', [{ mark }]))
            .then(
              () => answer(mark),
              (thrown: unknown) => failures.push(String(thrown)),
            )
          await database
            .read({ at: 'primary', rows: 'every' }, (db) =>
              db.row('SELECT count(*) AS count FROM marks WHERE mark = $1', [mark]),
            )
            .catch((thrown: unknown) => failures.push(String(thrown)))
        }
      }
      const running = Array.from({ length: writers }, (_, writer) => write(writer))
      return {
        more: (count) => new Promise((done) => waiting.push({ at: answered.length + count, done })),
        stop: async () => {
          stopping.abort()
          await Promise.all(running)
          const rows = await ask(directUrl, `SELECT mark, count(*)::int AS count FROM ${schema}.marks GROUP BY mark`)
          const counts = new Map(rows.map(({ mark, count }) => [String(mark), Number(count)]))
          const wrong = answered.filter((mark) => counts.get(mark) !== 1)
          return { answered: answered.length, failures, wrong }
        },
      }
    },
    close: async () => {
      await database.close()
      await ask(directUrl, `DROP SCHEMA ${schema} CASCADE`)
    },
  }
}
