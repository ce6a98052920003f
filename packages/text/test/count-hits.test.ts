import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HitKeyword } from '@wuku/core/ports/pads'
import { countFolded } from '../src/terms/hits.ts'
import { fold } from '../src/terms/fold.ts'

/** `=go` is sought as a whole word. */
const soughtOf = (words: string): readonly HitKeyword[] =>
  words
    .split(' ')
    .map((word) => (word.startsWith('=') ? { text: word.slice(1), where: 'whole' } : { text: word, where: 'within' }))

describe('hits', () => {
  it.each<[says: string, words: string, text: string, counts: readonly number[]]>([
    ['every place', 'react', 'React專案 React-hooks REACT', [3]],
    ['within words', 'script', 'TypeScript, JavaScript, scripts', [3]],
    ['whole words', '=go', 'Go, golang, go!', [2]],
    ['compounds within compounds', 'node.js', 'node.js, my-node.js', [2]],
    ['signs of names', 'c++ =c', 'C++ and C', [1, 1]],
    ['folded', 'cafe', 'Café CAFÉ ｃａｆｅ', [3]],
    ['Han in any script', '组件', '組件设计，组件', [2]],
    ['not across borders', '组件', '组，件 组\n件', [0]],
    ['not across words', 'nodejs', 'node js', [0]],
    ['a place once, for the longest', '组件 组件开发', '组件开发，组件', [1, 1]],
    ['the longest first, wherever it stands', 'ab bcd', 'abcd ab', [1, 1]],
    ['the first of two of one length, wherever it stands', 'bc ab', 'abc bc', [1, 1]],
    ['none in a place that is taken', '件开 组件 开发', '组件开发', [1, 0, 0]],
    ['no place twice', 'anana', 'ananana', [1]],
    ['repeated characters', '哈哈', '哈哈哈 哈哈', [2]],
    ['at both ends of a taken place', 'a aba', 'aabaa', [2, 1]],
    ['past the 64th letter of a word', 'ab', `${'c'.repeat(63)}ab ab`, [2]],
    ['nothing', 'react', '', [0]],
  ])('are counted: %s', (_says, words, text, counts) =>
    expect(countFolded(fold(text), soughtOf(words))).toEqual(counts),
  )

  it('do not hang on the order of the words', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '组', '件'), maxLength: 30 }),
        fc.uniqueArray(fc.constantFrom('a', 'ab', 'ba', 'bc', 'abc', 'aa', '组', '件组', '组件', '组组'), {
          minLength: 1,
        }),
        (text, words) => {
          const reversed = words.toReversed()
          expect(countFolded(fold(text), soughtOf(words.join(' ')))).toEqual(
            countFolded(fold(text), soughtOf(reversed.join(' '))).toReversed(),
          )
        },
      ),
    ))
})
