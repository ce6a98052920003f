/** Something to be filled in, and not a secret: `<your token>`, `${TOKEN}`, `xxxx`. */
export const isTemplate = (value: string): boolean => template.test(value)
const template =
  /<[^<>]*>|\{[^{}]*\}|^[<{].*[>}]$|[$#]\{|\$\(|…|^\$[A-Za-z_]\w*$|^\$[\d@*#]|^%|x{4}|\*{3}|\.{3}|your|my[-_]|example|sample|placeholder|change[-_]?(?:me|it)|dummy|redacted|replace|process\.env|environ/i

/** More than a few different characters: not `xxxx` or `0000`. */
export function isDrawn(value: string): boolean {
  const seen = new Set<string>()
  for (const character of value) if (seen.add(character).size >= 6) return true
  return false
}

/** A template, or what people type to show the shape of a secret: `123456`, `aaaa`. */
export const isPlaceholder = (value: string): boolean =>
  isTemplate(value) || (value.length < 20 && /123456|abcdef/i.test(value)) || !isDrawn(value)

/** Letters and digits mixed as no word, identifier, path or number mixes them. */
export function looksRandom(value: string): boolean {
  if (!/[a-z]/i.test(value) || isPlaceholder(value) || !isScrambled(value)) return false
  return /\d/.test(value)
    ? entropy(value) >= (value.length < 16 ? 2.8 : 3)
    : value.length >= 20 && entropy(value) >= 3.8
}

/** Some part of it is neither a word, words in capitals and small letters, nor a number. */
export const isScrambled = (value: string): boolean => !value.split(/[^A-Za-z0-9]+/).every(isWordOrNumber)

/** `token`, `getUser2`, `APIv3`, `2024`: capitals begin words of three letters or more, digits stand apart. */
function isWordOrNumber(part: string): boolean {
  const letters = part.replace(/^\d{1,4}|\d{1,4}$/g, '')
  if (/\d/.test(letters)) return /^\d+$/.test(part)
  const words = letters.match(/[A-Z]+[a-z]*|[a-z]+/g) ?? []
  return letters.length >= 3 * words.length || letters.length <= 3
}

/** Bits in a character, by how often each occurs in the value itself. */
function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}
