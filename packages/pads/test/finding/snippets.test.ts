import { describe, expect, it } from 'vitest'
import { type ContextStyle, showMatches } from '../../src/match-context.ts'
import { findMatches } from '../../src/operations/search-scratchpad-content.ts'
import type { ShownMatch } from '../../src/pad-shapes.ts'

const style: ContextStyle = { before: 1, after: 1, maxMatches: 5, merge: true, numbers: true, chars: 1_000 }

interface Wanted {
  readonly context?: Partial<ContextStyle>
  readonly chars?: number
  readonly from?: number
  readonly to?: number
}

function show(text: string, query: string, { context, chars = 150, from = 0, to }: Wanted = {}): readonly ShownMatch[] {
  const { matches } = findMatches(text, { text: query, isPattern: false, ignoreCase: false })
  const lines = context && { ...style, ...context }
  return showMatches({ text, matches, listed: matches.slice(from, to), context: lines, chars })
}

const poem = 'ebb\nflow\nebb ebb\n月\nflood\nebb'

it.each<[says: string, wanted: Wanted, snippets: readonly (string | number)[]]>([
  ['stands once', { context: {} }, ['> 1: ebb\n... 2: flow\n> 3: ebb ebb\n... 4: 月\n... 5: flood\n> 6: ebb', 1, 1, 1]],
  ['of ranges apart', { context: { after: 0, before: 0 } }, ['> 1: ebb', '> 3: ebb ebb', 3, '> 6: ebb']],
  ['of some', { context: { after: 0, before: 0, maxMatches: 2 } }, ['> 1: ebb', '> 3: ebb ebb', 3, '']],
  [
    'each for itself',
    { context: { merge: false, before: 0, numbers: false } },
    ['► ebb\n  flow', '► ebb ebb\n  月', 3, '► ebb'],
  ],
  [
    'of a page',
    { context: { before: 2, after: 0, maxMatches: 1 }, from: 2 },
    ['> 1: ebb\n... 2: flow\n> 3: ebb ebb', ''],
  ],
  ['not wanted', { context: {}, chars: 0 }, ['', '', '', '']],
])('context: %s', (_says, wanted, snippets) =>
  expect(show(poem, 'ebb', wanted).map(({ snippet, in_snippet_of: holder }) => holder ?? snippet)).toEqual(snippets),
)

describe('characters', () => {
  const sea = '海'.repeat(200)
  it.each<[says: string, text: string, wanted: Wanted, snippet: RegExp]>([
    ['of a short text', 'the ebb\nof it', {}, /^the ebb\nof it$/],
    ['around a match', `${sea}ebb${sea}`, { chars: 20 }, /^…海+ebb海+…$/],
    ['at the beginning', `ebb${sea}`, { chars: 20 }, /^ebb海+…$/],
    ['at the end', `${sea}ebb`, { chars: 20 }, /^…海+ebb$/],
    ['of whole families', `${'👨‍👩‍👧'.repeat(50)}ebb${'👨‍👩‍👧'.repeat(50)}`, { chars: 60 }, /^…(?:👨‍👩‍👧)+ebb(?:👨‍👩‍👧)+…$/],
    ['none', 'ebb', { chars: 0 }, /^$/],
  ])('%s', (_says, text, wanted, snippet) => {
    const [match] = show(text, 'ebb', wanted)
    expect(match?.snippet).toMatch(snippet)
    expect(match?.snippet.length).toBeLessThanOrEqual(wanted.chars ?? 150)
  })
  it('stand around their own match', () =>
    expect(show(`ebb one${' '.repeat(400)}ebb two`, 'ebb').map(({ snippet }) => /one|two/.exec(snippet)?.[0])).toEqual([
      'one',
      'two',
    ]))
})

describe('long ones', () => {
  const family = '👨‍👩‍👧'
  it('match_text is cut where no character is torn', () => {
    const text = family.repeat(300)
    const [match] = show(text, text)
    expect(match).toMatchObject({
      match_text: family.repeat(125),
      match_chars: 2_400,
      snippet: expect.stringMatching(/^.{1,150}$/su),
    })
  })
  it('lines are shown around the match', () => {
    const [match] = show(`${'a'.repeat(1_048_576)}ebb`, 'ebb', { context: {} })
    expect(match).toMatchObject({ snippet: expect.stringMatching(/^> 1: …a{300,400}ebb$/), snippet_cut: true })
  })
})
