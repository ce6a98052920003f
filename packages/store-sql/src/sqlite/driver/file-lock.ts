import { connect, isBusy, type Connection } from './connection.ts'

/**
 * Locks a file of its own for this process; `undefined` while another holds it. SQLite has what Node lacks: a lock that the
 * system takes back from a process that was killed. A process id in a file could be that of another program by now. It is
 * held until it is released, or until the process ends, however it ends.
 *
 * `timeout`: milliseconds to wait for another process.
 */
export function lockFile(path: string, timeout: number) {
  const connection = connect(path, timeout)
  try {
    // Nothing is written: no journal is left behind.
    connection.script('BEGIN EXCLUSIVE')
  } catch (error) {
    connection.close()
    if (isBusy(error)) return undefined
    throw error
  }
  return { release: (): void => endOf(connection) }
}

function endOf(connection: Connection): void {
  connection.rollback()
  connection.close()
}
