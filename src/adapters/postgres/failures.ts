import { WukuError } from '../../core/errors.ts'

/** https://www.postgresql.org/docs/17/errcodes-appendix.html */
const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''

/** Codes of a server that goes away, comes, or has no connection left, and of the network. */
const LOST = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** The driver has no code for these. */
const LOST_MESSAGE =
  /Connection terminated|Query read timeout|Client was closed|Client has encountered a connection error|timeout exceeded when trying to connect/

export const isConnectionLost = (thrown: unknown): boolean =>
  LOST.has(codeOf(thrown)) ||
  (thrown instanceof Error && codeOf(thrown) === '' && LOST_MESSAGE.test(thrown.message)) ||
  (thrown instanceof AggregateError && thrown.errors.some(isConnectionLost))

/** It answers, but has no connection left. */
export const isServerFull = (thrown: unknown): boolean => codeOf(thrown) === '53300'

/** A number that the server has not given to a transaction, or not since it was killed. */
export const isUnknownTransaction = (thrown: unknown): boolean => codeOf(thrown) === '22023'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'

export const canBeTriedAgain = (thrown: unknown): boolean =>
  [SERIALIZATION_FAILURE, DEADLOCK].includes(codeOf(thrown)) || isConnectionLost(thrown)

const LOCK_NOT_AVAILABLE = '55P03'
const STATEMENT_TIMEOUT = '57014'
const DISK_FULL = '53100'
const READ_ONLY = '25006'

/** An error of ours if the server or its disk is at fault and not the program; anything else unchanged. */
export function explainFailure(thrown: unknown): unknown {
  if (isConnectionLost(thrown)) return unusable(thrown, 'Check that PostgreSQL runs, and that DATABASE_URL names it.')
  const code = codeOf(thrown)
  if (code === LOCK_NOT_AVAILABLE)
    return new WukuError(
      'store-busy',
      'Other writers have held the store for 30 seconds.',
      'Run the same command again when they have finished.',
      { cause: thrown },
    )
  if (code === STATEMENT_TIMEOUT)
    return new WukuError('store-busy', 'A statement took longer than a minute.', 'Ask for less, or try again later.', {
      cause: thrown,
    })
  if (code === DISK_FULL) return unusable(thrown, 'Free some space on the disk of PostgreSQL, and try again.')
  if (code === READ_ONLY) return unusable(thrown, 'Let DATABASE_URL name the primary server, which may be written to.')
  if (code.startsWith('28') || code.startsWith('3D') || code === '42501')
    return unusable(thrown, 'Check the user, the password and the database in DATABASE_URL.')
  return thrown
}

const unusable = (cause: unknown, remedy: string): WukuError =>
  new WukuError(
    'store-unwritable',
    `The store cannot be used: ${cause instanceof Error ? cause.message || codeOf(cause) : String(cause)}. Its contents are safe.`,
    remedy,
    { cause },
  )
