import { WukuError } from '@wuku/core/errors'
import { msg, type Text } from '@wuku/messages/kernel'
import { nearest } from '@wuku/text/edits/edit'
import { isMarkedHash, readingsOf } from './document-address.ts'

const SUGGESTIONS = 5

export const documentNotFound = (text: string, names: readonly string[]): WukuError =>
  new WukuError('not-found', msg('documentNotFound', { text: shown(text) }), remedyFor(text, nearestNames(text, names)))

function remedyFor(text: string, near: readonly string[]): Text {
  if (near.length > 0) return msg('didYouMeanOneThese', { bulleted: bulleted(near) })
  if (isMarkedHash(text)) return msg('docidLeastSixHexDigits')
  return msg('findSearchListSourcesSources')
}

/** By edit distance to the name without its scheme and lines, or else those that hold it. A docid is near nothing. */
export function nearestNames(text: string, names: readonly string[], limit = SUGGESTIONS): readonly string[] {
  const target = isMarkedHash(text) ? undefined : readingsOf(text).at(-1)
  if (target?.by !== 'path') return []
  const near = nearest(target.path, names, { max: 5, limit })
  return near.length > 0 ? near : namesContaining(target.path.toLowerCase(), names).slice(0, limit)
}

/** Fewer letters stand in too many names to mean one of them. */
const FEWEST_LETTERS = 3

const namesContaining = (part: string, names: readonly string[]): readonly string[] =>
  part.length < FEWEST_LETTERS ? [] : names.filter((name) => name.toLowerCase().includes(part))

export const ambiguousName = (text: string, names: readonly string[]): WukuError =>
  new WukuError('ambiguous', msg('ambiguousName', { text: shown(text), names: names.length, names2: bulleted(names) }))

/** Each of `documents` is a longer docid and a name. */
export const ambiguousDocid = (hash: string, documents: readonly string[]): WukuError =>
  new WukuError('ambiguous', msg('ambiguousDocid', { hash, documents: bulleted(documents) }))

export function bulleted(names: readonly string[]): string {
  const lines = names.slice(0, 20).map((name) => `  - ${name}`)
  return [...lines, ...(names.length > 20 ? [`  and ${names.length - 20} more`] : [])].join('\n')
}

/** Input from strangers may be long; an error shows at its beginning. */
const shown = (text: string): string => (text.length <= 200 ? text : `${text.slice(0, 200)}...`)
