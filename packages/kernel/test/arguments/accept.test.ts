import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { WukuError } from '@wuku/core/errors'
import type { Operation } from '../../src/base/operation.ts'
import { acceptArguments } from '../../src/arguments/accept.ts'
import { count, search } from '../invoke/fixtures.ts'

const check = (given: Record<string, unknown>, expected: Record<string, unknown>) =>
  expect(acceptArguments(search, given)).toEqual({ limit: 10, ...expected })

describe('accepts', () => {
  it('right arguments as they are', () => check({ query: '42', limit: 3 }, { query: '42', limit: 3 }))
  it('an alias of a parameter is accepted', () => check({ q: 'moon' }, { query: 'moon' }))
  it('an alias in another spelling', () => check({ query: 'moon', topK: 5 }, { query: 'moon', limit: 5 }))
  it('a parameter in snake case is accepted', () =>
    check({ query: 'moon', min_score: 0.5 }, { query: 'moon', minScore: 0.5 }))
  it('a parameter in kebab case is accepted', () =>
    check({ query: 'moon', 'min-score': 0.5 }, { query: 'moon', minScore: 0.5 }))
  it('a parameter in other case is accepted', () => check({ Query: 'moon' }, { query: 'moon' }))
  it('a number in quotes', () => check({ query: 'moon', limit: '7' }, { query: 'moon', limit: 7 }))
  it('a fraction in quotes', () => check({ query: 'moon', minScore: ' .5' }, { query: 'moon', minScore: 0.5 }))
  it('a boolean in quotes', () => check({ query: 'moon', explain: 'True' }, { query: 'moon', explain: true }))
  it('a choice in another spelling', () =>
    check({ query: 'moon', mode: 'Lexical' }, { query: 'moon', mode: 'lexical' }))
  it('null for an optional key', () => check({ query: 'moon', mode: null, limit: null }, { query: 'moon' }))
  it('one text for a list', () => check({ query: 'a', collections: 'sea' }, { query: 'a', collections: ['sea'] }))
  it('a list in quotes', () =>
    check({ query: 'a', collections: '["sea","x"]' }, { query: 'a', collections: ['sea', 'x'] }))
  it('a list in the singular', () => check({ query: 'a', collection: ['sea'] }, { query: 'a', collections: ['sea'] }))
})

describe('accepts, within an object,', () => {
  it.each<[says: string, range: unknown, expected: object]>([
    ['numbers in quotes', { start: '1', end: ' 2' }, { start: 1, end: 2 }],
    ['null for an optional key', { start: 1, end: null }, { start: 1 }],
    ['other case', { Start: 1 }, { start: 1 }],
    ['an object in quotes', '{"start": 1, "end": "2"}', { start: 1, end: 2 }],
  ])('%s', (_says, range, expected) => expect(acceptArguments(ranged, { range })).toEqual({ range: expected }))

  it.each(['[1, 2]', [1, 2], '1-2', { from: 1 }])('and refuses what says something else: %j', (range) =>
    expect(refusalOf({ range }, ranged).remedy).toContain('- range: object {start, end?}'),
  )
})

const ranged = {
  ...search,
  input: z.strictObject({ range: z.strictObject({ start: z.int(), end: z.int().optional() }).optional() }),
}

const refuse = (given: Record<string, unknown>, ...said: readonly string[]) => {
  const error = refusalOf(given)
  expect(error.code).toBe('bad-input')
  for (const part of said) expect(`${error.message}\n${error.remedy}`).toContain(part)
  expect(error.message.length).toBeLessThan(3_000)
}

function refusalOf(given: Record<string, unknown>, operation: Operation = search): WukuError {
  try {
    acceptArguments(operation, given)
  } catch (thrown) {
    return thrown as WukuError
  }
  throw new Error('was accepted')
}

describe('refuses', () => {
  it('a call without arguments names the missing one', () =>
    refuse({}, '"query" is missing.', 'query: string, required', '{"query":"moon tide","limit":5}'))
  it('a misspelled parameter is refused', () =>
    refuse({ qeury: 'moon' }, '"qeury" is not an argument. Did you mean "query"?', '"query" is missing.'))
  it('an unknown parameter is refused', () =>
    refuse({ query: 'a', frobnicate: 1 }, '"frobnicate" is not an argument.', '- mode: "lexical" | "semantic"'))
  it('a value of the wrong type is refused', () => refuse({ query: 5 }, '"query": must be a text'))
  it('a number out of range', () =>
    refuse({ query: 'a', limit: 1000 }, '"limit": must be at most 100', 'limit: integer from 1 to 100, default 10'))
  it('a word for a number', () => refuse({ query: 'a', limit: 'many' }, '"limit": must be a number'))
  it('two names of one thing', () => refuse({ query: 'a', q: 'b' }, '"q" is not an argument'))
  it('two aliases of one thing', () => refuse({ q: 'a', Query: 'b', query_: 'c' }, 'is not an argument'))
  it('part of a number', () => refuse({ query: 'a', limit: 1.5 }, '"limit": must be a whole number'))
  it('an empty text is refused', () => refuse({ query: '' }, '"query": must not be empty'))
  it('an unknown choice is refused', () =>
    refuse({ query: 'a', mode: 'x' }, '"mode": must be one of "lexical", "semantic"'))
  it('operators of another language', () => refuse({ query: { $gt: '' } }, '"query": '))
  it('the keys of a prototype', () =>
    refuse(JSON.parse('{"query":"a","__proto__":{"x":1},"constructor":1}'), '"constructor" is not an argument'))
  it('too many unknown parameters are refused in a short message', () =>
    refuse(
      Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}${'x'.repeat(5_000)}`, 1])),
      'and 491 more',
    ))
  it('arguments where there are none to give', () =>
    expect(() => acceptArguments({ ...count, input: search.input }, { nonsense: true })).toThrow(
      'Wrong arguments for count',
    ))
})
