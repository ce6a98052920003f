import { setOf } from '@wuku/core/list-helpers'
import { decodeHTML } from 'entities/decode'

/** Named references that documentation uses. Signs that would make markup of a text are not among them. */
const named = setOf(
  'amp lt gt quot apos nbsp ensp emsp thinsp zwj zwnj copy reg trade hellip mdash ndash lsquo rsquo ldquo rdquo laquo raquo ' +
    'bull middot times divide plusmn deg micro para sect rarr larr uarr darr harr rArr le ge ne infin euro pound yen check ' +
    'cross lbrace rbrace lcub rcub shy',
)

export const decodeEntities = (text: string): string =>
  text.includes('&') ? text.replaceAll(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});/gi, decodeEntity) : text

/** One reference with its signs, or itself when it stands for nothing that is known. */
export function decodeEntity(reference: string): string {
  const name = reference.slice(1, -1)
  if (named.has(name))
    return decodeHTML(reference)
      .replace(/[\xA0\u2002\u2003\u2009]/, ' ')
      .replace('\xAD', '')
  if (!name.startsWith('#')) return reference
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  const isSign = code > 0x1f && code <= 0x10ffff && !(code >= 0x7f && code < 0xa0) && !(code >= 0xd800 && code < 0xe000)
  return isSign ? String.fromCodePoint(code).replace('\u00A0', ' ') : reference
}
