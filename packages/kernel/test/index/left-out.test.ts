import { expect, it } from 'vitest'
import { leftOutBy } from '../../src/index/diff.ts'

it.each([
  ['itself', ['a/x.log'], 'a/x.log', true],
  ['what lies below a folder', ['a/'], 'a/b/x.log', true],
  ['what lies in a file', ['a/all.zip'], 'a/all.zip/会话', true],
  ['a part of a file', ['a/x.log'], 'a/x.log@12', true],
  ['a part alone', ['x.log@2'], 'x.log@2', true],
  ['no other part', ['x.log@2'], 'x.log@3', false],
  ['not what begins alike', ['a/x'], 'a/x.log', false],
  ['not what lies above', ['a/b/c'], 'a/b', false],
  ['nothing, when nothing is named', [], 'a', false],
  ['nothing by an empty name', ['', '/'], 'a/b', false],
])('a name leaves out %s', (_, names, item, expected) => expect(leftOutBy(names)(item)).toBe(expected))
