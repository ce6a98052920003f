import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', 'src')
const tokens = 'styles/tokens.css'
const files = globSync(['**/*.vue', '**/*.css'], { cwd: root }).filter((path) => path !== tokens)
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Values that stand for themselves where a token of the scale has to: sizes of spaces, corners, letters, layers, times and colours. */
const LITERALS: readonly (readonly [property: RegExp, value: RegExp])[] = [
  [/^(?:padding|margin|gap|row-gap|column-gap)/, /\d(?:px|rem|em)\b/],
  [/radius$/, /[1-9]\d*px/],
  [/^font-size$/, /\dpx/],
  [/^font-weight$/, /\d/],
  [/^z-index$/, /\d/],
  [/^transition/, /\d(?:m?s)\b/],
  [/./, /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|light-dark)\(/i],
]

function literalsIn(css: string): readonly string[] {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/url\([^)]*\)/g, '')
  return [...plain.matchAll(/(?:^|[;{])\s*([\w-]+):\s*([^;{}]+)(?=[;}])/g)]
    .filter(([, property = '', value = '']) =>
      LITERALS.some(([name, literal]) => name.test(property) && literal.test(value.replaceAll('in oklab', ''))),
    )
    .map(([, property, value]) => `${property}: ${value}`)
}

const stylesOf = (path: string): string =>
  path.endsWith('.css')
    ? read(path)
    : [...read(path).matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('')

describe('styles of the console', () => {
  it.each(files)('%s takes its scale from the tokens', (path) => expect(literalsIn(stylesOf(path))).toEqual([]))

  it.each(files)('%s leaves lists and days to our own parts', (path) => {
    expect(read(path).match(/<select\b|type="(?:date|time|month|datetime-local)"/g) ?? []).toEqual([])
  })

  it('use no token that is not there', () => {
    const known = new Set([...read(tokens).matchAll(/(--[\w-]+):/g)].map(([, name]) => name))
    const used = files.flatMap((path) => {
      const css = stylesOf(path)
      const own = new Set([...read(path).matchAll(/(--[\w-]+)['"]?:/g)].map(([, name]) => name))
      return [...css.matchAll(/var\((--(?!reka)[\w-]+)/g)].flatMap(([, name]) =>
        known.has(name) || own.has(name) ? [] : [`${path}: ${name}`],
      )
    })
    expect(used).toEqual([])
  })

  it('move for less than a fifth of a second', () => {
    const [, quick = ''] = /--quick: ([\d.]+)s/.exec(read(tokens)) ?? []
    expect(Number(quick)).toBeLessThan(0.2)
    const longer = files.flatMap((path) =>
      [...stylesOf(path).matchAll(/animation:\s*([^;]+);/g)].flatMap(([, value = '']) =>
        // What tells that work goes on lasts as long as the work.
        value.split(',').filter((one) => /\d+s|\ds/.test(one) && !/infinite/.test(one) && !/\b0?\.[01]\d*s/.test(one)),
      ),
    )
    expect(longer).toEqual([])
  })

  it.each([
    ['a { padding: 4px var(--s2) }', 1],
    ['a { padding: var(--s1); border: 1px solid var(--line); width: 30px }', 0],
    ['a { border-radius: 8px; color: #fff }', 2],
    ['a { background: color-mix(in oklab, var(--bad) 40%, transparent) }', 0],
    ['a { transition: rotate 0.12s; z-index: 40 }', 2],
  ])('%s has %i literals', (css, count) => expect(literalsIn(css)).toHaveLength(count))
})
