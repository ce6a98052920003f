import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '@wuku/core/core-types'
import { maskChunks, maskDraft, maskStrings, maskKeyEnd } from '../../src/index/masking.ts'
import type { Masked } from '@wuku/core/ports/worker-pool'
import { maskSecrets } from '@wuku/text/secrets/secrets'
import { runs } from '../../../../test/scale.ts'

/** No secrets of anybody, and beginnings and ends of what might be one. */
const pieces = [
  'ghp_x7Qk2Lm9Rt4Vw8Yz3Bn6Hd5Jc1Fs0Pg2Ae7b',
  'password = "Zx81kk29sLqpOwmx77aQ"',
  'password =',
  '"Zx81kk29sLqpOwmx77aQ"',
  '-----BEGIN PRIVATE KEY-----',
  'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj\nAgEAAoIBAQ',
  '-----END PRIVATE KEY-----',
  'Private-Lines: 1',
  'AAAAIBx7Qk2Lm9Rt4Vw8Yz3Bn6Hd5Jc1Fs0Pg2',
  'https://user:',
  'Wq8zLm2x@example.org',
  '密码：',
  'ebb',
  '潮汐',
  '👩‍👩‍👧',
  '',
]
const anyText = fc.array(fc.constantFrom(...pieces, '\n', ' '), { maxLength: 4 }).map((parts) => parts.join(''))

function maskedAlone(value: Json): Json {
  if (typeof value === 'string') return maskSecrets(value).text
  if (Array.isArray(value)) return value.map(maskedAlone)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, maskedAlone(each)]))
}

it('masks each string as if it stood alone', () =>
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 4 }), (texts) => {
      const value = { texts, more: [{ text: texts[0] ?? null, lines: 3, isEmpty: false }] }
      expect(maskStrings(value)).toEqual(maskedAlone(value))
    }),
    { numRuns: runs(500) },
  ))

it('masks headings and anchors, and drops the marks that are not what they were', () =>
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 4 }), fc.array(anyText, { maxLength: 4 }), (headings, values) => {
      const marks = values.map((value) => ({ family: 'def', value, weight: 1 }))
      const chunk = { start: 0, end: 0, line: 1, endLine: 1, headings, anchor: values[0] ?? '' }
      const told = { headings: headings.map(maskedAlone), anchor: maskedAlone(chunk.anchor) }
      expect(maskChunks([chunk, { ...chunk, marks }])).toEqual([
        { ...chunk, ...told },
        {
          ...chunk,
          ...told,
          marks: marks.filter(({ value }) => maskedAlone(value) === value),
        },
      ])
    }),
    { numRuns: runs(500) },
  ))

it('masks each stretch between cuts by itself, and moves the cuts', () =>
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 6 }), ([first = '', ...others]) => {
      const stretches = [first, ...others]
      const parts = stretches.map((text) => maskKeyEnd(maskSecrets(text)))
      let end = 0
      const cuts = stretches.slice(0, -1).map((text) => (end += text.length))
      const found: Masked[] = []
      const masked = maskDraft({ path: 'a', title: '', meta: {}, text: stretches.join(''), cuts }, found)
      const moved = masked.cuts ?? []
      expect([0, ...moved].map((start, at) => masked.text.slice(start, moved[at]))).toEqual(
        parts.map(({ text }) => text),
      )
      expect([...moved].toSorted((a, b) => a - b)).toEqual(moved)
      const alone = parts.flatMap((part) => part.found)
      const sum = (counts: readonly { readonly count: number }[]) => counts.reduce((all, { count }) => all + count, 0)
      expect([sum(found), new Set(found.map(({ rule }) => rule)).size]).toEqual([
        sum(alone),
        new Set(alone.map(({ rule }) => rule)).size,
      ])
    }),
    { numRuns: runs(500) },
  ))

it('leaves a draft without cuts without cuts', () =>
  expect(maskDraft({ path: 'a', title: '', meta: {}, text: 'ebb' })).toEqual({
    path: 'a',
    title: '',
    meta: {},
    text: 'ebb',
  }))
