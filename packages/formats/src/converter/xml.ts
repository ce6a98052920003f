import { encodingOfMark } from '@wuku/text/decode'
import { DomHandler, isTag, type Document, type Element, type ParentNode } from 'domhandler'
import { Parser, type ParserOptions } from 'htmlparser2'
import { refusals } from './format-refusals.ts'

/** Parts of office files. Entities of a document type are never expanded: the parser knows of none. */
export const parseXml = (bytes: Uint8Array): Document => parse(decodeXml(bytes), { xmlMode: true })

/** Chapters of books: XML as a rule, with the entities of HTML, and not always well formed. */
export const parseXhtml = (bytes: Uint8Array): Document =>
  parse(decodeXml(bytes), { recognizeSelfClosing: true, recognizeCDATA: true })

export const decodeXml = (bytes: Uint8Array): string => new TextDecoder(encodingOfMark(bytes)).decode(bytes)

/** Writers choose the prefixes of their names; what comes after is fixed. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

export const elementsIn = (parent: ParentNode | undefined): readonly Element[] => parent?.children.filter(isTag) ?? []

export const childrenNamed = (parent: ParentNode | undefined, name: string): readonly Element[] =>
  elementsIn(parent).filter((child) => localName(child.name) === name)

export const childNamed = (parent: ParentNode | undefined, name: string): Element | undefined =>
  elementsIn(parent).find((child) => localName(child.name) === name)

/** In the order of the document. */
export const allNamed = (parent: ParentNode | undefined, name: string): readonly Element[] =>
  elementsIn(parent).flatMap((child) =>
    localName(child.name) === name ? [child, ...allNamed(child, name)] : allNamed(child, name),
  )

/** With or without a prefix; the one without comes first. */
export const attribute = (element: Element, name: string) => element.attribs[name] ?? prefixed(element, name)

/**
 * Value of an attribute with a prefix; the same name without it means something else, as in `<p:sldId id="256"
 * r:id="rId2"/>`.
 */
export const prefixed = ({ attribs }: Element, name: string): string | undefined =>
  Object.entries(attribs).find(([key]) => key.endsWith(`:${name}`))?.[1]

const MAX_DEPTH = 256
/** A thousand pages of Word have fewer; each costs some ten microseconds and a kilobyte. */
const MAX_ELEMENTS = 1_000_000

/** Counts elements as they open and close; throws where a document has too many, or too deep ones. */
function createElementLimits() {
  let [depth, count] = [0, 0]
  return {
    opened(): void {
      if (++depth > MAX_DEPTH) throw refusals.tooDeep()
      if (++count > MAX_ELEMENTS) throw refusals.tooManyElements()
    },
    closed: (): void => void depth--,
  }
}

/** For parsers of libraries, which have no limits of their own. */
export function requireBoundedXml(text: string): void {
  const limits = createElementLimits()
  new Parser({ onopentagname: limits.opened, onclosetag: limits.closed }, { xmlMode: true }).end(text)
}

/** Functions that walk the tree recurse once per level. */
class LimitedHandler extends DomHandler {
  private readonly limits = createElementLimits()

  override onopentag(name: string, attributes: { [name: string]: string }): void {
    this.limits.opened()
    super.onopentag(name, attributes)
  }

  override onclosetag(): void {
    this.limits.closed()
    super.onclosetag()
  }
}

function parse(text: string, options: ParserOptions): Document {
  const handler = new LimitedHandler()
  new Parser(handler, options).end(text)
  return handler.root
}
