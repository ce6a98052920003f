import { isCitation, parseCitation, writeCitation, type Citation } from '@wuku/core/citation'
import { decodePercent } from '@wuku/core/lenient-parsing'
import type { Link } from '@wuku/text/html/clean'

/** The document around a link: relative links start from it. */
export type Place = Pick<Citation, 'kind' | 'source' | 'path'>

const foreign = new Set(['http:', 'https:', 'mailto:'])

/** Targets of links: documents of the index, http(s) and mailto. Other schemes get none. */
export function linkFrom(place: Place | undefined): (href: string) => Link | undefined {
  return (href) => {
    const target = href.trim()
    if (isCitation(target)) return linkTo(citationIn(target))
    const url = urlOf(target.startsWith('//') ? `https:${target}` : target)
    if (url) return foreign.has(url.protocol) ? { href: url.href, isForeign: true } : undefined
    return place && linkTo(nearBy(target, place))
  }
}

/** Reads an address as browsers do, which ignore blanks and line breaks in it. */
const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

function citationIn(text: string): Citation | undefined {
  try {
    return parseCitation(text)
  } catch {
    return undefined
  }
}

const linkTo = (found: Citation | undefined): Link | undefined => {
  if (!found) return undefined
  const citation = writeCitation(found)
  return { href: `/ask?open=${encodeURIComponent(citation)}`, citation }
}

/** A document of the same source, from the folder of the place or, after a slash, from the root. */
function nearBy(href: string, { kind, source, path }: Place): Citation | undefined {
  const [, target = '', fragment] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(href) ?? []
  const segments = target.startsWith('/') ? [] : path.split('/').slice(0, -1)
  for (const segment of decodePercent(target).split('/')) {
    if (segment === '..' && segments.pop() === undefined) return undefined
    if (segment !== '..' && segment !== '.' && segment !== '') segments.push(segment)
  }
  if (target === '' || segments.length === 0) return undefined
  const stubCitation = `wuku://${kind}/x/x${fragment ? `#${fragment}` : ''}`
  return { ...citationIn(stubCitation), kind, source, path: segments.join('/') }
}
