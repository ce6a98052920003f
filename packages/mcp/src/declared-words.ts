import { argumentNames } from '@wuku/kernel/arguments/shape'
import { keyOfWord } from './default-tools.ts'
import type { ListedTool } from './toolsets.ts'

/**
 * Errors and advice name arguments by the keys of their operation; a tool that is listed by default declares some of
 * them by other words, and leaves most out. A model knows only what is declared.
 */
export function declaredWords(
  { operation, lean }: ListedTool,
  listed: readonly ListedTool[],
): (advice: string) => string {
  if (!lean) return String
  const own = wordsOf({ operation, lean })
  // Advice names other tools too: of their keys those that are no word of the language.
  const others = listed.flatMap((tool) => [...wordsOf(tool)]).filter(([key]) => isKey(key) && !own.has(key))
  const replacements = [...own, ...others].filter(([key, word]) => key !== word)
  const undeclared = argumentNames(operation).filter((key) => !own.has(key))
  const isDeclared = (line: string): boolean => !undeclared.some((key) => line.startsWith(`- ${key}: `))
  return (advice) =>
    replacements.reduce(
      (text, [key, word]) => text.replaceAll(mention(key), word),
      advice.split('\n').filter(isDeclared).join('\n'),
    )
}

const wordsOf = ({ operation, lean }: ListedTool): ReadonlyMap<string, string> =>
  new Map((lean?.arguments ?? []).map((word) => [keyOfWord(word, operation), word]))

/** `max_results` */
const isKey = (key: string): boolean => /[_A-Z]/.test(key)

/** Such a key anywhere; one that is a word of the language only in quotes or as an entry of a list. */
const mention = (key: string): RegExp =>
  isKey(key) ? new RegExp(`\\b${key}\\b`, 'g') : new RegExp(`(?<=")${key}(?=")|(?<=^- )${key}(?=: )`, 'gm')

const ADVICE: ReadonlySet<string> = new Set(['message', 'notes', 'outside', 'recommendedNextActions'])

/** An answer whose advice is worded so. */
export const withAdvice = (
  answer: Readonly<Record<string, unknown>>,
  inWords: (advice: string) => string,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(answer).map(([key, value]) => {
      if (!ADVICE.has(key)) return [key, value]
      return [key, Array.isArray(value) ? value.map((each) => inWords(String(each))) : inWords(String(value))]
    }),
  )
