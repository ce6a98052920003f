import type { Operation } from '../../engine/operation.ts'
import type { Input } from './command.ts'
import { kebab } from './flags.ts'

/** An example input as somebody would type it: `wuku recall "when is high tide" --limit 5`. */
export function exampleLine(operation: Operation, input: Input): string {
  const { name, positional = [] } = operation.command ?? { name: operation.name }
  const places = positional.map((place) => place.replace(/\.\.\.$/, ''))
  const words = places.flatMap((key) => (input[key] === undefined ? [] : wordsOf(input[key])))
  const flags = Object.entries(input)
    .filter(([key]) => !places.includes(key))
    .flatMap(([key, value]) => flagWords(`--${kebab(key)}`, value))
  return ['wuku', name, ...words, ...flags].join(' ')
}

function flagWords(flag: string, value: unknown): readonly string[] {
  if (value === true) return [flag]
  if (value === false) return [`${flag}=false`]
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? [flag, quote(value.join(','))]
    : [flag, ...wordsOf(value)]
}

const wordsOf = (value: unknown): readonly string[] => {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.map(quote)
  return [quote(typeof value === 'string' ? value : JSON.stringify(value))]
}

/** As a POSIX shell reads it. */
export function quote(word: string): string {
  if (/^~?[\w\p{L}\p{N}./:@%+,=-]+$/u.test(word)) return word
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", `'\\''`)}'` : `"${word}"`
}
