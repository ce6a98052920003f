import { expect, it } from 'vitest'
import { isCjkWord } from '../src/terms/hits.ts'

it.each([
  ['组', true],
  ['开发', true],
  ['ガラ', true],
  ['한국', true],
  ['ภาษา', true],
  ['𠮷', true],
  ['react', false],
  ['привет', false],
  ['c++', false],
  ['_id', false],
  ['2026', false],
  ['\u0301', true],
  ['\u{1133b}', true],
])('whether a word is CJK: %s: %s', (word, expected) => expect(isCjkWord(word)).toBe(expected))
