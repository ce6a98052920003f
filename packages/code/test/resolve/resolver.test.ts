import { posix } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson, readTables } from '../../src/resolve/configs.ts'
import { importKeys } from '../../src/resolve/import-keys.ts'
import { createPathIndex, joinPath, nearest, stripExtension } from '../../src/resolve/path-index.ts'
import { importerOf, resolverOf, type Tree, unmet } from './resolved.ts'
import { runs } from '../../../../test/scale.ts'

/** With the extension of its files, what stands between the parts of a name, and what it may begin with. */
const languages = [
  ['typescript', '.ts', '/', ['', '@/', '@acme/a/', '@acme/a/x/', '/']],
  ['javascript', '.js', '/', ['', '~core', '@acme/a', '@acme/a/']],
  ['python', '.py', '.', ['', '.', '..', '...']],
  ['go', '.go', '/', ['example.com/m/', 'example.com/m', 'example.com/']],
  ['rust', '.rs', '::', ['crate::', 'self::', 'super::', 'super::super::', 'mod ', 'net_core::', '']],
  ['java', '.java', '.', ['']],
  ['scala', '.scala', '.', ['']],
  ['c#', '.cs', '.', ['']],
  ['php', '.php', '\\', ['App\\', '', '\\']],
  ['ruby', '.rb', '/', ['']],
  ['c', '.h', '/', ['', '<']],
  ['elixir', '.ex', '.', ['']],
  ['haskell', '.hs', '.', ['']],
  ['lua', '.lua', '.', ['']],
  ['dart', '.dart', '/', ['package:acme/', '']],
  ['zig', '.zig', '/', ['']],
  ['css', '.scss', '/', ['', '~', '@/']],
  ['bash', '.sh', '/', ['', '$DIR/', '/']],
] as const

const part = fc.constantFrom(
  'src',
  'lib',
  'a',
  'b',
  'net',
  'Core',
  'index',
  '__init__',
  'mod',
  'user_token',
  '用户',
  'x.test',
  'tests',
)
const place = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))

const configs: Tree = {
  'tsconfig.json': '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"], "~core": ["lib/Core"] } } }',
  'a/package.json': '{ "name": "@acme/a", "exports": { "./x/*": "./dist/*.js", ".": "./src/index.ts" } }',
  'go.mod': 'module example.com/m\n',
  'Cargo.toml': '[package]\nname = "net-core"\n',
  'composer.json': '{ "autoload": { "psr-4": { "App\\\\": "src/" } } }',
  'pubspec.yaml': 'name: acme\n',
}

/** An import of one language that is written for one of the files. */
const question = fc
  .record({
    rules: fc.constantFrom(...languages),
    places: fc.uniqueArray(place, { minLength: 2, maxLength: 12 }),
    target: fc.nat(11),
    dropped: fc.nat(3),
    cut: fc.nat(1),
    isRelative: fc.boolean(),
    hasExtension: fc.boolean(),
    prefix: fc.nat(6),
    names: fc.array(fc.constantFrom('a', 'b', 'Core', '*', 'net'), { maxLength: 2 }),
  })
  .map(({ rules: [language, extension, joint, prefixes], places, names, ...choice }) => {
    const target = places[choice.target % places.length] ?? ''
    const parts = target.split('/').slice(choice.dropped)
    const plain = parts.slice(0, parts.length - choice.cut).join(joint)
    const from = (places[0] ?? '') + extension
    const beside = joint === '/' && choice.isRelative ? relativePath(from, target) : undefined
    const specifier = beside ?? (prefixes[choice.prefix % prefixes.length] ?? '') + plain
    const written = specifier + (choice.hasExtension || language === 'zig' ? extension : '')
    return { language, paths: places.map((each) => each + extension), names, specifier: written, from }
  })

