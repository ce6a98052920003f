import { attributeOf, below, isElement, textOf } from './elements.ts'
import type { HtmlElement } from './html-tree.ts'
import type { Writer } from './writer.ts'

/** Bullets or numbers; an item may hold any blocks. */
export function writeList(writer: Writer, list: HtmlElement): void {
  writer.flush()
  // A list in an item follows its words at once.
  if (writer.nested > 0) writer.output.close()
  else if (isContents(list)) return
  let number = Number.parseInt(attributeOf(list, 'start'), 10) || 1
  let isFirst = true
  for (const item of list.children) {
    if (!isElement(item) || writer.leavesOut(item)) continue
    if (!isFirst) writer.output.close()
    isFirst = false
    writeItem(writer, list.name === 'ol' ? `${number++}. ` : '- ', () => writer.children(wrapped(item)))
  }
}

/** All its words lead to other places of the page. */
function isContents(list: HtmlElement): boolean {
  const links = [...below(list, ({ name }) => name !== 'a')].filter(({ name }) => name === 'a')
  if (links.length < 3 || !links.every((link) => attributeOf(link, 'href').startsWith('#'))) return false

  return !/[\p{L}\p{N}]/u.test(textOf(list, ({ name }) => name === 'a'))
}

/** Output of `write` becomes an item behind the marker `sign`. */
export const writeItem = (writer: Writer, sign: string, write: () => void): void =>
  writeInside(writer, sign, ' '.repeat(sign.length), write)

export const writeQuote = (writer: Writer, write: () => void): void => writeInside(writer, '> ', '> ', write)

function writeInside(writer: Writer, first: string, rest: string, write: () => void): void {
  writer.flush()
  const inner = (): void => {
    write()
    writer.flush()
  }
  if (writer.nested >= DEEPEST_LIST) return inner()
  writer.nested += 1
  writer.output.inside(first, rest, inner)
  writer.nested -= 1
}

/** A list directly in a list is an item, though nobody said so. */
const wrapped = (item: HtmlElement): HtmlElement =>
  item.name === 'li' ? item : { ...item, name: 'li', attributes: new Map(), classes: '', children: [item] }

/** Deeper lists are not indented further. */
const DEEPEST_LIST = 10
