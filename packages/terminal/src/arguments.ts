import { msg, type Refusal, type Text } from '@wuku/messages/terminal'
import { WukuError } from '@wuku/core/errors'
import { nearest } from '@wuku/text/edits/edit'
import type { Flag, Input } from './command-types.ts'
import { commandLine } from '@wuku/text/show/shell-words'

/** Arguments of a command; its name is for the remedy. */
export interface Grammar {
  readonly name: string
  readonly flags: readonly Flag[]
  readonly positional?: readonly string[]
}

/**
 * Reads what was typed after the command. Flags are `--name value`, `--name=value`, `--switch` or `--no-switch`; lists are
 * given by repeating the flag or with commas; after `--` nothing is a flag. A word with one dash, such as `-tides` in a
 * query, is an argument like any other.
 */
export function readArguments(tokens: readonly string[], grammar: Grammar): Input {
  const input: Record<string, unknown> = {}
  const words: string[] = []
  const rest = [...tokens]
  for (let token = rest.shift(); token !== undefined; token = rest.shift()) {
    if (token === '--') words.push(...rest.splice(0))
    else if (isFlag(token, grammar)) readFlag(token, rest, input, grammar)
    else words.push(token)
  }
  placeWords(words, input, grammar)
  return input
}

const isFlag = (token: string, { flags }: Grammar): boolean =>
  token.startsWith('--') || flags.some((flag) => flag.names.includes(token))

function readFlag(token: string, rest: string[], input: Record<string, unknown>, grammar: Grammar): void {
  const [name = '', attached] = splitOnce(token, '=')
  const flag = grammar.flags.find((known) => known.names.includes(name))
  if (!flag) return readNegation(name, input, grammar)
  if (flag.takes === 'nothing') input[flag.key] = attached === undefined || readSwitch(name, attached)
  else if (attached === undefined && flag.bare !== undefined && (rest[0] ?? '-').startsWith('-'))
    addValue(input, flag, flag.bare)
  else addValue(input, flag, attached ?? rest.shift() ?? missingValue(name, flag))
}

/** `--no-ignore` for a switch called `--ignore`. */
function readNegation(name: string, input: Record<string, unknown>, grammar: Grammar): void {
  const positive = name.replace(/^--no-/, '--')
  const flag = grammar.flags.find((known) => known.takes === 'nothing' && known.names.includes(positive))
  if (!flag || positive === name) throw unknownFlag(name, grammar)
  input[flag.key] = false
}

function addValue(input: Record<string, unknown>, flag: Flag, text: string): void {
  if (flag.takes === 'list')
    input[flag.key] = [...((input[flag.key] as string[] | undefined) ?? []), ...splitList(text)]
  else if (flag.key in input) throw givenTwice(flag)
  else input[flag.key] = readValue(flag, text)
}

function readValue(flag: Flag, text: string): unknown {
  if (flag.takes === 'json') return readJson(text, flag.names[0] ?? flag.key)
  if (flag.takes === 'number') return readNumber(text, flag)
  return text
}

function readNumber(text: string, flag: Flag): number {
  const number = Number(text)
  if (text.trim() !== '' && Number.isFinite(number)) return number
  throw usage(msg('takesNumberNot', { names: String(flag.names[0]), text }))
}

export function readJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw usage(msg('notValidJson', { name, text: text.slice(0, 200) }))
  }
}

function readSwitch(name: string, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw usage(msg('switchTakesNoValue', { name }))
}

/** Commas inside braces belong to a glob: `*.{md,txt},docs/**` are two. */
export const splitList = (text: string): readonly string[] =>
  (text.match(/(?:\{[^}]*\}|[^,])+/g) ?? []).map((part) => part.trim()).filter((part) => part !== '')

/** The rest of the words is a list, or a text that was typed without quotes. A word is never cut: folders hold commas. */
function placeWords(words: string[], input: Record<string, unknown>, { name, flags, positional = [] }: Grammar): void {
  for (const place of positional) {
    const key = place.replace(/\.\.\.$/, '')
    const flag = flags.find((known) => known.key === key)
    if (!flag || key in input || words.length === 0) continue
    const placedWords = words.splice(0, place === key ? 1 : words.length)
    input[key] = flag.takes === 'list' ? placedWords : readValue(flag, placedWords.join(' '))
  }
  if (words.length > 0)
    throw usage(msg('unexpectedArgument2', { words: String(words[0]), command: commandLine`wuku ${name} --help` }))
}

function splitOnce(text: string, separator: string): readonly [string, string?] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

function missingValue(name: string, flag: Flag): never {
  const choices = flag.choices
    ? msg('one', { choices: flag.choices.join(', ') })
    : flag.takes === 'number'
      ? msg('number')
      : msg('value')
  throw usage(
    msg('needs2', { name, choices, choices2: flag.choices?.[0] ?? (flag.takes === 'number' ? '10' : msg('value2')) }),
  )
}

const givenTwice = ({ names: [name = ''] }: Flag): WukuError => usage(msg('givenTwice', { name }))

function unknownFlag(name: string, grammar: Grammar): WukuError {
  const known = grammar.flags.flatMap((flag) => flag.names)
  const [near] = nearest(name, known, { max: 3, limit: 1 })
  const hint = near ? msg('didYouMean2', { near }) : ''
  return usage(
    msg('noFlag2', {
      command: commandLine`wuku ${grammar.name}`,
      name,
      hint,
      command2: commandLine`wuku ${grammar.name} --help`,
    }),
  )
}

export const textIn = (given: Input, key: string) => (typeof given[key] === 'string' ? given[key] : undefined)

export const usage = (...texts: [Refusal] | [Text, Text]): WukuError =>
  texts.length === 1 ? new WukuError('usage', texts[0]) : new WukuError('usage', ...texts)
