import { expect, it } from 'vitest'
import { briefCode, briefPack } from '../../src/pack/brief.ts'

const result = {
  path: 'src/ebb.ts',
  startLine: 1,
  endLine: 9,
  symbol: null,
  matchReason: 'holds ebb',
  snippet: 'ebb()',
}
const pack = {
  query: 'ebb',
  rerankMode: 'auto',
  relatedDepth: 1,
  responseStats: {},
  primaryResults: [{ ...result, freshness: 'fresh' }],
  relatedFiles: [],
  relatedSnippets: [],
  tests: [],
  suggestedPaths: ['src/ebb.ts'],
  context: { omittedResults: 0, hasMore: false, usedContextChars: 5 },
}

it.each([
  [
    'code below its place, and nothing that is as always',
    pack,
    { query: 'ebb', plainText: 'src/ebb.ts:1-9  holds ebb\nebb()' },
  ],
  [
    'each passage of a file with its own lines, and what is not as always',
    {
      ...pack,
      primaryResults: [
        {
          ...result,
          symbol: 'Tide.ebb',
          freshness: 'stale',
          role: 'test',
          more: [{ startLine: 20, endLine: 20, snippet: 'flow()' }],
        },
        { ...result, path: 'src/flow.ts', freshness: 'fresh', role: 'source', snippet: undefined },
      ],
      context: { ...pack.context, omittedResults: 2, hasMore: true },
    },
    {
      query: 'ebb',
      omittedResults: 2,
      hasMore: true,
      plainText: `src/ebb.ts:1-9  Tide.ebb · holds ebb · test · stale
ebb()

src/ebb.ts:20
flow()

src/flow.ts:1-9  holds ebb`,
    },
  ],
  [
    'what else is to be read, in a line each',
    {
      ...pack,
      primaryResults: [],
      further: [{ path: 'src/flow.ts', startLine: 3, snippet: 'export function flow() {' }],
      relatedFiles: [
        {
          sourcePath: 'src/moon.ts',
          role: 'source',
          via: 'seed',
          symbols: [],
          imports: ['a.ts:1'],
          importedBy: ['b.ts:2'],
        },
        { sourcePath: 'src/sun.ts', symbols: [{ name: 'Sun', kind: 'class', line: 3 }] },
      ],
      relatedSnippets: [{ path: 'src/moon.ts', startLine: 4, endLine: 4, snippet: 'pull()' }],
      tests: [{ path: 'test/ebb.ts', covers: 'src/ebb.ts' }],
      suggestedPaths: ['test/ebb.ts'],
    },
    {
      query: 'ebb',
      plainText: `src/moon.ts:4
pull()

Further:
src/flow.ts:3  export function flow() {

Related:
src/moon.ts  imports a.ts:1; imported by b.ts:2
src/sun.ts  symbols Sun class 3

Tests:
test/ebb.ts of src/ebb.ts

To read:
test/ebb.ts`,
    },
  ],
])('a pack is plain text with %s', (_, output, expected) => expect(briefPack(output)).toEqual(expected))

it.each([
  [
    'what was not configured is not told',
    { results: [], fallback: { reason: 'embedding_unavailable' }, rerankApplied: true, responseStats: {} },
    { results: [] },
  ],
  [
    'an excerpt has its line numbers, and its citation the lines of the place',
    {
      results: [
        {
          path: 'src/ebb.ts',
          startLine: 1,
          endLine: 9,
          citation: 'wuku://code/sea/src/ebb.ts#L1-L9',
          snippetStartLine: 3,
          snippet: 'ebb()\nflow()',
        },
      ],
    },
    {
      results: [{ path: 'src/ebb.ts', citation: 'wuku://code/sea/src/ebb.ts#L1-L9', snippet: '3: ebb()\n4: flow()' }],
    },
  ],
  ['a name that only resembles says so', { match: 'fuzzy', isBounded: false, omitted: 0 }, { match: 'fuzzy' }],
])('%s', (_, output, expected) => expect(briefCode(output)).toEqual(expected))
