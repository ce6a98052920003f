import { join } from 'node:path'
import { readPrivately, writePrivately } from '../private-file.ts'

/** Record of pushes to each server, so that a search of both does not show it twice. */
export interface PushRecord {
  /** Origin of the server. */
  readonly server: string
  /** `kind/name` here and there. */
  readonly here: string
  readonly there: string
}

const PUSHES_FILE = 'pushes.json'

/** An unreadable file counts as empty: at worst a hit shows twice. */
export async function readPushes(home: string): Promise<readonly PushRecord[]> {
  try {
    const records: unknown = JSON.parse((await readPrivately(join(home, PUSHES_FILE))) ?? '[]')
    return Array.isArray(records) ? (records as readonly PushRecord[]) : []
  } catch {
    return []
  }
}

export async function notePush(home: string, record: PushRecord): Promise<void> {
  const others = (await readPushes(home)).filter(
    ({ server, there }) => server !== record.server || there !== record.there,
  )
  await writePrivately(join(home, PUSHES_FILE), `${JSON.stringify([...others, record], null, 2)}\n`)
}
