import { msg, type Text } from '@wuku/messages/server'
import { badInput, echoed, HttpFailure, refusal } from './http-failures.ts'

/** The request target, decoded once. */
export interface Target {
  /** As it was sent, without the query. */
  readonly path: string
  /** Decoded; without the empty one before the first slash. */
  readonly segments: readonly string[]
  /** Decoded, in order; a key may stand here twice. */
  readonly query: readonly (readonly [key: string, value: string])[]
}

const LONGEST_TARGET = 8_192
const [SPACE, HASH, PERCENT, DOT, SLASH, QUESTION, BACKSLASH, TILDE] = [32, 35, 37, 46, 47, 63, 92, 126]

/** Refuses whatever two programs could read differently. */
export function parseTarget(url: string): Target {
  if (url.length > LONGEST_TARGET)
    throw refusal('too-large', msg('addressTooLong', { bytes: LONGEST_TARGET }), { status: 414 })
  if (url.charCodeAt(0) !== SLASH) throw badAddress('an absolute address')
  const { end, hasPercent } = scanPath(url)
  const path = end === url.length ? url : url.slice(0, end)
  const parts = path.slice(1).split('/')
  return {
    path,
    segments: hasPercent ? parts.map(decodeSegment) : parts,
    query: end === url.length ? noQuery : parseQuery(url.slice(end + 1)),
  }
}

const noQuery: Target['query'] = []

/** One pass over the path; the query is looked at as far as it must be. */
function scanPath(url: string): { readonly end: number; readonly hasPercent: boolean } {
  let end = -1
  let hasPercent = false
  let segment = 1
  for (let at = 1; at <= url.length; at++) {
    const code = at < url.length ? url.charCodeAt(at) : QUESTION
    if (code <= SPACE || code > TILDE) throw badAddress(code > TILDE + 1 ? 'a byte that is not ASCII' : CONTROL)
    if (code === HASH) throw badAddress('a fragment')
    if (end >= 0) continue
    if (code === PERCENT) hasPercent = true
    else if (code === BACKSLASH) throw badAddress('a backslash')
    else if (code === SLASH || code === QUESTION) {
      if (code === SLASH && at === segment) throw badAddress('an empty segment')
      if (url.charCodeAt(segment) === DOT && isDots(url.slice(segment, at))) throw badAddress(DOTS)
      segment = at + 1
      if (code === QUESTION) end = at
    }
  }
  return { end, hasPercent }
}

const CONTROL = 'a control character'
const DOTS = 'a segment of dots'
const isDots = (segment: string): boolean => segment === '.' || segment === '..'

/** `%2f` is a slash within one parameter, and its pieces may be no dots either. */
function decodeSegment(segment: string): string {
  const text = decode(segment)
  if (text.includes('\\')) throw badAddress('a backslash')
  if (text.split('/').some(isDots)) throw badAddress(DOTS)
  return text
}

function decode(text: string): string {
  if (!text.includes('%')) return text
  try {
    const decoded = decodeURIComponent(text)
    if (CONTROLS.test(decoded)) throw badAddress(CONTROL)
    return decoded
  } catch (thrown) {
    throw thrown instanceof HttpFailure ? thrown : badAddress('a percent code that is no UTF-8')
  }
}

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const CONTROLS = /[\0-\x1F\x7F-\x9F]/

function parseQuery(text: string): Target['query'] {
  if (text === '') return noQuery
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const plain = pair.includes('+') ? pair.replaceAll('+', ' ') : pair
      const at = plain.indexOf('=')
      return at < 0 ? [decode(plain), ''] : [decode(plain.slice(0, at)), decode(plain.slice(at + 1))]
    })
}

const badAddress = (what: string): HttpFailure => refusal('bad-input', msg('addressHas', { what }))

/** Others choose the keys here, such as a login provider in its answer. */
export const ANY_KEY = '*'

/** Each key once and known. */
export function requireKnownQuery(query: Target['query'], known: readonly string[]): Readonly<Record<string, string>> {
  if (query.length === 0) return emptyQuery
  const found = Object.create(null) as Record<string, string>
  for (const [key, value] of query) {
    if (!known.includes(key) && (!known.includes(ANY_KEY) || inAddress.has(key))) throw unknownKey(key, known, 'query')
    if (key in found) throw refusal('bad-input', msg('queryHasTwice', { key: echoed(key) }))
    found[key] = value
  }
  return found
}

/** An address is logged, shared and remembered by programs: no credential is taken from it. */
export const inAddress: ReadonlySet<string> = new Set(['api_key', 'access_token', 'token', 'key'])

const emptyQuery: Readonly<Record<string, string>> = Object.freeze(Object.create(null) as Record<string, string>)

export const unknownKey = (key: string, known: readonly string[], where: 'query' | 'body'): HttpFailure =>
  badInput(
    msg('keyNotKnown', { key: echoed(key), where: msg(where) }),
    known.length === 0 ? msg('sendWithout', { where: msg(where) }) : knownNames(known),
  )

export const knownNames = (names: readonly string[]): Text => msg('knownNames', { names: names.join(', ') })
