import { describe, expect, it } from 'vitest'
import { packAnswer, briefOutput } from '../../../src/operations/recall/pack-answer.ts'
import { renderAnswer } from '../../../src/operations/recall/render.ts'
import type { Output, RecalledHit } from '../../../src/operations/recall/shape.ts'
import { estimateTokens } from '@wuku/text/terms/tokens'

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
    const packed = packAnswer(answerOf(many, ['One of these changed.', 'x'.repeat(400)]), { budget })
    expect(estimateTokens(renderAnswer(packed))).toBeLessThanOrEqual(budget)
    expect(packed.hits.length + packed.leftOut).toBe(10)
    expect(packed.hits.length).toBeGreaterThan(0)
  })
  it.each([200, 300, 500, 1_000, 3_000])('of %d is kept by the JSON too', (budget) => {
    const told = (isBrief: boolean) =>
      packAnswer(answerOf(many, ['One of these changed.', 'x'.repeat(400)]), { budget, isBrief })
    const [whole, brief] = [told(false), told(true)]
    expect(estimateTokens(JSON.stringify(whole))).toBeLessThanOrEqual(budget)
    expect(estimateTokens(JSON.stringify(briefOutput(brief)))).toBeLessThanOrEqual(budget)
    expect(whole.hits.length).toBeGreaterThan(0)
    expect(brief.hits.length).toBeGreaterThanOrEqual(whole.hits.length)
  })
  it('a budget that is large enough changes nothing', () => {
    const whole = answerOf(many, ['One of these changed.'])
    expect(packAnswer(whole, { budget: 10_000 })).toEqual(whole)
  })
  it('cuts the first hit rather than leave it out', () => {
    const [first] = packAnswer(answerOf([hitCalled('tides.md', 40)]), { budget: 120 }).hits
    expect(first?.snippet.split('\n').length).toBeGreaterThan(1)
    expect(first?.endLine).toBe(first?.snippet.split('\n').length)
  })
  it('too small for the place of the first says what it left out', () => {
    const packed = packAnswer(answerOf([hitCalled(`${'deep/'.repeat(200)}tides.md`, 2)]), { budget: 100 })
    expect(packed).toMatchObject({ hits: [], leftOut: 1 })
    expect(renderAnswer(packed)).toContain('1 more hit left out')
  })
  it('takes as many hits as fit, best first', () => {
    const counts = [200, 400, 800, 1_600].map((budget) => packAnswer(answerOf(many), { budget }).hits.length)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(packAnswer(answerOf(many), { budget: 400 }).hits.map(({ path }) => path)[0]).toBe('0.md')
  })
})

describe('hits at the end', () => {
  const linesIn = ({ hits }: Output) =>
    hits.map(({ snippet, turns: [turn] = [] }) => (turn?.text ?? snippet).split('\n').length)
  const packed = packAnswer(answerOf(many), { budget: 1_000, isBrief: true })

  it('are shown with one line rather than left out', () => {
    const counts = linesIn(packed)
    expect(counts).toHaveLength(10)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    expect([counts[0], counts[9]]).toEqual([6, 1])
  })
  it('keep the place and the line that holds the words', () => {
    const snippet = `40: ${'ebb and flow '.repeat(30)}\n41: at full moon\n42: the sea`
    const hits = many.map((hit) => ({ ...hit, line: 40, snippet, endLine: 42 }))
    const last = packAnswer(answerOf(hits), { budget: 1_000, isBrief: true }).hits[9]
    expect(last).toEqual({ ...hits[9], snippet: '41: at full moon', line: 41, endLine: 41 })
  })
  it('show a long line around the words', () => {
    const words = `${'ebb and flow '.repeat(60)}at full moon ${'ebb and flow '.repeat(60)}`
    const hits = many.map((hit) => ({ ...hit, snippet: `7: ${words}`, line: 7, endLine: 7 }))
    const last = packAnswer(answerOf(hits), { budget: 2_000, isBrief: true }).hits[9]
    expect(last?.snippet.length).toBeLessThan(250)
    expect(last?.snippet).toMatch(/^7: ….* moon .*…$/)
  })
  it('of a conversation say what the message says, without its neighbours', () => {
    const turns = [
      { who: 'you', text: 'why twice?', citation: 'wuku://chats/sea/1#0' },
      { who: 'assistant', text: `${'The sea is pulled.\n'.repeat(12)}By the moon.` },
    ]
    const hits = many.map((hit) => ({ ...hit, snippet: '', turns }))
    expect(packAnswer(answerOf(hits), { budget: 1_000, isBrief: true }).hits[9]?.turns).toEqual([
      { who: 'assistant', text: 'By the moon.' },
    ])
  })
})
