import { describe, expect, it } from 'vitest'
import { rowOf, type Pair } from '../../../bench/compare/paired.ts'
import { choose, isHeldBack, readPart } from '../../../bench/part.ts'

const questions = Array.from({ length: 300 }, (_, at) => ({ text: `question ${at}` }))

describe('a part of a set', () => {
  const chosen = (part: Parameters<typeof readPart>[0], most = Infinity) =>
    choose(questions, { part: readPart(part), most }).map(({ text }) => text)

  it('is the whole set by default', () => expect(chosen(undefined)).toHaveLength(300))
  it('shares no question with the other part', () =>
    expect([...chosen('two-thirds'), ...chosen('last-third')].toSorted()).toEqual(chosen('all').toSorted()))
  it('holds about a third back', () => expect(chosen('last-third').length).toBeGreaterThan(80))
  it('knows a question wherever it stands', () => expect(chosen('last-third').every(isHeldBack)).toBe(true))
  it('samples the same questions again', () => {
    expect(chosen('two-thirds', 20)).toEqual(chosen('two-thirds', 20))
    expect(chosen('two-thirds')).toEqual(expect.arrayContaining(chosen('two-thirds', 20)))
  })
  it('has a name', () => expect(() => readPart('half')).toThrow('all, two-thirds, last-third'))
})

describe('two builds question by question', () => {
  const pair = (set: string, now: number, before: number): Pair => ({
    line: 'code',
    set,
    text: 'x',
    ours: { value: now, isEmpty: false, cpu: 2 },
    theirs: { value: before, isEmpty: now === 0, cpu: 1 },
  })
  const check = (pairs: readonly Pair[], expected: readonly string[]) =>
    expect(rowOf('code', pairs).compared).toEqual(expected)

  it('weigh each repository the same', () =>
    check(
      [pair('a', 1, 0), pair('b', 0.5, 0.5), pair('b', 0.5, 0.5), pair('b', 0.5, 0.5)],
      ['code', '4', '0.2500', '0.7500', '+0.5000', '0.5774', '1', '0', '0', '', '1.0 → 2.0'],
    ))
  it('tell what was found nowhere before', () =>
    check(
      [pair('a', 0, 1)],
      ['code', '1', '1.0000', '0.0000', '-1.0000', '0.0000', '0', '1', '1 → 0', '', '1.0 → 2.0'],
    ))
})
