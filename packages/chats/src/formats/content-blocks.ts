import type { DraftBlock } from '../conversation.ts'
import { fieldsOf, isFields, listOf, textOf, type Fields } from './fields.ts'

/** Content that is either a text or a list of blocks: always a list, of which each block has a type. */
export function blocksOf(content: unknown): readonly Fields[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return listOf(content).flatMap((block): readonly Fields[] => {
    if (typeof block === 'string') return [{ type: 'text', text: block }]
    return isFields(block) ? [block] : []
  })
}

/** The words of blocks, as people read them. */
export const plainText = (content: unknown): string =>
  blocksOf(content)
    .flatMap(({ text }) => textOf(text) ?? [])
    .join('\n')

/** An image or a document that was handed in: that it was there, and its text where it is one. */
export function attachmentOf(block: Fields): DraftBlock {
  const source = fieldsOf(block['source'])
  const name = [block['title'], block['name'], block['filename'], source['url'], source['media_type'], block['type']]
  const isText = source['type'] === 'text'
  return {
    kind: 'attachment',
    name: name.map(textOf).find((each) => each !== undefined && !each.startsWith('data:')) ?? 'file',
    text: (isText && textOf(source['data'])) || '',
  }
}
