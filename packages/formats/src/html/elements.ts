import type { HtmlElement, HtmlNode } from './html-tree.ts'

export const isElement = (node: HtmlNode): node is HtmlElement => typeof node !== 'string'

export const hasClass = (element: HtmlElement, name: string): boolean => element.classes.includes(` ${name} `)

export const attributeOf = (element: HtmlElement, name: string): string => element.attributes.get(name) ?? ''

/** The name for a fragment address (`#name`): `id`, in old pages the `name` of an anchor. */
export const idOf = (element: HtmlElement): string =>
  attributeOf(element, 'id') || (element.name === 'a' ? attributeOf(element, 'name') : '')

export const elementsIn = (element: HtmlElement): readonly HtmlElement[] => element.children.filter(isElement)

type Test = (element: HtmlElement) => boolean

/** All that lies below an element, parents first. `enters` says which of them are looked into. */
export function* below(element: HtmlElement, enters: Test = () => true): Generator<HtmlElement> {
  const waiting = elementsIn(element).toReversed()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next
    if (!enters(next)) continue
    for (let at = next.children.length - 1; at >= 0; at--) {
      const child = next.children[at]
      if (child !== undefined && isElement(child)) waiting.push(child)
    }
  }
}

export const firstBelow = (element: HtmlElement, isIt: Test, enters?: Test): HtmlElement | undefined =>
  below(element, enters).find(isIt)

/**
 * Like `firstBelow`, within the next hundred elements: for nested elements, searching the whole page at each would be
 * quadratic.
 */
export const firstNear = (element: HtmlElement, isIt: Test, enters?: Test): HtmlElement | undefined =>
  below(element, enters).take(NEAR).find(isIt)

const NEAR = 100

/** All the words below an element, as they stand; `drops` leaves elements out. */
export function textOf(element: HtmlElement, drops: Test = () => false): string {
  const parts: string[] = []
  gatherText(element, drops, parts)
  return parts.join('')
}

function gatherText(element: HtmlElement, drops: Test, parts: string[]): void {
  for (const child of element.children)
    if (!isElement(child)) parts.push(child)
    else if (child.name === 'br') parts.push('\n')
    else if (!drops(child)) gatherText(child, drops, parts)
}

/** As `textOf`, and no further than about `length`. */
export function startOfText(element: HtmlElement, length: number): string {
  let text = ''
  for (const child of element.children) {
    if (text.length >= length) break
    text += isElement(child) ? startOfText(child, length - text.length) : child
  }
  return text
}

/** On one line, without blanks at its ends. No-break blanks are blanks: JavaDoc writes little else. */
export const onOneLine = (text: string): string =>
  text
    .replaceAll('\u200B', '')
    .replaceAll(/[\s\u00A0]+/g, ' ')
    .trim()
