import { join } from 'node:path'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/instances'

/** No key leads there: a `%` in a name is always followed by two digits. */
export const TEMPORARY = '%temporary'

/** Marks a folder whose name goes on with the name of what lies in it, because no system takes names that long. */
export const CONTINUED = '%+'

/** Place of a key below the folder. Two keys never share a place, whatever names the file system considers equal. */
export const placeOfKey = (key: string): string => join(...segmentsOf(key).map(toNames))

export function placeOfFolder(prefix: string): string {
  if (!prefix.endsWith('/')) throw noKey(prefix)
  return placeOfKey(prefix.slice(0, -1))
}

/** Throws for what is no key. */
export function segmentsOf(key: string): readonly string[] {
  const segments = key.split('/')
  const isFine = segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  if (!isFine || !key.isWellFormed()) throw noKey(key)
  return segments
}

/** Bytes: systems take 255, and whole names end before parts of long ones do, so that the two are never equal. */
const FULL_NAME_BYTES = 180
const NAME_PART_BYTES = 200

function toNames(segment: string): string {
  const signs = [...segment].map(encodeSign)
  const [first = '', last = ''] = [signs[0], signs.at(-1)]
  if (RESERVED.test(segment)) signs[0] = percent(first)
  else if (last === '.' || last === ' ') signs[signs.length - 1] = percent(last)
  const name = signs.join('')
  return Buffer.byteLength(name) <= FULL_NAME_BYTES ? name : join(...inParts(signs, NAME_PART_BYTES, CONTINUED))
}

/** Parts of at most so many bytes; `mark` stands behind each that goes on in the next one. */
export function inParts(signs: readonly string[], maxBytes: number, mark: string): readonly string[] {
  const parts: string[] = []
  let part = ''
  for (const sign of signs) {
    if (Buffer.byteLength(part + sign) > maxBytes) {
      parts.push(part + mark)
      part = ''
    }
    part += sign
  }
  return [...parts, part]
}

/** Names that Windows gives to devices, with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/

/** Capital letters are written `^a`: to some systems `A` and `a` are one. */
function encodeSign(sign: string): string {
  if (/^[a-z0-9._\-+@~ ,;=()[\]{}!#$&']$/.test(sign)) return sign
  if (/^[A-Z]$/.test(sign)) return `^${sign.toLowerCase()}`
  return sign > '\u00ff' && hasOneForm(sign) ? sign : percent(sign)
}

/** Signs that systems neither fold nor compose: Chinese, kana, most emoji. Letters with accents are not among them. */
const hasOneForm = (sign: string): boolean =>
  /^[\p{Lo}\p{So}\p{Nd}\p{Po}\p{Ps}\p{Pe}]$/u.test(sign) &&
  sign.normalize('NFKD') === sign &&
  sign.normalize('NFKC') === sign

const percent = (sign: string): string =>
  [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

/** Original name of a stored one; `undefined` if it is not ours. */
export function decodeName(name: string): string | undefined {
  try {
    return decodeURIComponent(name.replaceAll(/\^([a-z])/g, (_, letter: string) => letter.toUpperCase()))
  } catch {
    return undefined
  }
}

const noKey = (key: string): WukuError => new WukuError('bad-input', msg('noKey', { key: key.slice(0, 200) }))
