import { faultOf, type ParseStored, type ReadJson } from '../stored-rows.ts'
import { msg, type Text } from '@wuku/messages/store-sql'
import { WukuError } from '@wuku/core/errors'
import { resultOf } from './driver/connection.ts'

/** Result codes of SQLite for failures (https://sqlite.org/rescode.html). */
const READ_ONLY = 8
const INPUT_OUTPUT = 10
const CORRUPT = 11
const FULL = 13
const CANNOT_OPEN = 14
const NOT_A_DATABASE = 26

/** An error of ours if the disk or the file is at fault and not the program; anything else unchanged. */
export function explainFailure(thrown: unknown): unknown {
  switch (resultOf(thrown)) {
    case CORRUPT:
    case NOT_A_DATABASE:
      return storeDamaged(thrown as Error)
    case FULL:
      return unusable(
        thrown as Error,
        'Free some space on the disk of the data folder, and run the command again.',
        'store-full',
      )
    case READ_ONLY:
    case INPUT_OUTPUT:
    case CANNOT_OPEN:
      return unusable(
        thrown as Error,
        'Check that you may write to the data folder, that its disk has room, and that "ulimit -n" allows 64 open files.',
      )
    default:
      return isBrokenJson(thrown) ? storeDamaged(thrown) : thrown
  }
}

/** SQLite has no number of its own for JSON in a row that it cannot read. */
const isBrokenJson = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && thrown.message === 'malformed JSON'

/** Reads stored data; a failure means that it is damaged. */
export function readStored<T>(read: () => T): T {
  try {
    return read()
  } catch (thrown) {
    throw storeDamaged(thrown instanceof Error ? thrown : new Error(String(thrown)))
  }
}

export const parseStored: ParseStored = <T>(json: string, read?: ReadJson): T =>
  readStored(() => JSON.parse(json, read) as T)

/** A log that cannot be copied into a full disk's file goes on being read where it is. */
export const isFull = (thrown: unknown): boolean => resultOf(thrown) === FULL

export const cannotOpen = (thrown: unknown): boolean => [CANNOT_OPEN, READ_ONLY].includes(resultOf(thrown) ?? 0)

const storeDamaged = (cause: Error): WukuError =>
  new WukuError('store-damaged', msg('storeDamaged2', { fault: faultOf(cause) }), { cause })

/** A transaction that fails leaves nothing behind, and takes nothing with it. */
const unusable = (
  cause: Error,
  remedy: Text,
  code: 'store-full' | 'store-unwritable' = 'store-unwritable',
): WukuError => new WukuError(code, msg('storeCannotUsedContentsSafe', { cause: cause.message }), remedy, { cause })
