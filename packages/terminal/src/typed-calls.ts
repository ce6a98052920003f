import type { Operation } from '@wuku/kernel/base/operation'
import { shellText } from '@wuku/text/show/shell-words'
import type { Input } from './command-types.ts'
import { kebab } from './flags.ts'

/**
 * Remedies name what to call as agents know it: `search_conversations`, or with what it is given, `repo_reindex with
 * dry_run false and force true`. People type commands: the same remedy says `wuku index` in a terminal.
 */
export function asTyped(text: string, operations: readonly Operation[]): string {
  const named = new Map(operations.map((operation) => [operation.name, operation]))
  return text.replace(CALL, (match, ...[verb = '', mark = '', name = '', given = '']: readonly string[]) => {
    const operation = named.get(name)
    const isPlain = !/[-_]/.test(name) && mark === ''
    if (!operation || isPlain) return match
    return `${verb.replace('Call', 'Run').replace('call', 'run')}\`${commandFor(operation, readGiven(given))}\``
  })
}

const VALUE = String.raw`"(?:[^"\\]|\\.)*"|true|false|\d+`
const GIVEN = String.raw`(?: (?:with|and) [a-z_]+ (?:${VALUE}))*`
/** No part of a path or of a longer name, and no key of JSON; one word is a name only between quotes. */
const CALL = new RegExp(
  String.raw`(?<![\w./-])([Cc]all )?(["\`]?)([a-z]+(?:[-_][a-z]+)*)\2(?![\w/-]|\.\w|(?<="):)(${GIVEN})`,
  'g',
)

type Given = Readonly<Record<string, unknown>>

function readGiven(text: string): Given {
  const pairs = [...text.matchAll(new RegExp(String.raw`(?:with|and) ([a-z_]+) (${VALUE})`, 'g'))]
  return Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, JSON.parse(value) as unknown]))
}

function commandFor(operation: Operation, given: Given): string {
  const own = commands[operation.name]
  if (own) return own(given)
  if (operation.command) return exampleLine(operation, given)
  const json = Object.keys(given).length === 0 ? [] : [shellText(JSON.stringify(given))]
  return ['wuku call', operation.name, ...json].join(' ')
}

/** Commands that are more than an operation; `wuku call` runs every other. */
const commands: Readonly<Record<string, (given: Given) => string>> = {
  search_conversations: ({ intent_query: query }) =>
    query === 'recent' ? 'wuku chats' : 'wuku chats search "<words>"',
  gather_chats: () => 'wuku chats show <id>',
  repo_reindex: () => 'wuku index',
  'list-settings': () => 'wuku settings',
  'change-setting': () => 'wuku settings <name> <value>',
  'list-workflows': () => 'wuku pads',
  'search-workflows': () => 'wuku pads search "<words>"',
  'get-workflow': () => 'wuku pads show <id>',
  'list-scratchpads': () => 'wuku pads show <id>',
  'get-scratchpad': () => 'wuku pads show <id>',
  'append-scratchpad': () => 'wuku pads append <id> "<text>"',
  'create-workflow': () => 'wuku pads new --in "<workflow>" "<title>"',
  'search-libraries': () => 'wuku docs',
  'list-documents': () => 'wuku docs files <library>',
  'list-users': () => 'wuku users',
  'create-user': () => 'wuku users add <name>',
  'show-user': () => 'wuku users show <user>',
  'update-user': (given) => ['wuku users set <user>', ...flagsOf(given)].join(' '),
  'delete-user': () => 'wuku users remove <user>',
  'list-keys': () => 'wuku keys',
  'create-key': () => 'wuku keys add <name> --user <user>',
  'show-key': () => 'wuku keys show <id>',
  'revoke-key': () => 'wuku keys revoke <id>',
}

/** An example input as somebody would type it: `wuku recall "when is high tide" --limit 5`. */
export function exampleLine(operation: Operation, input: Input): string {
  const { name, positional = [] } = operation.command ?? { name: operation.name }
  const places = positional.map((place) => place.replace(/\.\.\.$/, ''))
  const words = places.flatMap((key) => (input[key] === undefined ? [] : wordsOf(input[key])))
  const flags = Object.entries(input).filter(([key]) => !places.includes(key))
  return ['wuku', name, ...words, ...flagsOf(Object.fromEntries(flags))].join(' ')
}

const flagsOf = (given: Given) => Object.entries(given).flatMap(([key, value]) => flagWords(`--${kebab(key)}`, value))

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
