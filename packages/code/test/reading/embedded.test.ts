import { describe, expect, it } from 'vitest'
import { readCode } from '../read-code.ts'

/** Symbols and imports with their lines. */
const check = async (path: string, text: string, expected: readonly string[]) => {
  const { outline } = await readCode(path, text)
  const symbols = outline.symbols.map(({ kind, name, line }) => `${kind} ${name} ${line}`)
  const imports = outline.imports.map(({ specifier, line }) => `${specifier} ${line}`)
  expect([...symbols, ...imports]).toEqual(expected)
}

describe('scripts in other texts', () => {
  it.each<readonly [why: string, path: string, text: string, expected: readonly string[]]>([
    [
      'Vue',
      'a.vue',
      `<template>\n  <b @click="go">{{ x > 1 }}</b>\n</template>\n\n<script setup lang="ts" generic="T extends A<B>">\nimport b from './b.vue'\nconst go = (x: number) => x\n</script>\n\n<style>\nb { color: red }\n</style>\n`,
      ['function go 7', './b.vue 6'],
    ],
    [
      'Svelte, two scripts',
      'a.svelte',
      `<script context="module">\nexport const a = 1\n</script>\n<script>\r\nimport { b } from './b.js'\r\nfunction go() {}\r\n</script>\r\n<b>涨潮 👨‍👩‍👧</b>\n`,
      ['constant a 2', 'function go 6', './b.js 5'],
    ],
    [
      'Astro',
      'a.astro',
      `---\nimport B from './B.astro'\nconst all: string[] = []\n---\n<B>{all}</B>\n<script>\nfunction go() {}\n</script>\n`,
      ['constant all 3', 'function go 7', './B.astro 2'],
    ],
    ['Astro without a head', 'a.astro', '<b>\n---\nconst a = 1\n---\n</b>\n', []],
    ['HTML', 'a.html', '<html>\n<script>\nfunction go() {}\n</script>\n</html>\n', ['function go 3']],
    ['data is no script', 'a.vue', '<script type="application/json">\nfunction go() {}\n</script>\n', []],
    ['a module is', 'a.vue', '<script type="module">\nfunction go() {}\n</script>\n', ['function go 2']],
    ['one that is not closed is none', 'a.vue', '<script>\nfunction go() {}\n', []],
    ['one inside a quoted attribute', 'a.vue', '<script a=">" lang=\'ts\'>\ntype A = 1\n</script>', ['type A 2']],
    ['none', 'a.vue', '<template />\n', []],
  ])('%s', (_, path, text, expected) => check(path, text, expected))

  it.each(['<script ', '<script>', '<script "', '<script a=">', '<script></script>', '---\n'])(
    'many of %j take no longer than their length explains',
    async (bad) => {
      await readCode('a.vue', '')
      await readCode('a.astro', `${bad}\n`.repeat(20_000))
    },
  )
})
