import { attempt } from '@wuku/core/environment'
import { isRecord, parseJson } from '@wuku/core/lenient-parsing'
import { msg, type Text } from '@wuku/messages/server'
import type { IncomingMessage } from 'node:http'
import { badInput, echoed, HttpFailure, refusal } from './http-failures.ts'
import type { RequestHeaders } from './request-headers.ts'

export interface BodyLimits {
  readonly maxBytes: number
  /** A body that stands still for longer breaks off. */
  readonly idleMilliseconds: number
  /** Called when nothing speaks against the body: a client that waits to be asked for it is asked. */
  begin?(): void
}

/** The JSON object of a request; `{}` where no body came. `bytes` are as they came. */
export interface JsonBody {
  readonly value: Readonly<Record<string, unknown>>
  readonly bytes: Uint8Array
}

export async function readJsonBody(raw: IncomingMessage, headers: RequestHeaders, limits: BodyLimits) {
  if (!hasBody(headers)) return noBody
  requireJson(headers)
  const bytes = await readBytes(raw, headers, limits)
  return bytes.length === 0 ? noBody : { value: parseObject(bytes), bytes }
}

const noBody: JsonBody = { value: Object.freeze({}), bytes: new Uint8Array(0) }

export const hasBody = (headers: RequestHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

const JSON_TYPE = /^application\/json[\t ]*(?:;|$)/i
const CHARSET = /;[\t ]*charset[\t ]*=[\t ]*"?([^\t ;"]*)/i

export function requireJson(headers: RequestHeaders): void {
  const type = headers['content-type'] ?? ''
  const charset = CHARSET.exec(type)?.[1] ?? 'utf-8'
  if (!JSON_TYPE.test(type) || charset.toLowerCase() !== 'utf-8')
    throw unsupported(msg('typeNotUnderstood', { type: echoed(type) }))
  requireUnencoded(headers)
}

/** A compressed body may be of any size once it is unpacked. */
export function requireUnencoded(headers: RequestHeaders): void {
  if (headers['content-encoding'] !== undefined) throw unsupported('An encoded body is not understood.')
}

const unsupported = (message: Text): HttpFailure =>
  new HttpFailure(
    'unsupported-type',
    message,
    'Send JSON as "Content-Type: application/json", in UTF-8 and not encoded.',
  )

/** All bytes of a body. Refused by its length before the first byte is read, or as soon as it is too long. */
export function readBytes(raw: IncomingMessage, headers: RequestHeaders, limits: BodyLimits): Promise<Uint8Array> {
  const { maxBytes, idleMilliseconds } = limits
  if (Number(headers['content-length'] ?? 0) > maxBytes) return Promise.reject(tooLarge(maxBytes))
  limits.begin?.()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const idle = setTimeout(() => fail(bodyTimeout()), idleMilliseconds)
    const finish = (): void => {
      clearTimeout(idle)
      raw.off('data', onChunk).off('end', end).off('error', broken).off('close', broken)
    }
    const fail = (failure: HttpFailure): void => {
      finish()
      raw.pause()
      reject(failure)
    }
    const onChunk = (chunk: Buffer): void => {
      size += chunk.length
      if (size > maxBytes) return fail(tooLarge(maxBytes))
      chunks.push(chunk)
      idle.refresh()
    }
    const end = (): void => {
      finish()
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    }
    const broken = (): void => fail(badInput('The body of the request broke off.', 'Send the request again.'))
    raw.on('data', onChunk).on('end', end).on('error', broken).on('close', broken)
  })
}

export const tooLarge = (bytes: number): HttpFailure => refusal('too-large', msg('bodyTooLong', { bytes }))

export const bodyTimeout = (): HttpFailure =>
  new HttpFailure('timeout', 'The body of the request stopped arriving.', 'Send the request again.')

/** Deeper ones are an attack, and not every program that they pass through survives them. */
const DEEPEST = 64
/** All operations have fewer; each unknown key costs time in the one thread that answers. */
const MAX_KEYS_OF_OBJECT = 1_000
const MAX_KEYS = 100_000

export function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const text = attempt(() => utf8.decode(bytes))
  if (text !== undefined) requireSimpleJson(text)
  const value = text === undefined ? undefined : parseJson(text)
  if (value === undefined) throw badJson('The body is not JSON in UTF-8.', 'Check it with a JSON parser.')
  if (!isRecord(value)) throw badJson('The body is not a JSON object.', 'Send an object, such as {}.')
  return value
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Looks at brackets and keys before anything is made of them: how deep, how many, twice the same. */
function requireSimpleJson(text: string): void {
  const marks = /["[\]{}]/g
  const colon = /\s*:/y
  const open: Set<string>[] = []
  let count = 0
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    const [mark] = found
    if (mark === '{' || mark === '[') open.push(new Set())
    else if (mark !== '"') open.pop()
    else {
      const end = endOfString(text, marks.lastIndex)
      // Finding what is no JSON is left to the parser.
      if (end < 0) return
      colon.lastIndex = end + 1
      if (colon.test(text)) {
        const keys = open.at(-1)
        requireValidKey(keyOf(text.slice(marks.lastIndex, end)), keys)
        if (++count > MAX_KEYS || (keys?.size ?? 0) > MAX_KEYS_OF_OBJECT)
          throw badJson('The body has more keys than any request.', 'Send fewer at a time.')
      }
      marks.lastIndex = end + 1
    }
    if (open.length > DEEPEST) throw refusal('bad-json', msg('nestedTooDeep', { levels: DEEPEST }))
  }
}

/** Place of the next quotation mark that no backslash escapes; -1 when there is none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (at - slashes > start && text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at
  }
  return -1
}

function requireValidKey(key: string, keys: Set<string> | undefined): void {
  if (key === '__proto__' || CONTROLS.test(key)) throw refusal('bad-input', msg('keyOfNoObject', { key: echoed(key) }))
  if (keys?.has(key)) throw refusal('bad-input', msg('keyTwice', { key: echoed(key) }))
  keys?.add(key)
}

/** A key that is no JSON is refused by the parser. */
const keyOf = (written: string) => (written.includes('\\') ? String(parseJson(`"${written}"`) ?? written) : written)

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const CONTROLS = /[\0-\x1F\x7F]/

const badJson = (message: string, remedy: string): HttpFailure => new HttpFailure('bad-json', message, remedy)
