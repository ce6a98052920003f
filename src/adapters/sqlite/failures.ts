import { WukuError } from '../../core/errors.ts'

/** Numbers by which SQLite tells why it gave up (https://sqlite.org/rescode.html). */
const READ_ONLY = 8
const INPUT_OUTPUT = 10
const CORRUPT = 11
const FULL = 13
const CANNOT_OPEN = 14
const NOT_A_DATABASE = 26

/** Runs `work`; where the disk is at fault and not the program, the error says so and what to do. */
export async function explained<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    throw explain(thrown)
  }
}

function explain(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || !('errcode' in thrown)) return thrown
  switch (Number(thrown.errcode) & 0xff) {
    case CORRUPT:
    case NOT_A_DATABASE:
      return storeDamaged(thrown)
    case FULL:
      return storeUnwritable(thrown, 'Free some space on the disk of the data folder, and run the same command again.')
    case READ_ONLY:
      return storeUnwritable(thrown, 'Give yourself the right to write in the data folder, or set WUKU_HOME to another.')
    case INPUT_OUTPUT:
    case CANNOT_OPEN:
      return storeUnwritable(thrown, 'See that the disk of the data folder has room and may be written by you.')
    default:
      return thrown
  }
}

const storeDamaged = (cause: Error): WukuError =>
  new WukuError(
    'store-damaged',
    `The store is damaged: ${cause.message}.`,
    'Move wuku.sqlite and the files beside it out of the data folder ("wuku doctor" names it), and add the sources again.',
    { cause },
  )

/** What was answered before is on the disk, and what was not is not there in part. */
const storeUnwritable = (cause: Error, remedy: string): WukuError =>
  new WukuError('store-unwritable', `The store cannot be written: ${cause.message}. Nothing that was saved is lost.`, remedy, {
    cause,
  })
