import { msg, type Text } from '@wuku/messages/store-postgres'
import { WukuError } from '@wuku/core/errors'

/** https://www.postgresql.org/docs/17/errcodes-appendix.html */
const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''

/** Codes of a server that goes away, comes, or has no connection left, and of the network. */
const LOST =
  /^(?:57P0[1-3]|53300|0800[01346]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** The driver has no code for these. */
const LOST_MESSAGE =
  /Connection terminated|Query read timeout|Client was closed|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired/

export const isConnectionLost = (thrown: unknown): boolean =>
  LOST.test(codeOf(thrown)) ||
  (thrown instanceof Error && codeOf(thrown) === '' && LOST_MESSAGE.test(thrown.message)) ||
  (thrown instanceof AggregateError && thrown.errors.some(isConnectionLost))

/** It answers, but has no connection left. */
export const isServerFull = (thrown: unknown): boolean => codeOf(thrown) === '53300'

/** It starts, recovers or ends: later it answers. */
export const isStarting = (thrown: unknown): boolean => codeOf(thrown) === '57P03'

/** It fails because a statement before it in the same transaction has failed. */
export const isBehindFailure = (thrown: unknown): boolean => codeOf(thrown) === '25P02'

/** A number that the server has not given to a transaction, or not since it was killed. */
export const isUnknownTransaction = (thrown: unknown): boolean => codeOf(thrown) === '22023'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
export const isDeadlock = (thrown: unknown): boolean => codeOf(thrown) === DEADLOCK

/** Its name is unknown to the connection, taken there, or stands for a plan that a change of the schema made useless. */
export const isUnprepared = (thrown: unknown): boolean =>
  ['26000', '42P05'].includes(codeOf(thrown)) ||
  (thrown instanceof Error && /cached plan must not/.test(thrown.message))

export const canBeTriedAgain = (thrown: unknown): boolean =>
  [SERIALIZATION_FAILURE, DEADLOCK].includes(codeOf(thrown)) || isUnprepared(thrown) || isConnectionLost(thrown)

const LOCK_NOT_AVAILABLE = '55P03'
export const isLocked = (thrown: unknown): boolean => codeOf(thrown) === LOCK_NOT_AVAILABLE
const STATEMENT_TIMEOUT = '57014'
const DISK_FULL = '53100'
const READ_ONLY = '25006'

/** An error of ours if the server or its disk is at fault and not the program; anything else unchanged. */
export function explainFailure(thrown: unknown): unknown {
  if (isServerFull(thrown)) return new WukuError('store-busy', msg('postgresqlNoConnectionLeft'), { cause: thrown })
  if (isConnectionLost(thrown)) return unusable(thrown, REACH, 'store-away')
  const code = codeOf(thrown)
  if (code === LOCK_NOT_AVAILABLE)
    return new WukuError('store-busy', msg('otherWritersHeldStoreSeconds'), { cause: thrown })
  if (code === STATEMENT_TIMEOUT)
    return new WukuError('store-busy', msg('statementTookLongerThanMay'), { cause: thrown })
  if (code === DISK_FULL) return unusable(thrown, FREE, 'store-full')
  if (code === READ_ONLY) return unusable(thrown, 'Let DATABASE_URL name the primary server, which may be written to.')
  if (code === FORBIDDEN) return isOfWrites(thrown) ? readOnly(thrown) : unusable(thrown, GRANT)
  if (code.startsWith('28') || code.startsWith('3D')) return unusable(thrown, CHECK)
  return thrown
}

/** A connection can fail in more ways than the driver has codes for; none is a fault of the program. */
export function explainConnecting(thrown: unknown): unknown {
  const explained = explainFailure(thrown)
  if (explained !== thrown || !(thrown instanceof Error)) return explained
  if (/password must be a string/.test(thrown.message))
    return unusable(new Error('the server demands a password'), CHECK)
  const isAboutTls = /SSL|TLS|certificate/i.test(`${codeOf(thrown)} ${thrown.message}`)
  return unusable(
    thrown,
    isAboutTls ? TLS : 'Check that the host and the port in DATABASE_URL are those of PostgreSQL.',
  )
}

const FORBIDDEN = '42501'
export const isForbidden = (thrown: unknown): boolean => codeOf(thrown) === FORBIDDEN
const REACH = 'Check that PostgreSQL runs, and that DATABASE_URL names it. Then run the same command again.'
const FREE = 'Free some space on the disk of PostgreSQL, and try again.'
const CHECK = 'Check the user, the password and the database in DATABASE_URL.'
const GRANT =
  'Let DATABASE_URL name the role that owns the store, or let an administrator run: GRANT CREATE ON DATABASE <database> TO <role>'
const TLS =
  'End DATABASE_URL with ?sslmode=verify-full&sslrootcert=<file of the authority>, with ?sslmode=no-verify to trust any, or with ?sslmode=disable to do without.'

/** Every write begins with a row there. */
const isOfWrites = (thrown: unknown): boolean => thrown instanceof Error && /\bcommits\b/.test(thrown.message)

const readOnly = (cause: unknown): WukuError => new WukuError('read-only', msg('roleDatabaseUrlMayOnly'), { cause })

type Unusable = 'store-away' | 'store-full' | 'store-unwritable'

const unusable = (cause: unknown, remedy: Text, code: Unusable = 'store-unwritable'): WukuError =>
  new WukuError(
    code,
    msg('storeCannotUsedContentsSafe', {
      cause: cause instanceof Error ? cause.message || codeOf(cause) : String(cause),
    }),
    remedy,
    { cause },
  )
