import { expect, it } from 'vitest'
import { analyseQuery } from '@wuku/text/terms/query'
import type { StoreView } from '@wuku/core/ports/store'
import { withDates } from '../../src/query/dates.ts'

/** A house with texts in Chinese, or without. */
const house = (isChinese: boolean) =>
  ({
    terms: { stats: async () => ({ chunks: 1, holders: new Map(isChinese ? [['月', 1]] : []) }) },
  }) as unknown as StoreView

/** Terms that each word which counts may be held by. */
const read = async (query: string, isChinese = true): Promise<readonly string[]> =>
  (await withDates(analyseQuery(query), query, house(isChinese)))
    .filter(({ weight }) => weight > 0)
    .map(({ terms, otherNames = [] }) => [...terms.map(({ term }) => term), ...otherNames].toSorted().join(' '))

it.each([
  ['11月08日', ['11 nov novemb', '08 8']],
  ['11月8号', ['11 nov novemb', '08 8']],
  ['11月8號', ['11 nov novemb', '08 8']],
  ['Nov 8', ['11 nov novemb', '08 8']],
  ['november 08', ['11 nov novemb', '08 8']],
  ['8 November', ['08 8', '11 nov novemb']],
  ['May 3', ['05 5 may', '03 3']],
])('%s is the same date as in another spelling', async (query, words) => expect(await read(query)).toEqual(words))

it.each([
  ['version 8 may break', ['version', '8', 'break']],
  ['3 月', ['3', '月']],
  ['Nov 2026', ['nov', '2026']],
  ['11:08', ['11', '08']],
])('%s is no date', async (query, words) => expect(await read(query)).toEqual(words))

it('a month is no number where no text writes it as one', async () =>
  expect(await read('Nov 8', false)).toEqual(['nov novemb', '08 8']))
