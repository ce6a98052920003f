import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connectors } from '../src/connectors.ts'

const src = 'packages/connectors/src'
const own = new Set(['framework', 'http'])
const folders = readdirSync(src, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !own.has(entry.name))
  .map(({ name }) => name)
const filesOf = (folder: string): string[] =>
  readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(src, folder, file))
const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)].map(([, name = '']) =>
    name.startsWith('.') ? relative(src, join(dirname(file), name)) : name,
  )
const lines = (file: string): number => readFileSync(file, 'utf8').split('\n').length

/** Shapes and helpers that connectors may use. */
const OPEN = [
  'framework/connector.ts',
  'framework/since-list.ts',
  'framework/markdown-links.ts',
  'framework/markdown-parts.ts',
  'framework/recent.ts',
  'framework/rendered-twice.ts',
  'framework/title-path.ts',
  'http/client.ts',
  // Parsers of markup, which open nothing.
  'domhandler',
  'htmlparser2',
]

describe.each(folders)('the connector in %s', (folder) => {
  it('imports its own files, the shapes and helpers of the framework, core, messages and text', () => {
    const foreign = filesOf(folder)
      .flatMap(importsOf)
      .filter((name) => !name.startsWith(`${folder}/`) && !OPEN.includes(name))
      .filter((name) => !/^@wuku\/(?:core|messages|text)\//.test(name))
    expect(foreign).toEqual([])
  })
  it('opens no connection, file or clock, and reads no environment', () => {
    for (const file of filesOf(folder))
      expect(readFileSync(file, 'utf8')).not.toMatch(/\bfetch\(|node:|process\.|Date\.now\(\)/)
  })
  it('stays small', () => expect(filesOf(folder).reduce((sum, file) => sum + lines(file), 0)).toBeLessThan(610))
  it('is named outside of its folder by the list of connectors alone', () => {
    const others = ['.', ...own].flatMap((each) =>
      readdirSync(join(src, each))
        .filter((file) => file.endsWith('.ts'))
        .map((file) => join(src, each, file)),
    )
    const naming = others.filter((file) => importsOf(file).some((name) => name.startsWith(`${folder}/`)))
    expect(naming).toEqual([join(src, 'connectors.ts')])
  })
})

it('has a word of its own for each connector', () =>
  expect(new Set(connectors.map(({ host }) => host)).size).toBe(connectors.length))
