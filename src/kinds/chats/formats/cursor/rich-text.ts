import { fieldsOf, listOf } from '../fields.ts'
import { parsed } from '../lookup.ts'

/** The text of what an editor of rich text keeps as a tree of nodes. Without recursion: the tree may be deep. */
export function textOfRich(value: unknown): string {
  const open: unknown[] = [fieldsOf(parsed(value)).root]
  let text = ''
  while (open.length > 0) {
    const next = open.pop()
    if (next === LINE) {
      if (text !== '' && !text.endsWith('\n')) text += '\n'
      continue
    }
    const node = fieldsOf(next)
    if (typeof node.text === 'string') text += node.text
    if (node.type === 'linebreak') text += '\n'
    if (node.type === 'paragraph' || node.type === 'code') open.push(LINE)
    open.push(...listOf(node.children).slice(0, MOST_CHILDREN).toReversed())
  }
  return text.trim()
}

/** As many arguments as a call takes on every machine. */
const MOST_CHILDREN = 10_000
const LINE = Symbol('end of a line')
