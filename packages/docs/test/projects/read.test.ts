import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileKindOf, fileKinds } from '../../src/projects/project-files.ts'
import { read } from './check.ts'
import { runs } from '../../../../test/scale.ts'

describe('broken files', () => {
  it.each<[path: string, text: string, said: RegExp]>([
    ['package.json', '{"dependencies": ', /^package\.json cannot be read/],
    ['package.json', '[]', /not a JSON object/],
    ['Cargo.toml', '[dependencies]\nserde = ', /line 2: invalid value/],
    ['pyproject.toml', '[project\n', /line 1: .*key/],
    ['pyproject.toml', '[project]\nname = "a"\nname = "b"\n', /line 3: trying to redefine/],
    ['poetry.lock', 'a = """never closed', /line 1: unfinished string/],
    ['Cargo.lock', `${'[[package]]\n'.repeat(10_000)}!`, /line 10001: /],
    ['Cargo.lock', `a = ${'['.repeat(100_000)}`, /line 1: .*excessively nested/],
    ['pom.xml', '<a>'.repeat(60_000), /too deep/],
    ['composer.lock', '', /cannot be read/],
  ])('%s with %j is a problem', (path, text, said) => {
    const { items, problems } = read({ [path]: text.slice(0, 200_000), 'go.mod': 'require a.example/b v1.0.0' })
    expect(items.map(({ name }) => name)).toEqual(['a.example/b'])
    expect(problems.map((problem) => [problem.path, said.test(String(problem.said))])).toEqual([[path, true]])
  })

  it('never throw, whatever is in them', () => {
    const bits = [
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      ':',
      '=',
      '\n',
      '  ',
      '.',
      '@',
      '(',
      ')',
      ',',
      '#',
      '<',
      '>',
      '${a}',
      '\\',
    ]
    const words = [
      'dependencies',
      'packages',
      'project',
      '__proto__',
      'constructor',
      'version',
      '1.0',
      '潮汐',
      '👩‍👩‍👧',
      'a',
    ]
    const names = fileKinds.flatMap((kind) => kind.names).map((name) => name.replace('*', ''))
    const anyText = fc.array(fc.constantFrom(...bits, ...words), { maxLength: 40 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.oneof(anyText, fc.json()), (path, text) => {
        const { items, problems } = read({ [path]: text })
        expect(items.every(({ name }) => typeof name === 'string')).toBe(true)
        expect(problems.length).toBeLessThan(2)
      }),
      { numRuns: runs(3_000) },
    )
  })
})

it.each<[path: string, ecosystem: string | undefined]>([
  ['package.json', 'npm'],
  ['应用/package.json', 'npm'],
  ['requirements.txt', 'pypi'],
  ['requirements-dev.txt', 'pypi'],
  ['requirements/base.txt', 'pypi'],
  ['docs/base.txt', undefined],
  ['my-package.json', undefined],
  ['vendor/x/go.mod', undefined],
  ['a/.venv/lib/pyproject.toml', undefined],
  ['package.json.orig', undefined],
])('which files are read: %s: %s', (path, ecosystem) => expect(fileKindOf(path)?.ecosystem).toBe(ecosystem))

describe('files of many megabytes', () => {
  const count = 60_000
  const names = Array.from({ length: count }, (_, nth) => `package-${nth}`)
  it.each<[path: string, text: () => string]>([
    [
      'package-lock.json',
      () =>
        JSON.stringify({
          packages: Object.fromEntries(
            names.map((name) => [`node_modules/${name}`, { version: '1.0.0', integrity: 'x'.repeat(95) }]),
          ),
        }),
    ],
    [
      'yarn.lock',
      () => names.map((name) => `${name}@^1.0.0:\n  version "1.0.0"\n  integrity ${'x'.repeat(95)}\n\n`).join(''),
    ],
    [
      'pnpm-lock.yaml',
      () =>
        `packages:\n${names.map((name) => `  ${name}@1.0.0:\n    resolution: {integrity: ${'x'.repeat(95)}}\n`).join('\n')}`,
    ],
    [
      'bun.lock',
      () =>
        `{"packages":{${names.map((name) => `"${name}": ["${name}@1.0.0", "", {}, "${'x'.repeat(95)}",],`).join('\n')}}}`,
    ],
    [
      'uv.lock',
      () =>
        names
          .map((name) => `[[package]]\nname = "${name}"\nversion = "1.0.0"\nfiles = ["${'x'.repeat(95)}"]\n# more\n`)
          .join('\n'),
    ],
  ])('%s is read in a moment', (path, text) => {
    const { items, problems } = read({ [path]: text() })
    expect([items.length, problems]).toEqual([count, []])
  })
})
