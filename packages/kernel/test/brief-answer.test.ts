import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { briefAnswer } from '../src/brief-answer.ts'
import { recall } from '../src/operations/recall/recall.ts'
import type { Operation } from '../src/base/operation.ts'

const plain = { ...recall, brief: undefined } as unknown as Operation
const check = (output: unknown, expected: unknown, input: unknown = {}) =>
  expect(briefAnswer(plain, output, input)).toEqual(expected)

it('leaves out nulls, empty lists, empty texts and objects that are empty then', () =>
  check({ a: null, b: [], c: '', d: { e: null, f: [] }, g: { h: null, i: 1 } }, { g: { i: 1 } }))
it('keeps zero and no, which say something', () => check({ left: 0, fresh: false }, { left: 0, fresh: false }))
it('keeps the places of what is in a list', () => check({ rows: [null, 'a', []] }, { rows: [null, 'a', []] }))
it('leaves out what the caller said', () =>
  check({ query: 'tides', mode: 'lexical' }, { mode: 'lexical' }, { query: 'tides', mode: 'hybrid' }))
it('keeps what was searched in place of what was said', () =>
  check({ query: 'tides' }, { query: 'tides' }, { query: 'tiedes' }))
it('changes nothing that is not empty, however deep', () =>
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (output) => {
      const text = JSON.stringify(briefAnswer(plain, output, {}))
      expect(briefAnswer(plain, JSON.parse(text), {})).toEqual(JSON.parse(text))
    }),
  ))
