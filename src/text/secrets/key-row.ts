/** `prefixes` are literal, with spaces between them; `body` is what follows any of them. */
export type KeyRow = readonly [name: string, prefixes: string, body: string, source: string]

/** Letters, digits, `-` and `_`; Markdown puts a backslash before the last. */
export const WORD = '(?:[\\w-]|\\\\_)'
export const ALNUM = '[A-Za-z0-9]'
export const HEX = '[0-9a-f]'
export const END = `(?!${ALNUM})`
