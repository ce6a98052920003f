import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ChunkId, DocumentId, StoredDocument } from '@wuku/core/core-types'
import { emptyOutline } from '../../src/outline.ts'
import { fillResults } from '../../src/pack/fill.ts'
import type { FoundFile } from '../../src/pack/find-files.ts'
import type { RatedPassage } from '../../src/pack/pack-passages.ts'
import { tokensOf } from '../../src/symbols/within-budget.ts'

const documentOf = (at: number): StoredDocument =>
  ({ id: at as DocumentId, path: `src/tide${at}.ts`, meta: { role: 'source' } }) as unknown as StoredDocument

const fileAt = (at: number): FoundFile => ({
  document: documentOf(at),
  freshness: 'fresh',
  score: 0.5,
  citation: '',
  variants: [],
  symbol: null,
  snippet: { line: 1, bestLine: 1, text: 'import { moon } from "./moon"' },
  passage: '',
  outline: emptyOutline,
  from: 1,
  to: 9,
  also: [],
  matchTypes: ['keyword'],
  matchReason: 'holds tide, ebb, flow, moon, harbour, current and 3 more; lacks storm',
})

const passageAt = (at: number, line: number, text: string): RatedPassage => ({
  worth: 1,
  passage: {
    chunk: (100 * at + line) as ChunkId,
    document: documentOf(at),
    facts: { start: 0, end: text.length, line, endLine: line + text.split('\n').length - 1, headings: [] },
    text,
  },
})

const body = (name: string): string => `function ${name}() {\n  return level + 1\n}\n`

interface Row {
  readonly says: string
  readonly budget: number
  readonly passages: readonly RatedPassage[]
  /** `file:first-last` of all code, as it is shown. */
  readonly shows: readonly string[]
}

it.each<Row>([
  { says: 'the beginnings where there are no passages', budget: 500, passages: [], shows: ['1:1-1', '2:1-1'] },
  {
    says: 'passages in place of the beginning, the best first',
    budget: 500,
    passages: [passageAt(2, 20, body('ebb')), passageAt(2, 5, body('flow'))],
    shows: ['1:1-1', '2:20-22', '2:5-7'],
  },
  {
    says: 'neighbours as one',
    budget: 500,
    passages: [passageAt(1, 5, body('ebb')), passageAt(1, 9, body('flow'))],
    shows: ['1:5-11', '2:1-1'],
  },
  {
    says: 'the best passages, and the beginning of the one that does not fit',
    budget: 260,
    passages: [passageAt(2, 5, body('flow')), passageAt(1, 40, body('ebb').repeat(40)), passageAt(2, 30, body('tide'))],
    shows: ['1:40-63', '2:5-7'],
  },
  {
    says: 'the beginning of a passage that fills the rest',
    budget: 300,
    passages: [passageAt(1, 40, body('ebb').repeat(40))],
    shows: ['1:40-93'],
  },
  { says: 'the first file, however little there is', budget: 1, passages: [], shows: ['1:1-1'] },
])('a budget is filled with $says', ({ budget, passages, shows }) => {
  const { results, spent } = fillResults([fileAt(1), fileAt(2)], passages, { budget, contextChars: 10_000 })
  const shown = results.flatMap(({ path, startLine, endLine, more = [] }) =>
    [{ startLine, endLine }, ...more].map((each) => `${path.at(8)}:${each.startLine}-${each.endLine}`),
  )
  expect(shown).toEqual(shows)
  expect(results[0]?.matchReason).toBe('holds tide, ebb, flow, moon, …')
  expect(spent).toBe(results.reduce((sum, result) => sum + tokensOf(result), 0))
  if (budget > 100) expect(spent).toBeLessThanOrEqual(budget)
})

const passage = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 40 }))
  .map(([file, line, bodies]) => passageAt(file, line * 200, body('ebb').repeat(bodies)))

it('a larger budget shows every file and never less code', () =>
  fc.assert(
    fc.property(
      fc.uniqueArray(passage, { maxLength: 12, selector: ({ passage: { chunk } }) => chunk }),
      fc.integer({ min: 1, max: 3_000 }),
      fc.integer({ min: 0, max: 1_000 }),
      (passages, budget, more) => {
        const shown = [budget, budget + more].map((each) => {
          const { results, snippetBudget } = fillResults([1, 2, 3, 4].map(fileAt), passages, {
            budget: each,
            contextChars: 100_000,
          })
          return { paths: results.map(({ path }) => path), chars: snippetBudget.used }
        })
        const [less, most] = [shown[0]!, shown[1]!]
        expect(most.paths).toEqual(expect.arrayContaining(less.paths))
        expect(most.chars).toBeGreaterThanOrEqual(less.chars)
      },
    ),
  ))
