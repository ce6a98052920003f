import type { IncomingMessage } from 'node:http'
import { badInput, echoed, HttpFailure } from './failures.ts'
import type { RequestHeaders } from './request-headers.ts'

export interface BodyLimits {
  /** Bytes. */
  readonly most: number
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

export async function readJsonBody(
  raw: IncomingMessage,
  headers: RequestHeaders,
  limits: BodyLimits,
): Promise<JsonBody> {
  if (!hasBody(headers)) return noBody
  demandJson(headers)
  const bytes = await readBytes(raw, headers, limits)
  return bytes.length === 0 ? noBody : { value: parseObject(bytes), bytes }
}

const noBody: JsonBody = { value: Object.freeze({}), bytes: new Uint8Array(0) }

export const hasBody = (headers: RequestHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

const JSON_TYPE = /^application\/json[\t ]*(?:;|$)/i
const CHARSET = /;[\t ]*charset[\t ]*=[\t ]*"?([^\t ;"]*)/i

export function demandJson(headers: RequestHeaders): void {
  const type = headers['content-type'] ?? ''
  const charset = CHARSET.exec(type)?.[1] ?? 'utf-8'
  if (!JSON_TYPE.test(type) || charset.toLowerCase() !== 'utf-8')
    throw unsupported(`A body of the type ${echoed(type)} is not understood here.`)
  demandPlain(headers)
}

/** A compressed body may be of any size once it is unpacked. */
export function demandPlain(headers: RequestHeaders): void {
  if (headers['content-encoding'] !== undefined) throw unsupported('An encoded body is not understood.')
}

const unsupported = (message: string): HttpFailure =>
  new HttpFailure(
    'unsupported-type',
    message,
    'Send JSON as "Content-Type: application/json", in UTF-8 and not encoded.',
  )

/** All bytes of a body. Refused by its length before the first byte is read, or as soon as it is too long. */
export function readBytes(raw: IncomingMessage, headers: RequestHeaders, limits: BodyLimits): Promise<Uint8Array> {
  const { most, idleMilliseconds } = limits
  if (Number(headers['content-length'] ?? 0) > most) return Promise.reject(tooLarge(most))
  limits.begin?.()
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const idle = setTimeout(() => fail(bodyTimeout()), idleMilliseconds)
    const settle = (): void => {
      clearTimeout(idle)
      raw.off('data', hear).off('end', end).off('error', broken).off('close', broken)
    }
    const fail = (failure: HttpFailure): void => {
      settle()
      raw.pause()
      reject(failure)
    }
    const hear = (chunk: Buffer): void => {
      size += chunk.length
      if (size > most) return fail(tooLarge(most))
      chunks.push(chunk)
      idle.refresh()
    }
    const end = (): void => {
      settle()
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    }
    const broken = (): void => fail(badInput('The body of the request broke off.', 'Send the request again.'))
    raw.on('data', hear).on('end', end).on('error', broken).on('close', broken)
  })
}

export const tooLarge = (most: number): HttpFailure =>
  new HttpFailure('too-large', `The body is longer than ${most} bytes.`, 'Send less at a time.')

export const bodyTimeout = (): HttpFailure =>
  new HttpFailure('timeout', 'The body of the request stopped arriving.', 'Send the request again.')

/** Deeper ones are an attack, and not every program that they pass through survives them. */
const DEEPEST = 64

export function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const value = parsed(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badJson('The body is not a JSON object.', 'Send an object, such as {}.')
  demandHarmless(value, 1)
  return value as Readonly<Record<string, unknown>>
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw badJson('The body is not JSON in UTF-8.', 'Check it with a JSON parser.')
  }
}

function demandHarmless(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > DEEPEST)
    throw badJson(`The body is nested deeper than ${DEEPEST} levels.`, 'Send a body with fewer levels.')
  if (Array.isArray(value)) return value.forEach((each) => demandHarmless(each, depth + 1))
  for (const key of Object.keys(value)) {
    if (key === '__proto__' || CONTROLS.test(key))
      throw badInput(`The body has a key ${echoed(key)}, which no object here has.`, 'Leave it out.')
    demandHarmless((value as Readonly<Record<string, unknown>>)[key], depth + 1)
  }
}

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const CONTROLS = /[\0-\x1F\x7F]/

const badJson = (message: string, remedy: string): HttpFailure => new HttpFailure('bad-json', message, remedy)
