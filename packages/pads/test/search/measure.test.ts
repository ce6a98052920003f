import { everything } from '@wuku/core/ports/access'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMeasure } from '../../src/search/measure.ts'
import { planProbe } from '../../src/search/probe-plan.ts'
import { stepsOf, type StepWord } from '../../src/search/scoring.ts'
import { countHits } from '@wuku/text/terms/hits'
import { keywordsOf } from '@wuku/text/terms/keywords'
import { knots, knottedText, storeWith } from './stores.ts'
import { runs } from '../../../../test/scale.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** What is told of a text by its counts alone. */
async function measure(text: string, words: readonly StepWord[]) {
  const store = await storeWith([{ name: text }])
  const sought = planProbe(words)
  const table = await store.read(everything, (view) => view.pads.hits({ keywords: sought.probe }))
  const made = createMeasure(sought, table)
  return table.places.length === 0
    ? { maxHits: 0, isExact: true, isHit: false, hits: [] }
    : { ...made.at(0), hits: made.hitsAt(0) }
}

const wordsOf = (query: string): readonly StepWord[] => stepsOf(keywordsOf(query)).at(0)?.words ?? []

describe('what counts tell', () => {
  it('is true', async () => {
    await fc.assert(
      fc.asyncProperty(
        knottedText(12),
        fc.array(fc.constantFrom(...knots), { minLength: 1, maxLength: 5 }),
        async (text, query) => {
          const words = wordsOf(query.join(' '))
          const hits = countHits(text, words)
          const told = await measure(text, words)
          expect(told.maxHits).toBeGreaterThanOrEqual(sum(hits))
          if (told.isHit) expect(sum(hits)).toBeGreaterThan(0)
          if (told.isExact && told.hits.length > 0) expect(told.hits).toEqual(hits)
          if (told.isExact) expect(told.maxHits).toBe(sum(hits))
        },
      ),
      { numRuns: runs(300) },
    )
  })

  it.each([
    ['words apart', 'react test', 'React tests and more tests', [1, 2]],
    ['a word in another', 'user user_id', 'user_id, user, users', [2, 1]],
    ['words that could overlap and do not', 'react test', 'react, test', [1, 1]],
    ['a run that is not there', '组件开发', '组件的开发', [0, 1, 1]],
    ['a run whose middle stands nowhere else', '数据库', '数据库与数据', [1]],
    ['a short word', 'go', 'Go, golang', [1]],
  ])('is enough for %s', async (_says, query, text, hits) =>
    expect(await measure(text, wordsOf(query))).toEqual({ maxHits: sum(hits), isExact: true, isHit: true, hits }),
  )

  it.each([
    ['words that overlap', 'react test', 'reactest', { maxHits: 2, isHit: true }],
    ['a run and its segments', '组件开发', '组件开发', { maxHits: 2, isHit: true }],
    ['a run whose pairs stand apart', '计算机', '计算，算机', { maxHits: 1, isHit: false }],
    ['a run that overlaps itself', '计算计', '计算计算计', { maxHits: 2, isHit: false }],
  ])('is not enough for %s', async (_says, query, text, told) =>
    expect(await measure(text, wordsOf(query))).toMatchObject({ isExact: false, ...told }),
  )
})
