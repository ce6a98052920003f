import { describe, expect, it } from 'vitest'
import { placeMarks } from '../src/code-marks.ts'
import type { Mark } from '@wuku/core/ports/source-reader'
import { readCode } from './read-code.ts'

const written = (marks: readonly Mark[]): readonly string[] =>
  marks.map(({ family, value, weight }) => `${family}:${value}${weight === 1 ? '' : ` ${weight}`}`)

it.each<readonly [path: string, expected: string]>([
  ['app/models/user_service.py', 'stem:user_service stem:user stem:service dir:app dir:models'],
  ['src/getUserById.ts', 'stem:getuserbyid stem:get stem:user stem:by stem:id dir:src'],
  ['src/users/index.ts', 'stem:index stem:users dir:src dir:users'],
  ['src/users/index.d.ts', 'stem:index stem:users dir:src dir:users'],
  ['pkg/users/__init__.py', 'stem:__init__ stem:init stem:users dir:pkg dir:users'],
  [
    'crates/tokio-util/src/lib.rs',
    'stem:lib stem:tokio-util stem:tokio stem:util dir:tokio-util dir:tokio dir:util dir:src',
  ],
  ['main.go', 'stem:main'],
  ['a/b/c/d.e.f.ts', 'stem:d.e.f stem:d stem:e stem:f dir:b dir:c'],
  ['Makefile', 'stem:makefile'],
  ['.env', 'stem:.env stem:env'],
  ['.github/.eslintrc.js', 'stem:.eslintrc stem:eslintrc dir:.github dir:github'],
  ['src/组件/用户.vue', 'stem:用户 dir:src dir:组件'],
])('placeMarks: %s', (path, expected) => expect(written(placeMarks(path)).join(' ')).toBe(expected))

describe('marks of chunks', () => {
  const body = '  work()\n'.repeat(30)
  const file = `import { a } from './other.js'\nimport fs from 'node:fs'\n\nexport class Sea {\n  depth = 1\n  ebb() {\n${body}  }\n  flow() {\n${body}  }\n}\n\nexport function ebb() {\n${body}}\nexport const most = 1\ndescribe('x', () => {})\n`

  it('are what a chunk defines, by the line of the declaration, and once what the file imports', async () => {
    const { chunks } = await readCode('sea.ts', file)
    const defined = chunks.map(({ marks = [] }) => written(marks.filter(({ family }) => family === 'def')))
    expect(defined).toEqual([
      ['def:Sea', 'def:depth 0.5'],
      ['def:ebb 0.7'],
      ['def:flow 0.7'],
      ['def:ebb 0.9'],
      ['def:most 0.5'],
    ])
    const imported = chunks.map(({ marks = [] }) => written(marks.filter(({ family }) => family === 'imp')))
    expect(imported[0]).toContain('imp:/other')
    expect(imported.slice(1).flat()).toEqual([])
  })

  it('a body is defined rather than its prototype', async () => {
    const defined = async (path: string, text: string) =>
      (await readCode(path, text)).chunks.flatMap(({ marks = [] }) =>
        written(marks.filter(({ family }) => family === 'def')),
      )
    expect(await defined('sea.h', 'int ebb(int moon);\nvoid flow(void);\n')).toEqual(['def:ebb 0.6', 'def:flow 0.6'])
    expect(await defined('sea.c', 'int ebb(int moon) { return moon; }\n')).toEqual(['def:ebb 0.9'])
    expect(await defined('sea.ts', 'export function ebb(moon: number): void;\n')).toEqual(['def:ebb 0.9'])
  })

  it('a long function is defined where its declaration is, below its comment', async () => {
    const long = `/**\n${' * Tides come and go, and the moon is above them.\n'.repeat(60)} */\nfunction ebb() {\n${body}}\n`
    const { chunks } = await readCode('sea.ts', long)
    const defining = chunks.filter(({ marks = [] }) => marks.some(({ family }) => family === 'def'))
    expect(chunks.length).toBeGreaterThan(2)
    expect(defining.map(({ start, end }) => long.slice(start, end).includes('function ebb()'))).toEqual([true])
  })

  it('each chunk has its place', async () => {
    const { chunks } = await readCode('water/sea.ts', file)
    for (const { marks = [] } of chunks)
      expect(written(marks)).toEqual(expect.arrayContaining(['stem:sea', 'dir:water']))
  })
})
