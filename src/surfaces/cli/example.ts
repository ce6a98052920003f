import type { Operation } from '../../engine/operation.ts'
import type { Input } from './command.ts'
import { kebab } from './flags.ts'
import { shellText } from '../../text/shell-words.ts'

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
    ? [flag, shellText(value.join(','))]
    : [flag, ...wordsOf(value)]
}

const wordsOf = (value: unknown): readonly string[] => {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.map(shellText)
  return [shellText(typeof value === 'string' ? value : JSON.stringify(value))]
}
