import { citedParts } from './citations.ts'

export interface CitedSpot {
  readonly citation: string
  /** In its place in the text, and empty. */
  readonly element: HTMLElement
}

/** A page with more of them is a list of data. */
const MOST = 200

/** Citations that stand as words in a rendered text: each gives way to an element of its own. */
export function citedSpots(root: HTMLElement): readonly CitedSpot[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text
    if (text.data.includes('wuku://') && !text.parentElement?.closest('a')) texts.push(text)
  }
  return texts.slice(0, MOST).flatMap(spotsOf)
}

function spotsOf(text: Text): readonly CitedSpot[] {
  const spots: CitedSpot[] = []
  const pieces = citedParts(text.data).map(({ text: words, isCitation }): Node => {
    if (!isCitation) return document.createTextNode(words)
    const element = document.createElement('span')
    spots.push({ citation: words, element })
    return element
  })
  if (spots.length > 0) text.replaceWith(...pieces)
  return spots
}
