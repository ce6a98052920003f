import { isWukuError, WukuError, type ErrorCode } from './errors.ts'
import { msg } from '@wuku/messages/core'

/** Refusals of the machine: nothing is wrong with wuku, and a trace would help nobody. */
interface Refusal {
  readonly of: readonly string[]
  readonly code: ErrorCode
  readonly message: string
  readonly remedy: string
}

const diskFull: Refusal = {
  of: ['ENOSPC', 'EDQUOT', 'EFBIG'],
  code: 'no-room',
  message: 'There is no room left on the disk',
  remedy: 'Free some space and run the same command again: what was stored is safe.',
}
const notAllowed: Refusal = {
  of: ['EACCES', 'EPERM'],
  code: 'not-allowed',
  message: 'A file or folder may not be used',
  remedy: 'Give yourself the right to use it (chmod, chown), or name another one.',
}
const readOnly: Refusal = {
  of: ['EROFS'],
  code: 'read-only',
  message: 'The file system is read-only',
  remedy: 'Mount it for writing, or set WUKU_HOME to a folder that you may write.',
}
const tooManyFiles: Refusal = {
  of: ['EMFILE', 'ENFILE'],
  code: 'too-many-files',
  message: 'Too many files are open',
  remedy: 'Allow more, as with "ulimit -n 1024", and run the same command again.',
}
const noMemory: Refusal = {
  of: ['ENOMEM', 'EAGAIN'],
  code: 'no-memory',
  message: 'The memory does not suffice',
  remedy: 'End other programs, and run the same command again.',
}
const brokenDisk: Refusal = {
  of: ['EIO'],
  code: 'disk-failed',
  message: 'The disk cannot be read or written',
  remedy: 'Examine the disk, and run the same command again.',
}

const refusals = [diskFull, notAllowed, readOnly, tooManyFiles, noMemory, brokenDisk]

/** Result codes of SQLite, for databases that are not our store: that one explains itself. */
const refusalsOfSqlite: Readonly<Record<number, Refusal>> = {
  3: notAllowed,
  7: noMemory,
  8: readOnly,
  10: brokenDisk,
  11: { ...brokenDisk, message: 'A database is damaged' },
  13: diskFull,
  14: { ...notAllowed, message: 'A database cannot be opened' },
  26: { ...brokenDisk, message: 'A file is no database' },
}

/** The error to report when the machine is at fault and not the program; `undefined` for anything else. */
export function environmentFailure(thrown: unknown): WukuError | undefined {
  if (!(thrown instanceof Error) || isWukuError(thrown)) return undefined
  const refusal = refusalOf(thrown)
  if (!refusal) return environmentFailure(thrown.cause)
  return new WukuError(
    refusal.code,
    msg('text', { message: refusal.message, message2: thrown.message }),
    refusal.remedy,
    { cause: thrown },
  )
}

function refusalOf(thrown: Error): Refusal | undefined {
  const { code, errcode } = thrown as { readonly code?: unknown; readonly errcode?: unknown }
  if (typeof errcode === 'number') return refusalsOfSqlite[errcode & 0xff]
  // A thread that cannot be started says why in its message alone.
  const word = code === 'ERR_WORKER_INIT_FAILED' ? /\bE[A-Z]{3,}\b/.exec(thrown.message)?.[0] : code
  return typeof word === 'string' ? refusals.find(({ of }) => of.includes(word)) : undefined
}

/** The answer of `work`; `undefined` where the system refuses it. */
export function attempt<Answer>(work: () => Answer): Answer | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** The system's word for what went wrong, without the path that its message carries. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error'
