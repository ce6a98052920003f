import { english, type Speaker } from '@wuku/messages/message'
import type { Command, Flag } from '../command-types.ts'
import { commandFlags, commonFlags } from '../flags.ts'
import { actionClause } from '../help.ts'

/** Words that may follow some others, such as `docs import`; made from the declarations of commands. */
export interface Part {
  /** Empty: after `wuku` itself. */
  readonly words: string
  readonly choices: readonly Choice[]
  readonly flags: readonly FlagChoice[]
  /** Names of sources, asked when they are wanted. */
  readonly takesSources: boolean
}

export interface Choice {
  readonly name: string
  readonly description: string
}

export interface FlagChoice {
  readonly names: readonly string[]
  readonly description: string
  readonly values: 'none' | 'any' | 'sources' | readonly string[]
}

const SOURCES = new Set(['source', 'sources', 'collection', 'collections'])

/** Words that may stand first after some commands, where no flag says so: `call` takes names of operations. */
type FirstWords = Readonly<Record<string, readonly string[]>>

export function partsOf(commands: readonly Command[], words: FirstWords, translate: Speaker = english) {
  const choices = commands.map(({ name, title }) => choice(name, translate(title)))
  const root = { words: '', choices, flags: flagChoices([], translate), takesSources: false }
  return [root, ...commands.flatMap((command) => partsOfCommand(command, words[command.name], translate))]
}

function partsOfCommand(command: Command, firstWords: readonly string[] | undefined, translate: Speaker) {
  if (command.actions) return partsOfActions(command, command.actions, translate)
  const { positional = [] } = command
  const flags = commandFlags(command)
  const places = positional.map((place) => place.replace(/\.\.\.$/, ''))
  const first = flags.find(({ key }) => key === places[0])
  const shown = flags.filter(({ key }) => !places.includes(key) || SOURCES.has(key))
  return [
    {
      words: command.name,
      choices: (firstWords ?? first?.choices ?? []).map((word) => choice(word, '')),
      flags: flagChoices(shown, translate),
      takesSources: first !== undefined && SOURCES.has(first.key),
    },
  ]
}

function partsOfActions(command: Command, actions: NonNullable<Command['actions']>, translate: Speaker) {
  const { name } = command
  const flags = commandFlags(command)
  const flagsOf = (action: string): readonly FlagChoice[] => {
    const own = flags.filter(({ key }) => actions[action]?.flags?.includes(key))
    const described = own.map((flag) => ({ ...flag, description: actionClause(flag.description, action) }))
    return flagChoices(described, translate)
  }
  const choices = Object.entries(actions).map(([action, { description }]) => choice(action, translate(description)))
  const part = { choices: [], takesSources: false }
  const parts = Object.keys(actions).map((action) => ({ ...part, words: `${name} ${action}`, flags: flagsOf(action) }))
  return [{ words: name, choices, flags: flagsOf('list'), takesSources: false }, ...parts]
}

const choice = (name: string, description: string): Choice => ({ name, description: shortened(description) })

const flagChoices = (flags: readonly Flag[], translate: Speaker): readonly FlagChoice[] =>
  [...flags, ...commonFlags].map(({ key, names, description, takes, choices }) => ({
    names,
    description: shortened(translate(description)),
    values: takes === 'nothing' ? 'none' : SOURCES.has(key) ? 'sources' : (choices ?? 'any'),
  }))

/** A menu shows a line: the first sentence, or how it begins. */
function shortened(description: string): string {
  const [first = ''] = description.split(/(?<=[.。])\s|[;；(（]/)
  const line = first
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.。:]$/, '')
  return line.length > 70 ? `${line.slice(0, 69)}…` : line
}

/** Asks for names of sources, one a line. */
export const ASK = 'wuku completions --sources 2>/dev/null'

export const namesOf = (parts: readonly Part[]) => parts.map(({ words }) => words).filter((words) => words !== '')

/** `recall --limit` for each flag of each part that fits. */
export const flagsWhere = (parts: readonly Part[], fits: (flag: FlagChoice) => boolean): readonly string[] =>
  parts.flatMap(({ words, flags }) =>
    flags.filter(fits).flatMap(({ names }) => names.map((name) => `${words} ${name}`)),
  )

/** Flags with a list of values, those of equal lists together. */
export function valuesIn(parts: readonly Part[]) {
  const all = parts
    .flatMap(({ flags }) => flags.map(({ values }) => values))
    .filter((values) => typeof values !== 'string')
  const distinct = new Map(all.map((values) => [values.join('\n'), values]))
  return [...distinct].map(([key, values]) => ({
    flags: flagsWhere(parts, (flag) => typeof flag.values !== 'string' && flag.values.join('\n') === key),
    values,
  }))
}

export const flagWords = (flags: readonly FlagChoice[]): readonly Choice[] =>
  flags.flatMap(({ names, description }) => names.map((name) => ({ name, description })))
