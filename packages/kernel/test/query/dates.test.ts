import { expect, it } from 'vitest'
import { analyseQuery } from '@wuku/text/terms/query'
import { withDates } from '../../src/query/dates.ts'

/** Terms that each word which counts may be held by. */
const read = (query: string): readonly string[] =>
  withDates(analyseQuery(query), query)
    .filter(({ weight }) => weight > 0)
    .map(({ terms, otherNames = [] }) => [...terms.map(({ term }) => term), ...otherNames].toSorted().join(' '))

it.each([
  ['11月08日', ['11 nov novemb', '08 8']],
  ['11月8号', ['11 nov novemb', '08 8']],
  ['11月8號', ['11 nov novemb', '08 8']],
  ['Nov 8', ['nov novemb', '08 8']],
  ['november 08', ['nov novemb', '08 8']],
  ['8 November', ['08 8', 'nov novemb']],
  ['May 3', ['may', '03 3']],
])('%s is the same date as in another spelling', (query, words) => expect(read(query)).toEqual(words))

it.each([
  ['version 8 may break', ['version', '8', 'break']],
  ['3 月', ['3', '月']],
  ['Nov 2026', ['nov', '2026']],
  ['11:08', ['11', '08']],
])('%s is no date', (query, words) => expect(read(query)).toEqual(words))