function relativePath(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

describe('any import', () => {
  it('leads to files of the source, and each is found from there by its keys', () =>
    fc.assert(
      fc.property(question, ({ paths, ...asked }) => {
        const tree = { ...configs, ...Object.fromEntries(paths.map((path) => [path, ''])) }
        const resolver = resolverOf(tree)
        const found = resolver.resolve(importerOf(tree, asked), asked.specifier, asked.names)
        expect(found.filter((path) => !(path in tree))).toEqual([])
        expect(unmet(tree, asked, found, resolver)).toEqual([])
      }),
      { numRuns: runs(3_000) },
    ))

  it('of any text at all throws nothing and leads to nothing outside', () =>
    fc.assert(
      fc.property(fc.constantFrom(...languages), fc.string({ unit: 'binary' }), ([language, extension], specifier) => {
        const tree = { ...configs, [`a/b${extension}`]: '', [`a/c${extension}`]: '' }
        const asked = { language, from: `a/b${extension}`, specifier }
        const found = resolverOf(tree).resolve(importerOf(tree, asked), specifier, [specifier])
        expect(found.filter((path) => !(path in tree))).toEqual([])
      }),
    ))
})

describe('configuration of any text', () => {
  const path = fc.constantFrom(
    'tsconfig.json',
    'package.json',
    'go.mod',
    'Cargo.toml',
    'pyproject.toml',
    'composer.json',
  )
  it('a configuration of any text throws nothing', () =>
    fc.assert(
      fc.property(path, fc.string(), fc.json(), (name, text, json) => {
        for (const each of [text, json]) {
          const resolver = resolverOf({ [name]: each, 'a.ts': '', 'b.ts': '' })
          for (const [language] of languages) {
            resolver.resolve({ path: 'a.ts', language, module: null }, 'x/y', [])
            resolver.aliasesOf('b.ts', language)
          }
          expect(resolver.resolve({ path: 'a.ts', language: 'typescript', module: null }, './b')).toEqual(['b.ts'])
        }
      }),
    ))

  it.each([
    ['comments in a circle', '/*'.repeat(200_000)],
    ['a string without its end', `{ "a": "${'\\'.repeat(300_000)}`],
    ['brackets', '['.repeat(300_000)],
    ['commas', `{${', '.repeat(300_000)}}`],
    ['one long line', `[${' '.repeat(900_000)}`],
  ])('is read in a moment: %s', (_, text) => {
    expect(readJson(text)).toEqual({})
    expect(readTables(text).size).toBe(0)
  })
})

describe('paths', () => {
  it.each([
    ['src', './a', 'src/a'],
    ['src', '../a', 'a'],
    ['src', '..', ''],
    ['src', '../..', undefined],
    ['', '../etc', undefined],
    ['src', 'a/../../b', 'b'],
    ['src/a', '././/b/', 'src/a/b'],
  ])('%s and %s', (folder, relative, expected) => expect(joinPath(folder, relative)).toBe(expected))

  it.each([
    ['a/b.ts', 'a/b'],
    ['a/b.d.ts', 'a/b'],
    ['a/b.service', 'a/b.service'],
    ['a/b.test.tsx', 'a/b.test'],
    ['a.b/c', 'a.b/c'],
  ])('%s without its extension', (path, expected) => expect(stripExtension(path)).toBe(expected))

  it('the nearest shares most folders, then is shortest', () =>
    expect(nearest('a/b/c.ts', ['x.ts', 'a/z.ts', 'a/b/yy.ts', 'a/b/y.ts'])).toEqual(['a/b/y.ts']))
})

describe('keys', () => {
  it('are few and fit into an index term', () => {
    const deep = `${'folder/'.repeat(20)}a.ts`
    const keys = importKeys({ path: deep, language: 'typescript', module: null }, './b', [])
    expect(keys).toHaveLength(1)
    expect(keys[0]?.length).toBeLessThanOrEqual(59)
  })
  it('of two long paths differ', () => {
    const key = (name: string) =>
      importKeys({ path: `${'folder/'.repeat(20)}a.ts`, language: 'typescript', module: null }, name, [])
    expect(key('./b')).not.toEqual(key('./c'))
  })
})

it('an index of 100,000 paths answers within a moment', () => {
  const paths = Array.from({ length: 100_000 }, (_, at) => `packages/p${at % 300}/src/part${at % 40}/file${at}.ts`)
  const index = createPathIndex(paths)
  expect(index.has('packages/p7/src/part7/file7.ts')).toBe(true)
  expect(index.endingIn('part7/file7.ts')).toEqual(['packages/p7/src/part7/file7.ts'])
  expect(index.filesIn('packages/p7/src/part7').length).toBeGreaterThan(1)
  expect(index.foldersEndingIn('p7/src/part7')).toEqual(['packages/p7/src/part7'])
})
