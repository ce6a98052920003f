/** Classes of characters, in the order of their numbers. */
export const classNames = [
  'separator',
  'lower',
  'upper',
  'digit',
  'mark',
  'connector',
  'surrogate',
  'ideograph',
  'hangul',
  'unspaced',
] as const

/* Plain numbers: they index tables and are compared in the innermost loops. */
export const SEPARATOR = 0
/** Letters of scripts that are written with blanks; what is not upper case is lower. */
export const LOWER = 1
export const UPPER = 2
export const DIGIT = 3
/** Combining marks, and characters that show nothing; they belong to the run that they stand in. */
export const MARK = 4
/** The low line, which joins words in names. */
export const CONNECTOR = 5
/** First half of a code point above U+FFFF. */
export const SURROGATE = 6
/** Han, kana and bopomofo. */
export const IDEOGRAPH = 7
export const HANGUL = 8
/** Thai, Lao, Khmer, Myanmar: no blanks between words, so treated like Han. */
export const UNSPACED = 9

export const isWordClass = (kind: number): boolean => kind >= LOWER && kind <= CONNECTOR

export const isCjkClass = (kind: number): boolean => kind >= IDEOGRAPH
