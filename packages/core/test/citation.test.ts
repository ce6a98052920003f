import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCitation, writeCitation, type Citation } from '../src/citation.ts'
import { kinds } from '../src/core-types.ts'
import { decodePercent } from '../src/lenient-parsing.ts'

const check = (text: string, citation: Citation) => {
  expect(parseCitation(text)).toEqual(citation)
  expect(writeCitation(citation)).toBe(text)
}

describe('citations', () => {
  it('a citation can name lines', () =>
    check('wuku://notes/handbook/ops/set%20up.md#L10-L20', {
      kind: 'notes',
      source: 'handbook',
      path: 'ops/set up.md',
      lines: { from: 10, to: 20 },
    }))
  it('a citation can name a message', () =>
    check('wuku://chats/claude/2026/a.jsonl#msg-7', {
      kind: 'chats',
      source: 'claude',
      path: '2026/a.jsonl',
      anchor: 'msg-7',
    }))
  it.each([
    ['笔记', '安装.md', 'wuku://notes/笔记/安装.md'],
    ['a', '《手册》（二）.md', 'wuku://notes/a/《手册》（二）.md'],
    ['a', 'café 🚀.md', 'wuku://notes/a/café%20🚀.md'],
    ['a', 'cafe\u0301.md', 'wuku://notes/a/cafe%CC%81.md'],
    ['a', '全角\u3000空格.md', 'wuku://notes/a/全角%E3%80%80空格.md'],
    ['a', 'exe\u202Edm.md', 'wuku://notes/a/exe%E2%80%AEdm.md'],
    ['a', '%41#?"<>\n.md', 'wuku://notes/a/%2541%23%3F%22%3C%3E%0A.md'],
  ])('encodes of %s/%s no more than it must', (source, path, written) =>
    check(written, { kind: 'notes', source, path }),
  )
  it('reads what was written with percent codes for all letters', () =>
    expect(parseCitation(`wuku://notes/${encodeURIComponent('笔记')}/${encodeURIComponent('安装')}.md`)).toEqual({
      kind: 'notes',
      source: '笔记',
      path: '安装.md',
    }))
  it.each([
    ['#L0', { from: 1, to: 1 }],
    ['#L0-L3', { from: 1, to: 3 }],
  ])('counts lines from 1: %s', (end, lines) => expect(parseCitation(`wuku://notes/a/b.md${end}`).lines).toEqual(lines))
  it('reads a single line', () => expect(parseCitation('wuku://notes/a/b.md#L7').lines).toEqual({ from: 7, to: 7 }))
  it('reads a path that was encoded as a whole', () =>
    expect(parseCitation('wuku://notes/a/b%2Fc%20d.md').path).toBe('b/c d.md'))
  it.each(['', 'wuku://', 'wuku://recipes/a/b', 'http://notes/a/b', 'wuku://notes/a'])('refuses %s', (text) =>
    expect(() => parseCitation(text)).toThrow(/is not a citation/),
  )
  it('leaves text that is not percent-encoded alone', () => expect(decodePercent('100%.md')).toBe('100%.md'))
  it('comes back from any path', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.string({ minLength: 1, unit: 'binary' }),
        fc.string({ minLength: 1, unit: 'binary' }),
        (kind, source, path) => {
          const citation = { kind, source, path }
          expect(parseCitation(writeCitation(citation))).toEqual(citation)
        },
      ),
    ))
})
