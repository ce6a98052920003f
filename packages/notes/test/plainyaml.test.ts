import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readPlainYaml } from '../src/frontmatter.ts'
import { runs } from '../../../test/scale.ts'

const byPackage = (yaml: string): unknown => {
  try {
    return parse(yaml, { schema: 'failsafe', logLevel: 'error' })
  } catch {
    return 'broken'
  }
}

describe('readPlainYaml', () => {
  it.each([
    'title: Spring tides',
    'title: "Ebb: flow"\ndate: 2024-01-02T10:00:00Z',
    'tags: [a, \'b\', "c d"]\n# comment\nurl: https://sea.example/a#b',
    'aliases:\n  - ebb\n  - "flow"\nkeys:\n- a\n- b\n',
    'empty: []\nname: 潮汐',
  ])('reads %j as the package does', (yaml) => {
    expect(readPlainYaml(yaml)).toBeDefined()
    expect(readPlainYaml(yaml)).toEqual(byPackage(yaml))
  })

  it.each([
    'a: b: c',
    'a: |\n  text',
    'a: {b: c}',
    'a: &x b',
    'a: b\na: c',
    'text',
    'a: b # c',
    'a: "x\\n"',
    'a: [b, [c]]',
    '- a',
  ])('leaves %j to the package', (yaml) => expect(readPlainYaml(yaml)).toBeUndefined())

  const word = fc.string({
    unit: fc.constantFrom(
      'a',
      'B',
      '7',
      '潮',
      ' ',
      '-',
      ':',
      '#',
      '"',
      "'",
      '[',
      ']',
      ',',
      '\\',
      '&',
      '*',
      '.',
      '/',
      '~',
      '\t',
    ),
    maxLength: 8,
  })
  const line = fc.oneof(
    fc.tuple(fc.constantFrom('a', 'b', 'tags'), fc.constantFrom(': ', ':'), word).map((parts) => parts.join('')),
    fc.tuple(fc.constantFrom('- ', '  - ', '    - ', '-'), word).map((parts) => parts.join('')),
    word,
    fc.constantFrom('', '# note'),
  )

  it('never says anything else than the package', () =>
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
        const plain = readPlainYaml(lines.join('\n'))
        if (plain) expect(plain).toEqual(byPackage(lines.join('\n')))
      }),
      { numRuns: runs(5_000) },
    ))
})
