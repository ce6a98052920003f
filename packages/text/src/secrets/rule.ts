/** One rule for recognising a secret. The tables are in the other files of this folder. */
export interface SecretRule {
  /** Stands in the text in place of the secret. */
  readonly name: string
  /**
   * Words to search for: the pattern is tried only where one of these occurs. Each has three characters or more (two in
   * Chinese, Japanese or Korean) and is case-sensitive.
   */
  readonly keywords: readonly string[]
  /**
   * A regular expression that begins at the keyword; what stands before it is looked back at, in a group named `before`
   * when it belongs to the secret. Only the group `secret` is masked, or else all of it. Every repetition has a bound.
   */
  readonly pattern: string
  /** The last word. */
  readonly accepts: (found: Found) => boolean
  /** It knows a secret by what stands before it; a rule that knows the secret itself gives the better name. */
  readonly isNamedByValue?: true
  /** Documentation of the form: the issuer's page, or the published rule with that name. */
  readonly source: string
}

/** A rule as a table holds it: without a word of its own it accepts what looks drawn. */
export type SecretRow = Omit<SecretRule, 'accepts'> & Partial<Pick<SecretRule, 'accepts'>>

/** One match of a pattern. */
export interface Found {
  readonly text: string
  /** Position of the keyword. */
  readonly at: number
  readonly start: number
  readonly end: number
  /** The part that will be masked. */
  readonly secret: string
  readonly groups: Readonly<Record<string, string | undefined>>
}

const AFTER_ESCAPE = '(?<=\\\\[nrt]|%[0-9A-Fa-f]{2})'
/** No letter or digit stands before, unless it ends an escape: `\nAKIA...` in JSON, `%22AKIA...` in an address. */
export const edgeOf = (signs: string): string => `(?:(?<![${signs}])|${AFTER_ESCAPE})`
export const EDGE = `(?:(?<![A-Za-z0-9])|${AFTER_ESCAPE})`

/** Quotes in JSON within a text, and JSON within that: `\\"api_key\\": \\"...\\"`. */
export const ESCAPES = '\\\\{0,7}'
export const QUOTE = `${ESCAPES}["'\`]`

/** Letters, digits, `-` and `_`; Markdown puts a backslash before the last. */
export const WORD = '(?:[\\w-]|\\\\_)'

export const ALNUM = '[A-Za-z0-9]'

export const HEX = '[0-9a-f]'

export const END = `(?!${ALNUM})`
