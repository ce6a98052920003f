import { expect, it } from 'vitest'
import { importsByCall, type CallStyle } from '../../src/languages/called.ts'

type Row = [text: string, found: readonly string[], style?: CallStyle]

it.each<Row>([
  ['', []],
  ["require('a')", ['1 a']],
  ['\n\nimport( "a" )', ['3 a']],
  ["x = require('a').b.c", ['1 a: b']],
  ["const { b, c: d, ...e } = await import('a')", ['1 a: b, c']],
  ['import(/* webpackChunkName: "x" */ `./a`)', ['1 ./a']],
  ['import(`./${a}`)', []],
  ["require('a' + b)", []],
  ['require(a)', []],
  ["required('a'), xrequire('a'), x.require('a')", []],
  ["// require('a')\n * import('b')\n# require('c')", []],
  ["require 'a'", []],
  ['require \'a\'\r\nrequire"b"', ['1 a', '2 b'], 'bare'],
  ["require('a');".repeat(2), ['1 a', '1 a']],
  ["require('./中文/👩‍👩‍👧.js')", ['1 ./中文/👩‍👩‍👧.js']],
  [`require('${'a'.repeat(1_000)}')`, []],
])('finds in %j %j', (text, found, style) => {
  const imports = importsByCall(text, ['require', 'import'], style)
  const said = imports.map(
    ({ line, specifier, names }) => `${line} ${specifier}${names.length > 0 ? ': ' : ''}${names.join(', ')}`,
  )
  expect(said).toEqual(found)
})
