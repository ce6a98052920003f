import { mostSlots } from '../../../../ports/pads.ts'
import { isCjkWord } from '../../../../text/show/hits.ts'

/** Places of which one row speaks: those of 256 workflows. */
export const BLOCK_PLACES = 256 * (mostSlots + 1) * 2

/**
 * The key of a CJK character or pair is made of its code points, and below 0, where no id of a word is. So CJK needs no
 * list of words, and half as many rows are written. `undefined` for words, whose ids `hit_words` gives out.
 */
export function keyOfCjk(word: string): number | undefined {
  if (!isCjkWord(word)) return undefined
  const [first = '', second, ...others] = word
  return others.length > 0 ? undefined : -(codeOf(first) * CODE_POINTS + (second === undefined ? 0 : codeOf(second)))
}

/** A power of two above every code point. */
const CODE_POINTS = 2 ** 21

const codeOf = (character: string): number => character.codePointAt(0) ?? 0
