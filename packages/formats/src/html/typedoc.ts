import { below, firstBelow, hasClass, idOf, onOneLine, textOf } from './elements.ts'
import { writeMember, type Member } from './members.ts'
import type { HtmlElement } from './html-tree.ts'
import type { Writer } from './writer.ts'

export const isTypedoc = (content: HtmlElement): boolean =>
  firstBelow(content, ({ classes }) => / tsd-(?:page-title|signature|panel) /.test(classes)) !== undefined

/** One part for the type or function itself, one for each member that it does not inherit. */
export function writeTypedoc(writer: Writer, content: HtmlElement): void {
  const heading = firstBelow(content, ({ name }) => name === 'h1')
  const title = heading ? onOneLine(textOf(heading)) : ''
  const owner = title.replace(kindOfPage, '').replace(/[<(].*$/s, '')
  const members = [...below(content, (element) => !isMember(element))].filter(isMember)
  const shownTitle = /^Function\s/.test(title) ? `${owner}()` : title.replace(kindOfPage, '')
  writeMember(writer, { ...described(content), title: shownTitle, anchor: '', level: 1 })
  for (const member of members) if (!isInherited(member)) writeMember(writer, memberOf(member, owner))
}

/** Whether the page has signatures: a page without them is prose. */
export const hasSignatures = (content: HtmlElement): boolean => firstBelow(content, isSignature) !== undefined

/** Elements that the writer leaves out of all bodies. */
export const dropsInTypedoc = (element: HtmlElement): boolean =>
  dropped.test(element.classes) || (element.name === 'h3' && isMember(element.parent)) || isMember(element)

const dropped =
  / (?:tsd-signature|tsd-page-title|tsd-sources|tsd-hierarchy|tsd-index-panel|tsd-index-group|tsd-index-section|tsd-navigation|tsd-breadcrumb|tsd-anchor|tsd-widget|tsd-filter-visibility|tsd-generator|tsd-member-group|col-menu|col-sidebar|site-menu|page-menu) /

/** Lists of signatures, each with what it does. */
export const unwrapsInTypedoc = (element: HtmlElement) => / tsd-(?:signatures|descriptions) /.test(element.classes)

const kindOfPage =
  /^(?:Class|Interface|Enumeration|Enum|Function|Variable|Type [Aa]lias|Namespace|Module|Reference|Object literal)\s+/

const isMember = (element: HtmlElement | undefined): boolean => element !== undefined && hasClass(element, 'tsd-member')

const isInherited = (member: HtmlElement): boolean => / tsd-is-(?:inherited|external) /.test(member.classes)

const isSignature = (element: HtmlElement): boolean => hasClass(element, 'tsd-signature')

const described = (element: HtmlElement) => ({
  signature: signaturesIn(element),
  language: 'ts',
  body: [element],
  prose: proseIn(element),
})

function memberOf(member: HtmlElement, owner: string): Member {
  const heading = firstBelow(member, ({ name }) => name === 'h3')
  const name = heading ? onOneLine(textOf(heading, ({ classes }) => / tsd-(?:flag|tag) /.test(classes))) : ''
  const about = described(member)
  const called = name === 'constructor' ? `new ${owner}` : `${owner}.${name}`
  const title = /^[^:=]*\(/.test(about.signature) ? `${called}()` : called
  return { ...about, title, anchor: anchorOf(member), level: 2 }
}

const anchorOf = (member: HtmlElement): string => {
  const named = idOf(member) ? member : firstBelow(member, (element) => idOf(element) !== '')
  return named ? idOf(named) : ''
}

/** All overloads; not the types of parameters, which are signatures too. */
function signaturesIn(element: HtmlElement): string {
  const found = [...below(element, (inner) => isOfItself(inner) && !isSignature(inner))].filter(isSignature)
  return found.map(signatureText).join('\n')
}

const signatureText = (signature: HtmlElement): string =>
  textOf(signature, ({ name, classes }) => name === 'a' && / tsd-anchor-icon /.test(classes))
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\u00A0', ' ')
    .replaceAll('\u200B', '')
    .trim()

const proseIn = (element: HtmlElement): string => {
  const comment = below(element, isOfItself).find((inner) => hasClass(inner, 'tsd-comment'))
  return comment ? onOneLine(textOf(comment)) : ''
}

const isOfItself = (inner: HtmlElement): boolean => !isMember(inner) && !hasClass(inner, 'tsd-parameters')
