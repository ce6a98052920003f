import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byNumber, readText, rememberingReader, type TextReading } from '../src/terms/reading.ts'
import { termsOf, type Token } from '../src/terms/terms.ts'
import { anyText } from './texts.ts'

const long = anyText.map((text) => `${text} `.repeat(40))

const tokensOf = ({ count, starts, ends, first, terms, memory }: TextReading): readonly Token[] =>
  Array.from({ length: count }, (_, at) => ({
    start: starts[at] ?? 0,
    end: ends[at] ?? 0,
    terms: [...terms.subarray(first[at], first[at + 1])].map((term) => memory.terms[term] ?? ''),
  }))

describe('a text that is read', () => {
  it('has the words and terms of anybody who reads it, however much was read before', () =>
    fc.assert(
      fc.property(fc.array(fc.oneof(anyText, long), { maxLength: 8 }), (texts) => {
        const textOf = rememberingReader()
        for (const text of [...texts, ...texts]) expect(tokensOf(textOf(text))).toEqual(termsOf(text))
      }),
    ))

  it('tells the number of each of its terms', () =>
    fc.assert(
      fc.property(anyText, (text) => {
        const reading = readText(text)
        for (const { terms } of tokensOf(reading))
          for (const term of terms) {
            const [number = -1] = byNumber([[term, true]], reading).keys()
            expect(reading.memory.terms[number]).toBe(term)
          }
      }),
    ))

  it.each<[text: string, term: string]>([
    ['harbour', 'tide'],
    ['数据', '据数'],
    ['数据库', '数据库'],
    ['数据', ''],
    ['数据', '库'],
    ['ab', 'a'],
  ])('%s does not hold %j', (text, term) => expect(byNumber([[term, 1]], readText(text)).size).toBe(0))
})

it('forgets all words when they become many, and says so', () => {
  const textOf = rememberingReader()
  const { memory } = textOf('ebb')
  expect(textOf('flood').memory).toBe(memory)
  for (let at = 0; at < 150_000; at += 1_000)
    textOf(Array.from({ length: 1_000 }, (_, nth) => `word${(at + nth).toString(36)}x`).join(' '))
  expect(textOf('ebb').memory).not.toBe(memory)
})
