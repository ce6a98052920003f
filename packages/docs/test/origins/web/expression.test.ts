import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createExpression } from '../../../src/origins/web/open-web-origin.ts'

describe('what an expression matches', () => {
  it.each<[source: string, text: string, isMatch: boolean]>([
    [String.raw`^\/docs\/(?:v1|v2)\/.*\.html$`, '/docs/v2/a.html', true],
    [String.raw`^\/docs\/(?:v1|v2)\/.*\.html$`, '/docs/v3/a.html', false],
    [String.raw`\/\d{4}-\d{2,}\/`, '/blog/2026-011/x', true],
    [String.raw`\/\d{4}-\d{3,}\/`, '/blog/2026-01/x', false],
    [String.raw`\p{Script=Han}{2}$`, '/文档', true],
    [String.raw`[\p{sc=Han}\P{gc=L}]$`, '/docs', false],
    [String.raw`\u6587\u{6863}$`, '/文档', true],
    [String.raw`\bapi\b`, '/v1/api/x', true],
    [String.raw`\bapi\b`, '/v1/apis/x', false],
    [String.raw`^\/(?<version>v\d)\/`, '/v1/x', true],
    ['[^a-z/]', '/docs', false],
    ['👩‍👩‍👧+', '/👩‍👩‍👧', true],
    ['a||b', '', true],
    ['(a|)b$', 'b', true],
    ['(a+)+$', `${'a'.repeat(900)}b`, false],
    ['(a|a|a)*b', 'a'.repeat(900), false],
    ['a?'.repeat(40) + 'a'.repeat(40), 'a'.repeat(40), true],
    [String.raw`x\-y`, 'x-y', true],
    ['.*.*.*.*.*.*x', 'y'.repeat(900), false],
  ])('/%s/ and %s', (source, text, isMatch) => expect(createExpression(source)(text)).toBe(isMatch))

  const atom = fc.constantFrom(
    'a',
    'b',
    '.',
    '[ab]',
    '[^a]',
    String.raw`\w`,
    '^',
    '$',
    '(a|b)',
    '(?:ab|)',
    '(a*)',
    '(b+a?)',
  )
  const piece = fc.tuple(atom, fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '+?'))
  const source = fc.array(
    piece.map(([one, repeat]) => (/^[$^]$/.test(one) ? one : one + repeat)),
    { minLength: 1, maxLength: 5 },
  )
  it('is what the engine finds', () =>
    fc.assert(
      fc.property(
        fc.array(source, { minLength: 1, maxLength: 3 }),
        fc.string({ unit: fc.constantFrom('a', 'b', 'c', '潮'), maxLength: 8 }),
        (ways, text) => {
          const written = ways.map((way) => way.join('')).join('|')
          expect(createExpression(written)(text)).toBe(new RegExp(written, 'su').test(text))
        },
      ),
    ))
})

it.each([
  ['(a', 'missing closing )'],
  ['a)', 'unexpected )'],
  ['*a', 'missing argument to repetition'],
  ['a**', 'nested repetition'],
  ['(?=a)', 'unsupported Perl syntax'],
  [String.raw`(?<!a)b`, 'invalid named capture'],
  [String.raw`(a)\1`, 'invalid escape sequence'],
  ['[z-a]', 'invalid character class range'],
  [String.raw`\p{Script=Nowhere}`, 'invalid character class range'],
  ['[abc', 'missing closing ]'],
  ['((a{50}){50}){50}', 'invalid repeat count'],
  ['a{999999999}', 'invalid repeat count'],
  ['(?:a?){1000}'.repeat(20), 'too long to match'],
  ['a'.repeat(400), 'more than'],
])('refuses /%s/', (source, because) =>
  expect(() => createExpression(source)).toThrow(
    expect.objectContaining({ code: 'bad-input', message: expect.stringContaining(because) }),
  ),
)
