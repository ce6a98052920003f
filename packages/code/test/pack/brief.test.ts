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
const further = [{ path: 'src/flow.ts', startLine: 3, snippet: 'export function flow() {' }]
const about = { query: 'ebb', rerankMode: 'auto', relatedDepth: 1, responseStats: {} }
const context = { omittedResults: 0, hasMore: false, usedContextChars: 5 }

it.each([
  [
    'what is as always is not said',
    {
      ...about,
      primaryResults: [{ ...result, freshness: 'fresh' as const }],
      further,
      suggestedPaths: ['src/ebb.ts', 'test/ebb.ts'],
      context,
    },
    { query: 'ebb', primaryResults: [result], further, suggestedPaths: ['test/ebb.ts'] },
  ],
  [
    'what is not, is',
    {
      primaryResults: [{ ...result, freshness: 'stale' as const }],
      suggestedPaths: [],
      context: { ...context, omittedResults: 2, hasMore: true },
    },
    { primaryResults: [{ ...result, freshness: 'stale' }], suggestedPaths: [], omittedResults: 2, hasMore: true },
  ],
])('%s', (_, output, expected) => expect(briefPack(output)).toEqual(expected))

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
