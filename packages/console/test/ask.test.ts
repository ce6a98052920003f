import { describe, expect, it, vi } from 'vitest'
import { addressOfInput, inputIn, whereOf, type Hit } from '../src/ask/recall.ts'
import { waysToAsk } from '../src/ask/ways.ts'
import { movedBetween } from '../src/rooms/ask/compare.ts'
import { fileOf, firstOf } from '../src/rooms/ask/evaluation.ts'

/** The client of the API is made for the address of the page. */
vi.hoisted(() => (globalThis.location = { origin: 'http://wuku.test' } as Location))

const hit = (path: string, parts: Readonly<Record<string, number>> = {}, more: object = {}): Hit =>
  ({
    citation: `wuku://notes/handbook/${path}`,
    kind: 'notes',
    source: 'handbook',
    path,
    headings: [],
    line: 3,
    why: { parts: Object.entries(parts).map(([by, adds]) => ({ by, adds })), seen: 'own' },
    ...more,
  }) as unknown as Hit

describe('the address of a question', () => {
  it.each([
    [{ q: ' tides ' }, { query: 'tides' }],
    [
      { q: 'a', kinds: 'code,notes', source: 'x', since: '7d', weak: 'yes', mode: 'lexical' },
      { query: 'a', kinds: ['code', 'notes'], sources: ['x'], since: '7d', weak: true, mode: 'lexical' },
    ],
    [{ kinds: '' }, { query: '' }],
  ])('%j is %j', (query, input) => expect(inputIn(query)).toEqual(input))

  it('leads back to the same question', () => {
    const input = inputIn({ q: 'a', kinds: 'docs', since: '1y', weak: 'yes' })
    expect(inputIn(addressOfInput(input))).toEqual(input)
  })
})

it.each([
  [hit('a.md'), 'handbook / a.md:3'],
  [hit('5c1f', {}, { kind: 'chats', about: 'codex · shop · 2026-11-01' }), 'codex · shop · 2026-11-01'],
  [hit('5c1f', {}, { kind: 'pads', source: 'workflows', headings: ['Dredge'] }), 'workflows / Dredge'],
])('where a hit is: %#', (given, where) => expect(whereOf(given)).toBe(where))

describe('what moved between two answers', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((path) => hit(path)) as [Hit, Hit, Hit, Hit]
  it.each([
    ['nothing', [a, b], [a, b], 'a same, b same'],
    ['up and down', [a, b], [b, a], 'b up, a down'],
    ['new and gone', [a, b], [b, c], 'b up, c new, a gone'],
    ['another passage of it', [a, a, b], [a, b], 'a same, b up'],
    ['everything', [], [d], 'd new'],
  ])('%s', (_, before, after, told) =>
    expect(
      movedBetween(before, after)
        .map(({ hit: { path }, state }) => `${path} ${state}`)
        .join(', '),
    ).toBe(told),
  )

  it('is told by the parts of the score, the greatest difference first', () => {
    const [moved] = movedBetween(
      [hit('a', { words: 0.5, phrase: 0.1, links: 0.2 })],
      [hit('a', { words: 0.7, links: 0.2 })],
    )
    expect(moved?.because.map(({ by, adds }) => `${by} ${adds.toFixed(1)}`)).toEqual(['words 0.2', 'phrase -0.1'])
  })
})

describe('an evaluation', () => {
  const judged = (...ranks: readonly (readonly (number | null)[])[]) =>
    ranks.map((each) => ({ line: { query: 'a', expected: ['b'] }, ranks: each }))
  it.each([
    [judged([1], [2]), 1],
    [judged([null], [null, 4], [3, 1]), 1],
    [judged(), 0],
  ])('%#', (given, first) => expect(firstOf(given)).toBe(first))

  it('is a file of a question a line', () => {
    const lines = [
      { query: 'a "b"', expected: ['wuku://notes/x/y.md'] },
      { query: '潮', expected: [] },
    ]
    expect(
      fileOf(lines)
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(lines)
  })
})

it('a question as a command has its settings', () => {
  const input = {
    query: "it's",
    kinds: ['code', 'notes'],
    sources: ['x'],
    since: '7d',
    weak: true,
    mode: 'lexical',
  } as const
  expect(waysToAsk(input).askCommand).toBe(
    String.raw`wuku recall 'it'\''s' --kinds code,notes --sources x --since 7d --weak --mode lexical`,
  )
})
