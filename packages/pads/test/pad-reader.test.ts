import { describe, expect, it } from 'vitest'
import { BLOCK_SEPARATOR } from '../src/pad-lines.ts'
import { padsReader } from '../src/pad-reader.ts'
import { itemOfPad } from '@wuku/core/ports/pads'

const facts = { id: 'p1', workflow: 'w1', slot: 1, bytes: 0, createdAt: 0, updatedAt: 7, version: 3 }
const read = (content: string, title = 'Log', workflow = 'Harbour 港口') =>
  padsReader.parse(itemOfPad({ ...facts, title, content }, workflow)).items

describe('a pad as a document', () => {
  it.each<[says: string, content: string, text: string]>([
    ['has its text', '# 潮汐\r\n👩‍👩‍👧\n', '# 潮汐\r\n👩‍👩‍👧\n'],
    ['is there also when it is empty', '', ''],
    ['has no words between its blocks, and the same lines', `ebb${BLOCK_SEPARATOR}flow`, 'ebb\n\n---\n\nflow'],
  ])('%s', (_says, content, text) =>
    expect(read(content)).toEqual([{ path: 'p1', title: 'Log', text, meta: { workflow: 'Harbour 港口' } }]),
  )
  it('stands under the beginning of its names', () =>
    expect(read('', '潮'.repeat(9_999), 'a'.repeat(9_999))).toEqual([
      { path: 'p1', title: '潮'.repeat(300), text: '', meta: { workflow: 'a'.repeat(300) } },
    ]))
  it('is another item when its workflow is renamed', () =>
    expect(itemOfPad({ ...facts, title: '', content: '' }, 'a').stamp).not.toBe(
      itemOfPad({ ...facts, title: '', content: '' }, 'b').stamp,
    ))
})
