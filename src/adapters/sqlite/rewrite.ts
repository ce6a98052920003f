import { Worker } from 'node:worker_threads'
import type { Writer } from './writer.ts'

/** A file of this size is rewritten in the time that a thread takes to start. */
const SMALL_BYTES = 8_000_000

/** Writes the file anew. A large one in a thread of its own, so that this one goes on answering: 60 MB take a second. */
export async function rewriteFile(
  file: string,
  { alone, aside }: Pick<Writer, 'alone' | 'aside'>,
  small = SMALL_BYTES,
): Promise<void> {
  const bytes = await alone(
    (db) =>
      db.row<{ bytes: number }>('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
        ?.bytes,
  )
  if ((bytes ?? 0) < small) return alone((db) => db.script('VACUUM'))
  return aside(() => rewriteInThread(file))
}

/** Nothing of ours is loaded there: a script of its own would have to be built, shipped and found. */
const SCRIPT = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { DatabaseSync } = require('node:sqlite')
  let thrown
  try {
    const db = new DatabaseSync(workerData.file)
    try {
      db.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; VACUUM')
    } finally {
      db.close()
    }
  } catch ({ message, errcode }) {
    thrown = { message, errcode }
  }
  parentPort.postMessage(thrown)
`

interface Thrown {
  readonly message: string
  readonly errcode: number | undefined
}

function rewriteInThread(file: string): Promise<void> {
  // Where SQLite is experimental, the first thread has said so.
  const worker = new Worker(SCRIPT, { eval: true, workerData: { file }, execArgv: ['--no-warnings'] })
  return new Promise((resolve, reject) => {
    worker.on('error', reject)
    worker.on('message', (thrown: Thrown | undefined) => {
      if (thrown) reject(Object.assign(new Error(thrown.message), { errcode: thrown.errcode }))
      else resolve()
    })
    worker.on('exit', () => reject(new Error('The thread that rewrites the store ended early.')))
  })
}
