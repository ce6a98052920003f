import { describe, expect, it } from 'vitest'
import type { Block } from '@wuku/kernel/base/operation'
import { answerText } from '../src/print-answer.ts'
import { wrapLines } from '../src/terminal.ts'

const documentCalled = (name: string, text: string): Block => ({
  type: 'document',
  uri: `qmd://${name}`,
  name,
  title: 'Tides',
  mimeType: 'text/markdown',
  text,
})

const check = async (blocks: readonly Block[], expected: string, isTerminal = false) => {
  const out = { write: () => {}, isTerminal, hasColours: isTerminal, columns: 30 }
  expect((await answerText(out, blocks, { query: 'tide' })).replaceAll('\u001B', '^')).toBe(expected)
}

describe('an answer', () => {
  it('is plain for a program', () => check([{ type: 'text', text: '3: tide' }], '3: tide\n'))
  it('is painted for a reader', () =>
    check([{ type: 'text', text: '3: tide' }], '^[2m3:^[22m ^[1m^[33mtide^[39m^[22m\n', true))
  it('matches are highlighted in an answer', () =>
    check([{ type: 'text', text: '1. a.md  0.9' }], '^[1m1. a.md  0.9^[22m\n', true))
  it('names a document only beside another', async () => {
    await check([documentCalled('a.md', 'sea\n')], 'sea\n')
    await check(
      [documentCalled('a.md', 'sea\n'), documentCalled('b.md', 'moon')],
      '── a.md  Tides\nsea\n\n\n── b.md  Tides\nmoon\n',
    )
  })
  it('leaves the lines of a document alone', () =>
    check([documentCalled('a.md', `1. ${'sea '.repeat(20)}`)], `1. ${'sea '.repeat(20)}\n`, true))
})

it.each<[says: string, text: string, lines: readonly string[]]>([
  ['goes on under its text', '  12: high tide and low tide', ['  12: high tide and low', '      tide']],
  ['breaks between Chinese characters', '3: 潮汐每天涨落两次而月亮', ['3: 潮汐每天涨落两次而月', '   亮']],
  ['keeps its indent', '    high tide and low tide again', ['    high tide and low', '    tide again']],
  ['is left as it is where it fits', '12: \nhigh tide', ['12: ', 'high tide']],
])('a long line: %s', (_says, text, lines) => expect(wrapLines(text, 24).split('\n')).toEqual(lines))
