import { WukuError } from './errors.ts'
import { msg } from '@wuku/messages/core'
import { kinds, type Kind } from './core-types.ts'
import { decodePercent } from './lenient-parsing.ts'

/** `wuku://<storehouse>/<source>/<path>#L10-L20`, or `#<anchor>` for a message or snippet. */
export interface Citation {
  readonly kind: Kind
  readonly source: string
  readonly path: string
  readonly lines?: { readonly from: number; readonly to: number }
  readonly anchor?: string
}

export function writeCitation(citation: Citation): string {
  const source = encodePart(citation.source).replaceAll('%40', '@')
  const at = `wuku://${citation.kind}/${source}/${encodePath(citation.path)}`
  if (citation.lines) return `${at}#L${citation.lines.from}-L${citation.lines.to}`
  return citation.anchor === undefined ? at : `${at}#${encodePart(citation.anchor)}`
}

/** Each segment on its own; the slashes stay. */
export const encodePath = (path: string): string => path.split('/').map(encodePart).join('/')

/**
 * Percent codes for what means something in an address, breaks a line or cannot be seen. Letters of all scripts stay as
 * they are: `%E6%89%8B%E5%86%8C` costs a model nine times the tokens of what it says. Names that programs may rewrite
 * when they copy them (not NFC) are encoded whole.
 */
function encodePart(text: string): string {
  const wellFormed = text.toWellFormed()
  if (wellFormed !== wellFormed.normalize()) return encodeURIComponent(wellFormed)
  return wellFormed.replaceAll(mustBeEncoded, encodeURIComponent)
}

/** Encodes all ASCII that `encodeURIComponent` encodes, and beyond ASCII everything but letters, marks, digits, punctuation and symbols. */
const mustBeEncoded = /[\p{ASCII}--[A-Za-z0-9\-_.!~*'\(\)]]|[^\p{ASCII}\p{L}\p{M}\p{N}\p{P}\p{S}]/gv

export const isCitation = (text: string): boolean => text.startsWith('wuku://')

export function parseCitation(text: string): Citation {
  const found = /^wuku:\/\/([a-z]+)\/([^/#]+)\/([^#]+)(?:#(.*))?$/s.exec(text)
  const kind = kinds.find((known) => known === found?.[1])
  if (!found || !kind) throw badCitation(text)
  const base = { kind, source: decodePercent(found[2] ?? ''), path: decodePercent(found[3] ?? '') }
  return { ...base, ...parseFragment(found[4]) }
}

function parseFragment(fragment: string | undefined): Pick<Citation, 'lines' | 'anchor'> {
  if (!fragment) return {}
  const lines = /^L(\d+)(?:-L?(\d+))?$/.exec(fragment)
  if (!lines) return { anchor: decodePercent(fragment) }
  // Lines count from 1; typed by hand they may begin at 0, or stand the other way round.
  const from = Math.max(1, Number(lines[1]))
  return { lines: { from, to: Math.max(1, Number(lines[2] ?? from)) } }
}

const badCitation = (text: string): WukuError =>
  new WukuError('bad-input', msg('badCitation', { text: text.slice(0, 200) }))
