/**
 * Hits: how often a keyword stands in a text, letter for letter, save for case, width, accents and Traditional characters.
 * This is what a person counts who reads the text, and not what a search engine makes of it: no stems, no synonyms.
 *
 * Everything here works on folded text. It falls into words (of scripts with blanks, compounds such as `node.js` whole,
 * cut after 64 letters) and CJK runs; a keyword is one of either, or a part of one, and never crosses their borders.
 */

/** For the index: every word, and of CJK runs every character and every pair, with how often it stands in `text`. */
export function countHitWords(_text: string): ReadonlyMap<string, number> {
  throw new Error('not written yet')
}

export const isCjkWord = (_word: string): boolean => {
  throw new Error('not written yet')
}
