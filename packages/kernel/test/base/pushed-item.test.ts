import { describe, expect, it } from 'vitest'
import { secretsIn } from '../../src/push/found-secrets.ts'
import { isPushedPath, splitText, MAX_PART_CHARS, pushedReader, writePushed } from '../../src/base/pushed-item.ts'
import type { DraftDocument, Reader } from '@wuku/core/ports/source-reader'

const reader = {
  kind: 'chats',
  archives: true,
  chunk: ({ cuts = [] }: DraftDocument) => {
    if (cuts.length > 2) throw new Error('not as it was left')
    return []
  },
} as unknown as Reader

const draft: DraftDocument = { path: 'a.md', title: 'A', text: 'some text', meta: {} }

const parse = (text: string) =>
  pushedReader(reader).parse({ path: 'a.md', stamp: '', modifiedAt: 0, bytes: Buffer.from(text) })

describe('a pushed item', () => {
  it('is read as it was written, and what is no longer pushed goes', () => {
    expect(parse(writePushed([draft, { ...draft, cuts: [1, 4] }])).items).toEqual([draft, { ...draft, cuts: [1, 4] }])
    expect(pushedReader(reader).archives).toBeUndefined()
  })
  it.each([
    ['no JSON', '{"documents":'],
    ['no documents', '{}'],
    ['a path that leads out', JSON.stringify({ documents: [{ ...draft, path: '../a.md' }] })],
    ['cuts behind the text', JSON.stringify({ documents: [{ ...draft, cuts: [400] }] })],
    ['cuts that fall', JSON.stringify({ documents: [{ ...draft, cuts: [4, 2] }] })],
    ['facts that are none', JSON.stringify({ documents: [{ ...draft, meta: [] }] })],
    ['what the reader cannot cut', JSON.stringify({ documents: [{ ...draft, cuts: [1, 2, 3] }] })],
  ])('that has %s is a problem, and no exception', (_, text) => {
    const { items, problems } = parse(text)
    expect([items.length, problems.length]).toEqual([0, 1])
  })
})

describe('pieces', () => {
  it.each([0, 1, MAX_PART_CHARS, MAX_PART_CHARS + 1])('are the whole text of %i units', (length) =>
    expect(splitText('x'.repeat(length)).join('').length).toBe(length),
  )
  it('do not cut a character of two units', () => {
    const text = `${'x'.repeat(MAX_PART_CHARS - 1)}😀y`
    expect(splitText(text)).toEqual(['x'.repeat(MAX_PART_CHARS - 1), '😀y'])
  })
})

it.each([
  ['a/b.md', true],
  ['手册/钥匙.md', true],
  ['a b/c#d.md', true],
  ['a..b/c.md', true],
  ['../a', false],
  ['a/../b', false],
  ['/a', false],
  ['C:a', false],
  ['a\\b', false],
  ['a\nb', false],
  ['a/', false],
  ['', false],
])('the path %j may be pushed: %s', (path, expected) => expect(isPushedPath(path)).toBe(expected))

it.each([
  ['one in a line', 'a\nkey x', 'a\nkey [REDACTED:jwt]', [['jwt', 2]]],
  [
    'two in a line',
    'x y',
    '[REDACTED:jwt] [REDACTED:github-token]',
    [
      ['jwt', 1],
      ['github-token', 1],
    ],
  ],
  ['none where the text speaks of one', 'was [REDACTED:jwt]', 'was [REDACTED:jwt]', []],
  ['one beside one that was there', 'was [REDACTED:jwt] x', 'was [REDACTED:jwt] [REDACTED:jwt]', [['jwt', 1]]],
])('secrets that were masked are told by line: %s', (_, before, after, expected) =>
  expect(secretsIn('a.md', before, after).map(({ rule, line }) => [rule, line])).toEqual(expected),
)
