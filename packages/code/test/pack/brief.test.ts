import { expect, it } from 'vitest'
import { briefPack } from '../../src/pack/brief.ts'

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
