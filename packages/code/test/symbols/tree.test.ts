import { describe, expect, it } from 'vitest'
import { emptyOutline } from '../../src/outline.ts'
import { firstSentence, symbolTree, treeWithin } from '../../src/operations/file-outline.ts'
import { fileAt } from '../../src/graph/import-links.ts'
import { indexed } from '../graph/indexed.ts'

const code = `/** What is bought. More here. */
export class Cart {
  total = 0
  add(item: string): void {
    const inner = () => item
  }
}
function hidden() {}
`
const outline = async () => {
  const shop = await indexed({ 'cart.ts': code })
  return (await shop.ask((place) => fileAt(place, 'cart.ts')))?.outline ?? emptyOutline
}

describe('a tree', () => {
  it('is set in, with lines, signatures and first sentences', async () =>
    expect(symbolTree(await outline(), { depth: 9, showsDoc: true })).toEqual([
      '2-7 class Cart  // What is bought.',
      '  3 total = 0',
      '  4-6 add(item: string): void',
      '8 function hidden() (private)',
    ]))

  it('stops at a level', async () =>
    expect(symbolTree(await outline(), { depth: 1, showsDoc: false })).toEqual([
      '2-7 class Cart',
      '8 function hidden() (private)',
    ]))

  it.each([
    [1_000, 4, 0],
    [26, 2, 2],
    [3, 1, 3],
  ])('within %i tokens has %i lines', async (tokens, lines, omittedLines) => {
    const tree = treeWithin(await outline(), { depth: 9, showsDoc: true, tokens })
    expect([tree.outline.split('\n').length, tree.omittedLines]).toEqual([lines, omittedLines])
  })

  it('of nothing is empty', () =>
    expect(treeWithin(emptyOutline, { depth: 9, showsDoc: true, tokens: 0 })).toEqual({ outline: '', omittedLines: 0 }))
})

it.each([
  ['One. Two.', 'One.'],
  ['At e.g. noon, 3.5 times. Then more.', 'At e.g. noon, 3.5 times.'],
  ['第一句。第二句。', '第一句。'],
  ['no end', 'no end'],
  ['', ''],
])('first sentence of %j', (doc, expected) => expect(firstSentence(doc)).toBe(expected))
