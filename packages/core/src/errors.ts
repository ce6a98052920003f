/** Stable words that callers may test for. */
export type ErrorCode =
  | 'bad-input'
  | 'not-found'
  | 'ambiguous'
  | 'unknown-source'
  | 'unknown-operation'
  | 'source-exists'
  | 'root-missing'
  | 'not-registered'
  | 'not-indexed'
  | 'history-missing'
  | 'vectors-missing'
  | 'store-newer'
  | 'store-busy'
  | 'lease-lost'
  | 'store-damaged'
  | 'store-unwritable'
  /** The database is not reached, or does not answer: later it does. */
  | 'store-away'
  | 'store-full'
  /** The place of originals is not reached, or not there. */
  | 'blobs-away'
  | 'read-only'
  | 'forbidden'
  /** A path of the server's own disk, from somebody on another machine. */
  | 'local-only'
  | 'unauthorized'
  | 'login-failed'
  | 'quota'
  | 'cancelled'
  | 'conflict'
  | 'stale'
  | 'precondition-failed'
  | 'inactive'
  | 'too-large'
  | 'too-many'
  | 'offline'
  | 'model-missing'
  | 'model-failed'
  | 'fetch-failed'
  | 'rate-limited'
  | 'usage'
  | 'no-room'
  | 'not-allowed'
  | 'too-many-files'
  | 'no-memory'
  | 'disk-failed'
  | 'internal'
  /** It would lose what is nowhere else: a person has to say yes. */
  | 'unconfirmed'

/** An error that the caller can fix: a code, what happened, and the command or option that fixes it. */
export class WukuError extends Error {
  readonly code: ErrorCode
  readonly remedy: string

  constructor(code: ErrorCode, message: string, remedy: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'WukuError'
    this.code = code
    this.remedy = remedy
  }
}

export const isWukuError = (thrown: unknown): thrown is WukuError => thrown instanceof WukuError

/** Another process took over, or may have: what this one would still write is refused. */
export const leaseLost = (name: string, cause?: unknown): WukuError =>
  new WukuError(
    'lease-lost',
    `This process lost its claim on "${name}": it stood still for too long, as when a computer sleeps, and another may have gone on.`,
    'What was written before is kept. Run the same command again.',
    { cause },
  )

/** `what` is a whole sentence; `command` does it without asking, and `keep` makes a copy first. */
export const unconfirmed = (what: string, command: string, keep?: string): WukuError =>
  new WukuError(
    'unconfirmed',
    what,
    `${keep === undefined ? '' : `To keep a copy first: ${keep}\n`}To do it all the same: ${command}`,
  )

export const changedMeanwhile = (): WukuError =>
  new WukuError(
    'precondition-failed',
    'It has changed since the ETag of If-Match.',
    'GET it again, and send its new ETag.',
  )

export const cancelled = (): WukuError =>
  new WukuError('cancelled', 'Stopped before it was done.', 'Run the same command again.')
