import { expect, it } from 'vitest'
import { hitsOf } from '../src/call-log.ts'

const key = `sk-proj-${'Fake0'.repeat(10)}`
const many = Array.from({ length: 30 }, (_, at) => ({ citation: `wuku://notes/n/${at}.md` }))

it.each<[says: string, output: unknown, expected: readonly string[]]>([
  ['nothing', undefined, []],
  ['a text', { text: 'x' }, []],
  ['a document', { citation: 'wuku://notes/n/a.md', results: many }, ['wuku://notes/n/a.md']],
  ['a list', { notes: ['x'], results: [{ citation: 'wuku://notes/n/a.md', path: 'a.md' }] }, ['wuku://notes/n/a.md']],
  ['paths', { total: 2, files: [{ path: 'a.ts' }, { name: 'b' }, { path: 'c.ts' }] }, ['a.ts', 'c.ts']],
  [
    'the first list with names',
    { counts: [{ day: 'x' }], list: [{ uri: 'wuku://notes/n/a.md' }] },
    ['wuku://notes/n/a.md'],
  ],
  ['twenty of many', { results: many }, many.slice(0, 20).map(({ citation }) => citation)],
  ['a secret', { results: [{ path: `${key}.md` }, { path: 'a.md' }] }, ['a.md']],
  ['a path of any length', { results: [{ path: 'x'.repeat(501) }] }, []],
])('results of %s', (_says, output, expected) => expect(hitsOf(output)).toEqual(expected))
