import { describe, expect, it } from 'vitest'
import { packAnswer } from '../../../../../src/engine/operations/recall/pack.ts'
import { renderAnswer } from '../../../../../src/engine/operations/recall/render.ts'
import type { Output, RecalledHit } from '../../../../../src/engine/operations/recall/shape.ts'
import { estimateTokens } from '../../../../../src/text/terms/tokens.ts'

const hitCalled = (path: string, lines: number): RecalledHit => ({
  citation: `wuku://notes/sea/${path}#L1-L${lines}`,
  also: [],
  docid: '#abcdef',
  inProject: false,
  kind: 'notes',
  source: 'sea',
  path,
  title: 'Tides',
  headings: [],
  line: 1,
  endLine: lines,
  score: 0.5,
  snippet: Array.from({ length: lines }, (_, at) => `${at + 1}: the moon pulls the sea twice a day`).join('\n'),
  matched: ['moon'],
  missing: [],
  near: null,
  freshness: 'fresh',
  context: null,
})

const answerOf = (hits: RecalledHit[], notes: string[] = []): Output => ({
  query: 'moon',
  mode: 'lexical',
  project: null,
  sure: 'strong',
  hits,
  weaker: 0,
  leftOut: 0,
  corrections: [],
  notes,
})

const many = Array.from({ length: 10 }, (_, at) => hitCalled(`${at}.md`, 6))

describe('a budget', () => {
  it.each([100, 150, 300, 500, 1_000, 3_000])('of %d is kept by the text', (budget) => {
    const packed = packAnswer(answerOf(many, ['One of these changed.', 'x'.repeat(400)]), budget)
    expect(estimateTokens(renderAnswer(packed))).toBeLessThanOrEqual(budget)
    expect(packed.hits.length + packed.leftOut).toBe(10)
    expect(packed.hits.length).toBeGreaterThan(0)
  })
  it.each([200, 300, 500, 1_000, 3_000])('of %d is kept by the JSON too', (budget) => {
    const packed = packAnswer(answerOf(many, ['One of these changed.', 'x'.repeat(400)]), budget)
    expect(estimateTokens(JSON.stringify(packed))).toBeLessThanOrEqual(budget)
    expect(packed.hits.length).toBeGreaterThan(0)
  })
  it('a budget that is large enough changes nothing', () => {
    const whole = answerOf(many, ['One of these changed.'])
    expect(packAnswer(whole, 10_000)).toEqual(whole)
  })
  it('cuts the first hit rather than leave it out', () => {
    const [first] = packAnswer(answerOf([hitCalled('tides.md', 40)]), 120).hits
    expect(first?.snippet.split('\n').length).toBeGreaterThan(1)
    expect(first?.endLine).toBe(first?.snippet.split('\n').length)
  })
  it('too small for the place of the first says what it left out', () => {
    const packed = packAnswer(answerOf([hitCalled(`${'deep/'.repeat(200)}tides.md`, 2)]), 100)
    expect(packed).toMatchObject({ hits: [], leftOut: 1 })
    expect(renderAnswer(packed)).toContain('1 more hit left out')
  })
  it('takes as many hits as fit, best first', () => {
    const counts = [200, 400, 800, 1_600].map((budget) => packAnswer(answerOf(many), budget).hits.length)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(packAnswer(answerOf(many), 400).hits.map(({ path }) => path)[0]).toBe('0.md')
  })
})
