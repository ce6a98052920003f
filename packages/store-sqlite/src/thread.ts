import { Worker } from 'node:worker_threads'

/** Nothing of ours is loaded there: a script of its own would have to be built, shipped and found. */
const SCRIPT = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { DatabaseSync } = require('node:sqlite')
  let answer
  try {
    const db = new DatabaseSync(workerData.file, { readOnly: workerData.readOnly, timeout: workerData.timeout })
    try {
      db.exec(workerData.before)
      answer = { rows: db.prepare(workerData.sql).all(...workerData.values) }
    } finally {
      db.close()
    }
  } catch ({ message, errcode }) {
    answer = { thrown: { message, errcode } }
  }
  parentPort.postMessage(answer)
`

export interface ThreadStatement {
  readonly file: string
  readonly readOnly?: boolean
  /** Milliseconds to wait for other processes. */
  readonly timeout?: number
  /** Settings of the connection. */
  readonly before?: string
  readonly sql: string
  readonly values?: readonly string[]
}

type Answer =
  | { readonly rows: readonly Readonly<Record<string, unknown>>[] }
  | { readonly thrown: { readonly message: string; readonly errcode: number | undefined } }

/** One statement of many seconds on a connection of its own, so that this thread goes on answering. */
export function runInThread(statement: ThreadStatement): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const workerData = { readOnly: false, timeout: 0, before: '', values: [], ...statement }
  // The first thread has already printed the warning that SQLite is experimental.
  const worker = new Worker(SCRIPT, { eval: true, workerData, execArgv: ['--no-warnings'] })
  return new Promise((resolve, reject) => {
    worker.on('error', reject)
    worker.on('message', (answer: Answer) => {
      if ('rows' in answer) resolve(answer.rows)
      else reject(Object.assign(new Error(answer.thrown.message), { errcode: answer.thrown.errcode }))
    })
    worker.on('exit', () => reject(new Error('The thread that works on the store ended early.')))
  })
}
