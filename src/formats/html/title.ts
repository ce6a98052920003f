import { firstBelow, onOneLine, textOf } from './elements.ts'
import { isNoise } from './noise.ts'
import type { HtmlElement } from './tree.ts'

/** The first heading of the content; else the title of the page, without the name of its site; else the name of its file. */
export function titleOf(root: HtmlElement, content: HtmlElement, path: string): string {
  const heading = firstBelow(content, ({ name }) => name === 'h1', isNoNoise)
  const said = heading ? onOneLine(textOf(heading, isNoise)) : ''
  return said || documentTitle(root) || fileStem(path)
}

const isNoNoise = (element: HtmlElement): boolean => !isNoise(element)

/** Of `<title>`, what stands before the name of the site. */
function documentTitle(root: HtmlElement): string {
  const title = firstBelow(root, ({ name }) => name === 'title')
  const text = title ? onOneLine(textOf(title)) : ''
  const [page = ''] = text.split(/ [—|·»] | :: /)
  if (page && page !== text) return page
  const dash = text.lastIndexOf(' - ')
  return dash > 0 ? text.slice(0, dash) : text
}

const fileStem = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '')
