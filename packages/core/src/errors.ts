import { msg, Message, Refusal, type Text } from '@wuku/messages/core'

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

/**
 * An error that the caller can fix: a code, what happened, and the command or option that fixes it. `message` and `remedy` are
 * English, for programs; `texts` are the same two as messages, for printing.
 */
export class WukuError extends Error {
  readonly code: ErrorCode
  readonly remedy: string
  readonly #texts: ErrorTexts

  constructor(code: ErrorCode, refusal: Refusal, options?: ErrorOptions)
  constructor(code: ErrorCode, message: Text, remedy: Text, options?: ErrorOptions)
  constructor(code: ErrorCode, message: Text, ...rest: readonly (Text | ErrorOptions | undefined)[]) {
    const [remedy, options] = message instanceof Refusal && !isText(rest[0]) ? [message.remedy, ...rest] : rest
    super(String(message), options as ErrorOptions | undefined)
    this.name = 'WukuError'
    this.code = code
    this.remedy = String(remedy)
    this.#texts = { message, remedy: remedy as Text }
  }

  get texts(): ErrorTexts {
    return this.#texts
  }
}

export interface ErrorTexts {
  readonly message: Text
  readonly remedy: Text
}

const isText = (given: unknown): boolean => typeof given === 'string' || given instanceof Message

export const isWukuError = (thrown: unknown): thrown is WukuError => thrown instanceof WukuError

/** A process that may not write, or a data folder that nobody may write to. */
export const isReadOnly = (thrown: unknown): boolean => isWukuError(thrown) && thrown.code === 'read-only'

export const messageOf = (thrown: unknown): Text =>
  isWukuError(thrown) ? thrown.texts.message : thrown instanceof Error ? thrown.message : String(thrown)

/** Another process took over, or may have: what this one would still write is refused. */
export const leaseLost = (name: string, cause?: unknown): WukuError =>
  new WukuError('lease-lost', msg('leaseLost', { name }), { cause })

/** `what` is a whole sentence; `command` does it without asking, and `keep` makes a copy first. */
export const unconfirmed = (what: Text, command: string, keep?: string): WukuError =>
  new WukuError(
    'unconfirmed',
    what,
    msg('toDoItAllSame', { keepPart: keep === undefined ? '' : msg('toKeepCopyFirst', { keep }), command }),
  )

export const changedMeanwhile = (): WukuError => new WukuError('precondition-failed', msg('changedMeanwhile'))

export const cancelled = (): WukuError => new WukuError('cancelled', msg('cancelled'))
