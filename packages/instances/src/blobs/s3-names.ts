import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/instances'
import { inParts, segmentsOf } from './blob-file-names.ts'

/** A place in a bucket. All names of objects begin with the prefix: it is empty or ends with `/`. */
export interface S3Place {
  readonly bucket: string
  readonly prefix: string
  /** Place of the bucket in addresses; by default as the endpoint has it. */
  readonly style: 'path' | 'virtual' | undefined
}

/** `s3://bucket/prefix?style=path` */
export function parseS3Place(written: string): S3Place {
  const url = URL.canParse(written) ? new URL(written) : undefined
  const { style, ...others } = Object.fromEntries(url?.searchParams ?? [])
  const isFine =
    url?.protocol === 's3:' &&
    /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(url.hostname) &&
    url.username + url.password + url.port + url.hash === '' &&
    (style === undefined || style === 'path' || style === 'virtual') &&
    Object.keys(others).length === 0
  if (!isFine) throw noPlace()
  const folder = decodeURIComponent(url.pathname).replaceAll(/^\/+|\/+$/g, '')
  return { bucket: url.hostname, prefix: folder === '' ? '' : `${nameOfKey(folder)}/`, style }
}

/** Without what was written: somebody may have put a secret into it. */
const noPlace = (): WukuError => new WukuError('bad-input', msg('noPlace'))

/** Bytes. Servers that keep objects as files take 255 for one segment. */
const SEGMENT_BYTES = 250
const CONTINUED = '!+'
const MAX_NAME_BYTES = 1_024

/**
 * Name of an object, without the prefix. Two keys never share one, and names have the order of their keys in UTF-8: `!`
 * is the lowest sign that all servers keep as it is, and stands before what is lower.
 */
export const nameOfKey = (key: string): string =>
  segmentsOf(key)
    .flatMap((segment) => inParts([...segment].map(encodeSign), SEGMENT_BYTES, CONTINUED))
    .join('/')

export const nameOfPrefix = (prefix: string): string => `${nameOfKey(prefix.endsWith('/') ? prefix.slice(0, -1) : '')}/`

export function requireShortName(name: string, key: string): void {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return
  throw new WukuError('bad-input', msg('isTooLongPathForS', { key: key.slice(0, 200), maxNameBytes: MAX_NAME_BYTES }))
}

/** Control characters and the last two of the plane cannot stand in XML, in which objects are listed and deleted. */
function encodeSign(sign: string): string {
  if (sign <= '!') return `!${sign.charCodeAt(0).toString(16).padStart(2, '0')}`
  return sign.length === 1 && sign >= '\ufffd' ? `\ufffd${'def'[sign.charCodeAt(0) - 0xfffd]}` : sign
}

/** Key of an object's name; `undefined` if it is not one of ours. */
export function keyOfName(name: string): string | undefined {
  const key = name
    .replaceAll(`${CONTINUED}/`, '')
    .replaceAll(/!([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\ufffd([def])/g, (_, last: string) => String.fromCharCode(0xfffd + 'def'.indexOf(last)))
  try {
    return nameOfKey(key) === name ? key : undefined
  } catch {
    return undefined
  }
}

/** Signs that follow those of two units in a text, and precede them in UTF-8. */
const LATE_SIGN = /[\ue000-\uffff]/

/**
 * Reorders from UTF-8 bytes, as S3 lists, to UTF-16, as texts compare here. A key out of place waits until all keys with
 * its beginning have come: few keys have such a sign at all.
 */
export async function* inOrderOfKeys<T extends { readonly key: string }>(listed: AsyncIterable<T>): AsyncGenerator<T> {
  let waiting: T[] = []
  let alike = ''
  for await (const each of listed) {
    if (waiting.length > 0 && !each.key.startsWith(alike)) {
      yield* waiting.toSorted(byKey)
      waiting = []
    }
    const late = waiting.length > 0 ? 0 : each.key.search(LATE_SIGN)
    if (late < 0) yield each
    else {
      if (waiting.length === 0) alike = each.key.slice(0, late)
      waiting.push(each)
    }
  }
  yield* waiting.toSorted(byKey)
}

const byKey = (one: { readonly key: string }, other: { readonly key: string }): number => (one.key < other.key ? -1 : 1)
