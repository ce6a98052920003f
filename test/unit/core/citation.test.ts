import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodePath, parseCitation, writeCitation, type Citation } from '../../../src/core/citation.ts'
import { kinds } from '../../../src/core/words.ts'

const check = (text: string, citation: Citation) => {
  expect(parseCitation(text)).toEqual(citation)
  expect(writeCitation(citation)).toBe(text)
}

describe('citations', () => {
  it('names lines', () =>
    check('wuku://notes/handbook/ops/set%20up.md#L10-L20', {
      kind: 'notes',
      source: 'handbook',
      path: 'ops/set up.md',
      lines: { from: 10, to: 20 },
    }))
  it('names a message', () =>
    check('wuku://chats/claude/2026/a.jsonl#msg-7', {
      kind: 'chats',
      source: 'claude',
      path: '2026/a.jsonl',
      anchor: 'msg-7',
    }))
  it('keeps Chinese', () =>
    check(`wuku://notes/${encodeURIComponent('笔记')}/${encodeURIComponent('安装')}.md`, {
      kind: 'notes',
      source: '笔记',
      path: '安装.md',
    }))
  it('reads a single line', () => expect(parseCitation('wuku://notes/a/b.md#L7').lines).toEqual({ from: 7, to: 7 }))
  it('reads a path that was encoded as a whole', () =>
    expect(parseCitation('wuku://notes/a/b%2Fc%20d.md').path).toBe('b/c d.md'))
  it.each(['', 'wuku://', 'wuku://recipes/a/b', 'http://notes/a/b', 'wuku://notes/a'])('refuses %s', (text) =>
    expect(() => parseCitation(text)).toThrow(/is not a citation/),
  )
  it('leaves text that is not percent-encoded alone', () => expect(decodePath('100%.md')).toBe('100%.md'))
  it('comes back from any path', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.string({ minLength: 1 }),
        fc.string({ minLength: 1 }),
        (kind, source, path) => {
          const citation = { kind, source, path }
          expect(parseCitation(writeCitation(citation))).toEqual(citation)
        },
      ),
    ))
})
