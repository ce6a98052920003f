import { msg, type Text } from '@wuku/messages/models'
import { WukuError } from '@wuku/core/errors'
import { maskSecrets } from '@wuku/text/secrets/secrets'
import type { Answered, Silence } from './post.ts'

export const failed = (message: Text, remedy: Text): WukuError => new WukuError('model-failed', message, remedy)

/** Wording of messages about one kind of model, and about its settings. */
export interface ModelWording {
  readonly called: string
  /** Key of the setting. */
  readonly url: string
  /** Places where its key can be set. */
  readonly keys: string
  readonly whenSlow: string
  readonly whenLong: string
  readonly whenRefused: string
}

/** A server said no: what it said, without the key, which some servers repeat. */
type RefusedBy = (answered: Answered, key: string) => RefusedByServer

export class RefusedByServer extends WukuError {
  readonly status: number
  readonly serverMessage: string

  constructor(status: number, serverMessage: string, wording: ModelWording) {
    const message = msg('sServerAnsweredStatus', {
      called: wording.called,
      status,
      value: serverMessage === '' ? '.' : `: ${serverMessage}`,
    })
    super('model-failed', message, remedyFor(status, wording))
    this.status = status
    this.serverMessage = serverMessage
  }
}

export const voiceOf = (wording: ModelWording): { readonly silence: Silence; readonly refusedBy: RefusedBy } => ({
  refusedBy: ({ status, text }, key) => new RefusedByServer(status, quoted(text, key), wording),
  silence: {
    unreachable: ({ origin }, error) =>
      failed(
        msg('cannotReached', { called: wording.called, origin, code: codeOf(error) }),
        msg('checkServerRunsRight', { url: wording.url }),
      ),
    tooLate: (timeout) =>
      failed(msg('didNotAnswerWithinSeconds', { called: wording.called, timeout: timeout / 1000 }), wording.whenSlow),
    tooLong: (bytes) => failed(msg('answeredMoreThanBytes', { called: wording.called, bytes }), wording.whenLong),
  },
})

/** The cause may quote the request: only its short code is shown. */
export function codeOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {}
  return cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
}

function remedyFor(status: number, { url, keys, whenRefused }: ModelWording): string {
  if (status === 401 || status === 403) return `Set the right key: ${keys}.`
  if (status === 404) return `Check ${url}, and that it has a model of that name.`
  if (status === 429 || status === 503) return 'Try again later; the server limits requests.'
  if (status >= 500) return 'Try again later; the problem is on the server.'
  if (status >= 300 && status < 400) return `Set ${url} to its new address.`
  return whenRefused
}

const LONGEST_QUOTE = 300

/** The text of a server is untrusted: one short line of it. */
export function quoted(body: string, key: string): string {
  // A cut first could leave the half of a key that nobody knows any more.
  return maskSecrets(maskKey(messageIn(body), key).slice(0, 10_000))
    .text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_QUOTE)
    .toWellFormed()
}

/** OpenAI and most others: `{"error": {"message"}}`, which Google puts into a list; some say it straight. */
function messageIn(body: string): string {
  try {
    const { error, message, detail } = Object([JSON.parse(body)].flat()[0]) as Readonly<Record<string, unknown>>
    const serverMessage = [Object(error).message, error, message, detail].find((each) => typeof each === 'string')
    return typeof serverMessage === 'string' ? serverMessage : ''
  } catch {
    // A page of a proxy, mostly: its markup says nothing.
    return body.trimStart().startsWith('<') ? '' : body
  }
}

/** The text without the key, however it is written: plain, percent-encoded, or within something in Base64. */
export function maskKey(text: string, key: string): string {
  if (key === '') return text
  return text.replaceAll(new RegExp([plainOrPercent(key), ...base64Cores(key)].join('|'), 'g'), '[key]')
}

const plainOrPercent = (key: string): string =>
  [...Buffer.from(key)].map((byte) => `(?:\\x${hex(byte)}|%${eitherCase(hex(byte))})`).join('')

const hex = (byte: number): string => byte.toString(16).padStart(2, '0')
const eitherCase = (digits: string) => digits.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)

/** Shorter ones could be a part of any word. */
const LEAST_CORE = 6

/**
 * The Base64 of the key depends on how many bytes precede it, modulo three: each time only the characters that encode
 * nothing but bytes of the key are looked for.
 */
const base64Cores = (key: string): readonly string[] =>
  [0, 1, 2]
    .map((before) => {
      const bytes = before + Buffer.byteLength(key)
      const encoded = Buffer.from('\0'.repeat(before) + key).toString('base64')
      return encoded.slice(Math.ceil((before * 8) / 6), Math.floor((bytes * 8) / 6))
    })
    .filter((core) => core.length >= LEAST_CORE)
    .map((core) => core.replaceAll('+', '[+-]').replaceAll('/', '[/_]'))
