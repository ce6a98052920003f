import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BLOCK_SEPARATOR } from '../src/pad-lines.ts'
import { chunkPad } from '../src/pad-reader.ts'
import { tokenWeight } from '@wuku/text/terms/tokens'

const chunksOf = (text: string, workflow = 'Harbour') =>
  chunkPad({ path: 'pad-1', title: '', text, meta: { workflow } })
const prose = (tokens: number): string =>
  'The tide comes in and the tide goes out.\n'.repeat(Math.round(tokens / 10)).trimEnd()
const joined = (...blocks: readonly string[]): string => blocks.join(BLOCK_SEPARATOR)

const check = (text: string, expected: readonly string[]) => {
  const chunks = chunksOf(text)
  expect(chunks.map(({ start, end }) => text.slice(start, end))).toEqual(expected)
  for (const { start, end, line, endLine } of chunks) {
    expect(line).toBe(text.slice(0, start).split('\n').length)
    expect(endLine).toBe(text.slice(0, end).split('\n').length)
  }
}

describe('chunks of a pad', () => {
  it.each<[says: string, text: string, expected: readonly string[]]>([
    ['none of nothing', '', []],
    ['none of blanks', ' \n\r\n\t\n', []],
    ['none of separators', joined('', ' \n', ''), []],
    ['a small text whole', 'one\n\n二\n', ['one\n\n二']],
    ['from its first line to its last letter', '\n\n  one\ntwo  \n\n', ['  one\ntwo']],
    ['small blocks together', joined('one', '二', 'three'), [joined('one', '二', 'three')]],
    ['and no more than fit', joined(prose(40), prose(30), prose(40)), [joined(prose(40), prose(30)), prose(40)]],
    ['one that is neither small nor large alone', joined('one', prose(500), 'two'), ['one', prose(500), 'two']],
    ['over empty blocks', joined('one', '', ' ', 'two'), [joined('one', '', ' ', 'two')]],
  ])('%s', (_says, text, expected) => check(text, expected))

  it('cuts a large block between its paragraphs', () => {
    const paragraphs = Array.from({ length: 6 }, () => prose(200))
    const chunks = chunksOf(joined('small', paragraphs.join('\n\n'), 'small'))
    expect(chunks.length).toBe(5)
    expect(chunks.map(({ line, endLine }) => [line, endLine])).toEqual([
      [1, 1],
      [5, 45],
      [47, 87],
      [89, 129],
      [133, 133],
    ])
  })

  it('stand under the name of the workflow', () => {
    expect(chunksOf('one', '港口')[0]?.headings).toEqual(['港口'])
    expect(chunksOf('one', '')[0]?.headings).toEqual([])
  })
})

const block = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(fc.constantFrom('潮汐 ', 'tide ', '\n', '\n\n', '# 標題\n', '```\n', '- 👨‍👩‍👧\r\n', '\n\n---', '  '), {
        maxLength: 30,
      })
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 2_000 }).map(prose) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 2_000 }).map((length) => '潮'.repeat(length)) },
)
const pads = fc.array(block, { maxLength: 10 }).map((blocks) => joined(...blocks))

it('are in order, disjoint and small, begin with a line, and leave out nothing but separators and blanks', () =>
  fc.assert(
    fc.property(pads, (text) => {
      let at = 0
      for (const chunk of chunksOf(text)) {
        const said = text.slice(chunk.start, chunk.end)
        expect(chunk.start).toBeGreaterThanOrEqual(at)
        expect(text.slice(at, chunk.start).replaceAll(/---|<!--- block start --->|\s/g, '')).toBe('')
        expect(said).toBe(said.trimEnd())
        expect(said).not.toBe('')
        expect(tokenWeight(text, chunk.start, chunk.end)).toBeLessThan(660)
        expect([chunk.line, chunk.endLine]).toEqual(
          [chunk.start, chunk.end].map((place) => text.slice(0, place).split('\n').length),
        )
        at = chunk.end
      }
      expect(text.slice(at).replaceAll(/---|<!--- block start --->|\s/g, '')).toBe('')
    }),
  ))

it('an append leaves all but the last as they were', () =>
  fc.assert(
    fc.property(pads, block, (text, added) => {
      const before = chunksOf(text)
      const after = chunksOf(text + BLOCK_SEPARATOR + added)
      expect(after.slice(0, Math.max(0, before.length - 1))).toEqual(before.slice(0, -1))
      expect(after.length).toBeGreaterThanOrEqual(before.length)
    }),
  ))
