import { describe, expect, it } from 'vitest'
import { array, assert, constantFrom, property } from 'fast-check'
import { extractClaims, mayClaim } from '../src/claims/extract.ts'

describe('claims', () => {
  it.each<[text: string, claims: readonly string[]]>([
    ['We moved it: src/auth/jwt.ts:10-20 (see src/b.ts).', ['path src/auth/jwt.ts 10-20', 'path src/b.ts']],
    ['Look at src/a.ts#L3-L9 and `src/a.ts:12:5`.', ['path src/a.ts 12-12', 'path src/a.ts 3-9']],
    [
      '见src/auth/jwt.ts里的`parseToken`，运行`npm run keys`。',
      ['symbol parseToken', 'script keys', 'path src/auth/jwt.ts'],
    ],
    [
      '用 `wuku index --watch`，或者 --dry-run；设置 WUKU_HOME=/x。',
      ['flag --watch', 'flag --dry-run', 'environment WUKU_HOME'],
    ],
    [
      '依赖 vue@3.4.1 和 @scope/x@^2.0.0，提交 3f2a9c1',
      ['package vue 3.4.1', 'package @scope/x 2.0.0', 'commit 3f2a9c1'],
    ],
    ['Run npm run build:all, then `make lint`; make sure of it.', ['script lint', 'script build:all']],
    [
      '`Cart.addItem` and `Cart::add_item`, retryAll() of `packages/kernel/`',
      ['symbol Cart.addItem', 'symbol Cart::add_item', 'path packages/kernel', 'symbol retryAll'],
    ],
    ['```sh\nmake lint\nnode scripts/x.ts --fix\n```', ['script lint', 'path scripts/x.ts', 'flag --fix']],
    [
      'Read README.md, .github/workflows/ci.yml, deploy/Dockerfile',
      ['path README.md', 'path .github/workflows/ci.yml', 'path deploy/Dockerfile'],
    ],
    ['`process.env.SHOP_TOKEN` or $SHOP_KEY', ['environment SHOP_TOKEN', 'environment SHOP_KEY']],
    ['Windows: src\\auth\\jwt.ts', ['path src/auth/jwt.ts']],
    ['the same src/a.ts and again src/a.ts', ['path src/a.ts']],
    ['ada@example.org, https://example.org/src/a.ts, Node.js, e.g. and/or 12:30, `true`', []],
    ['`../../etc/passwd` ../x/y.ts `$(rm -rf src/*)` src/../a.ts', []],
  ])('of %j', (text, claims) =>
    expect(
      extractClaims(text).map(({ kind, value, version, lines }) =>
        [kind, value, version, lines && `${lines.from}-${lines.to}`].filter(Boolean).join(' '),
      ),
    ).toEqual(claims),
  )

  it('carry the line of the text', () =>
    expect(extractClaims('one\n\nsrc/a.ts\n').map(({ line }) => line)).toEqual([3]))

  it('of a hostile text are a text of its own, and each once', () =>
    assert(
      property(
        array(
          constantFrom('a', '/', '.', '`', ':', '@', '-', '_', 'A', '1', '(', '中', ' ', '\n', '#L', 'run ', '3f2a9c1'),
        ),
        (parts) => {
          const text = parts.join('')
          const claims = extractClaims(text)
          expect(mayClaim(text) || claims.length === 0).toBe(true)
          for (const { text: own, line } of claims)
            expect(text.split('\n')[line - 1]?.includes(own.replace(/\(\)$/, ''))).toBe(true)
          expect(new Set(claims.map((claim) => JSON.stringify({ ...claim, text: '', line: 0 }))).size).toBe(
            claims.length,
          )
        },
      ),
    ))

  it.each(['a', 'a/', '`', 'a.', '(', 'a@', 'A_', '--a-', 'a:1', 'make ', 'x1 ', '`a', '```'])(
    'of a megabyte of %j are few',
    (part) => expect(extractClaims(part.repeat(1_000_000 / part.length)).length).toBeLessThan(2),
  )

  it('are ten thousand where a text makes so many', () =>
    expect(extractClaims(Array.from({ length: 10_000 }, (_, at) => `\`src/a${at}.ts\``).join(' '))).toHaveLength(
      10_000,
    ))
})
