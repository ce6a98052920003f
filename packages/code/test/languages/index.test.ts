import { describe, expect, it } from 'vitest'
import { isLanguage, grammarsFor, languageNamed, languageOf, languages } from '../../src/languages/index.ts'

it.each<readonly [path: string, head: string, expected: string | undefined]>([
  ['src/a.ts', '', 'typescript'],
  ['src/a.d.ts', '', 'typescript'],
  ['src/A.TSX', '', 'tsx'],
  ['a.mjs', '', 'javascript'],
  ['a.vue', '', 'vue'],
  ['a.go', '', 'go'],
  ['a.unknown', '', undefined],
  ['a.unknown', '#!/usr/bin/env node', undefined],
  ['LICENSE', '', undefined],
  ['', '', undefined],
  ['bin/run', '#!/usr/bin/env node\n', 'javascript'],
  ['bin/run', '#!/usr/bin/env -S A=1 node --flag\n', 'javascript'],
  ['scripts/build', '#!/usr/local/bin/node18.1', 'javascript'],
  ['run', '#!/usr/bin/node', 'javascript'],
  ['bin/run', 'node', undefined],
  ['bin/run', '#!', undefined],
  ['src/run', '#!/usr/bin/env node', undefined],
  ['a.h', '#ifndef A_H\n#define A_H\nint a(void);\n#endif\n', 'c'],
  ['a.h', '/* A class of its own,\n * namespace of none */\n#include <stdio.h>\nstruct a { int b; };\n', 'c'],
  ['a.h', '#pragma once\n#include <vector>\n', 'c++'],
  ['a.h', '#pragma once\nnamespace a {\n', 'c++'],
  ['a.h', 'template <typename T>\nT a(T);\n', 'c++'],
  ['a.h', 'class A : public B {\n', 'c++'],
  ['a.h', 'std::string a();\n', 'c++'],
  ['a.c', 'std::string a();\n', 'c'],
])('languageOf: %s %j', (path, head, expected) => expect(languageOf(path, head)?.name).toBe(expected))

describe('languages', () => {
  it('no two have the same name, extension, file name or interpreter', () => {
    const all = languages.flatMap(({ name, extensions, fileNames = [], interpreters = [] }) => [
      `name ${name}`,
      ...extensions,
      ...fileNames.map((each) => `file ${each}`),
      ...interpreters.map((each) => `#!${each}`),
    ])
    expect(all.filter((each, at) => all.indexOf(each) !== at)).toEqual([])
  })

  it('each is found by its name and by its extensions', () => {
    for (const language of languages) {
      expect(languageNamed(language.name)).toBe(language)
      for (const extension of language.extensions) expect(languageOf(`a${extension}`)).toBe(language)
    }
  })
})

describe('grammarsFor', () => {
  it.each<readonly [paths: readonly string[], expected: readonly string[]]>([
    [[], []],
    [
      ['a.ts', 'b.ts', 'c.tsx', 'LICENSE', 'Makefile', 'd.json'],
      ['typescript', 'tsx'],
    ],
    [['a.h'], ['c', 'cpp']],
    [['a.c'], ['c']],
    [['a.vue'], ['typescript', 'javascript']],
  ])('%j', (paths, expected) => expect(grammarsFor(paths)).toEqual(expected))

  it('a script may be of any interpreter', () => expect(grammarsFor(['bin/run'])).toContain('javascript'))
})

it.each([
  ['typescript', 'ts', true],
  ['tsx', 'TypeScript', true],
  ['tsx', 'tsx', true],
  ['typescript', 'tsx', false],
  ['javascript', 'js', true],
  ['javascript', 'mjs', true],
  ['python', 'py', true],
  ['go', 'golang', true],
  ['bash', 'shell', true],
  ['bash', 'sh', true],
  ['c#', 'csharp', true],
  ['c#', '.cs', true],
  ['c++', 'cpp', true],
  ['c', 'c++', false],
  ['rust', 'rs', true],
  ['markdown', 'md', true],
  [null, 'ts', false],
  ['python', 'klingon', false],
] as const)('files of %s are meant by "%s": %s', (language, requested, isMeant) => {
  expect(isLanguage(language, requested)).toBe(isMeant)
})
