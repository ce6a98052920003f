import { expect, it } from 'vitest'
import { leftOut } from '../../../bench/symbols/left-out.ts'
import { codeOf } from '../../../bench/symbols/plain-code.ts'

it.each([
  ['typescript', "ebb() // ebb\n/* ebb\n ebb */ 'ebb' + `ebb`", [1]],
  ['python', 'def ebb():\n  """ebb\n  ebb"""\n  return ebb # ebb', [1, 4]],
  ['rust', "fn ebb<'a>(x: &'a str) {}\nlet e = 'e'; ebb(\"ebb\")", [1, 2]],
  ['lua', 'ebb() -- ebb\n--[[ ebb\nebb ]]', [1]],
])('code without comments and strings of %s', (language, text, lines) =>
  expect(codeOf(text, language).flatMap((line, at) => (line.includes('ebb') ? [at + 1] : []))).toEqual(lines),
)

it.each([
  [{ language: 'Go', kind: 'package' }, 'says what the file belongs to; the outline has it as its module'],
  [{ name: '__anon1' }, 'has no name'],
  [{ kind: 'variable', scopeKind: 'function' }, 'stands within a function'],
  [{ kind: 'constant', pattern: "/^const ebb = require('ebb')$/" }, 'names what is defined elsewhere'],
  [{ kind: 'class', pattern: '/^class ebb {$/' }, undefined],
  [{ kind: 'class', pattern: '/^Tide.ebb = {$/' }, 'is a value within a block, or one that ctags takes for a class'],
  [{ language: 'Python', kind: 'function', scopeKind: 'member' }, 'stands within a function'],
  [{ language: 'C++', kind: 'member', scopeKind: 'member' }, undefined],
  [{ language: 'C++', kind: 'variable', pattern: '/^    int ebb = 1;$/' }, 'stands within a function'],
  [{ language: 'C', kind: 'macro', pattern: '/^#define EBB_H$/' }, 'is a guard without a value'],
])('of %j', (tag, reason) =>
  expect(leftOut({ name: 'ebb', path: 'a', line: 1, language: 'JavaScript', kind: 'function', ...tag })).toBe(reason),
)
