/**
 * PostgreSQL has no text with the character 0. It is written as two characters that no text has in this order: the last
 * one of Unicode, which is no letter, and a digit.
 */
const ESCAPE = '\u{10FFFF}'

export function writeText(text: string): string {
  if (!text.includes('\0') && !text.includes(ESCAPE)) return text
  return text.replaceAll(ESCAPE, `${ESCAPE}1`).replaceAll('\0', `${ESCAPE}0`)
}

export function readText(stored: string): string {
  if (!stored.includes(ESCAPE)) return stored
  return stored.replaceAll(`${ESCAPE}0`, '\0').replaceAll(`${ESCAPE}1`, ESCAPE)
}
