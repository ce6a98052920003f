import { expect, it } from 'vitest'
import { definitionTerms } from '../../src/search/asked-names.ts'
import type { PlannedWord } from '@wuku/kernel/query/plan'

const wordOf = (raw: string): PlannedWord => ({
  raw,
  start: 0,
  end: 0,
  terms: [],
  shortForms: [],
  otherNames: [],
  chunkCount: 0,
  ideal: 1,
  isCjk: false,
})

it.each([
  ['getUserById', { ':def:getuserbyid': 1 }],
  ['tide', { ':def:tide': 1 }],
  ['flat hash', { ':def:flat': 0.4, ':def:flathash': 0.8, ':def:hash': 0.4 }],
  [
    'TideStore.get_all',
    {
      ':def:tidestore.getall': 0.8,
      ':cap:tidestore.getall': 0.2,
      ':def:tidestore': 0.64,
      ':cap:tidestore': 0.16,
      ':def:getall': 0.8,
    },
  ],
  ['console.log', { ':def:console.log': 1, ':def:console': 0.4, ':def:log': 0.4 }],
  ['3.12.0', { ':def:3.12.0': 1 }],
  ['', {}],
])('what may be defined under "%s"', (query, terms) => {
  const words = query.split(' ').map(wordOf)
  expect(
    Object.fromEntries(definitionTerms(words).map(({ term, weight }) => [term, Math.round(weight * 100) / 100])),
  ).toEqual(terms)
})
