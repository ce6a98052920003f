import { expect, it } from 'vitest'
import { parseHistoryQuery, hashesIn } from '../../src/search/commits.ts'
import type { PlannedWord } from '@wuku/kernel/query/plan'

const word = (raw: string): PlannedWord => ({
  raw,
  terms: [],
  shortForms: [],
  otherNames: [],
  chunkCount: 1,
  ideal: 1,
  isCjk: false,
  start: 0,
  end: 0,
})

it.each<[query: string, asks: string, telling: string]>([
  ['which commit added wildcard media types to accepts', 'surely', 'wildcard media types to accepts'],
  ['when did we change the retry limit', 'maybe', 'the retry limit'],
  ['who removed the old parser', 'maybe', 'removed the old parser'],
  ['哪次提交 加了 重试', 'surely', '哪次提交 加了 重试'],
  ['how does the router match a path', 'no', 'how does the router match a path'],
  ['commit', 'surely', 'commit'],
])('whether a question asks for a change: %s', (query, asks, telling) => {
  const asked = parseHistoryQuery(query, query.split(' ').map(word))
  expect([asked.asks, asked.words.map(({ raw }) => raw).join(' ')]).toEqual([asks, telling])
})

it.each<[query: string, hashes: readonly string[]]>([
  ['what did 4D2C4AF revert', ['4d2c4af']],
  ['1234567', ['1234567']],
  ['order 12345678 failed', []],
  ['the facade of deadbeef', []],
  ['uuid 5c1f0e9a-1111-4222', []],
])('hashes in a question: %s', (query, hashes) => expect(hashesIn(query)).toEqual(hashes))
