import { inEnglish, type Say } from '../../../language/say.ts'
import type { Command, Flag } from '../command.ts'
import { commonFlags } from '../flags.ts'

/** What may stand after some words, such as `docs import`; made from the declarations of commands. */
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
  readonly says: string
}

export interface FlagChoice {
  readonly names: readonly string[]
  readonly says: string
  readonly values: 'none' | 'any' | 'sources' | readonly string[]
}

/** Keys whose values are names of sources. */
const SOURCES = new Set(['source', 'sources', 'collection', 'collections'])

export function partsOf(
  commands: readonly Command[],
  operations: readonly string[],
  say: Say = inEnglish,
): readonly Part[] {
  const named = (each: { readonly name: string; readonly title: string }): Choice => choice(each.name, say(each.title))
  const root = { words: '', choices: commands.map(named), flags: flagChoices([], say), takesSources: false }
  return [root, ...commands.flatMap((command) => partsOfCommand(command, commands, { operations, say }))]
}

interface Known {
  readonly operations: readonly string[]
  readonly say: Say
}

function partsOfCommand(command: Command, all: readonly Command[], { operations, say }: Known): readonly Part[] {
  const { name, positional, actions } = command
  const flags = command.flags()
  if (actions) {
    const parts = Object.entries(actions).map(([action, { flags: keys }]) => ({
      words: `${name} ${action}`,
      choices: [],
      flags: flagChoices(
        flags.filter(({ key }) => keys.includes(key)),
        say,
      ),
      takesSources: false,
    }))
    const choices = Object.entries(actions).map(([action, { says }]) => choice(action, say(says)))
    return [
      {
        words: name,
        choices,
        flags: parts.find(({ words }) => words === `${name} list`)?.flags ?? flagChoices([], say),
        takesSources: false,
      },
      ...parts,
    ]
  }
  const first = flags.find(({ key }) => key === positional[0]?.replace(/\.\.\.$/, ''))
  const places = new Set(positional.map((place) => place.replace(/\.\.\.$/, '')))
  const words = name === 'call' ? operations : name === 'help' ? all.map((each) => each.name) : (first?.choices ?? [])
  return [
    {
      words: name,
      choices: words.map((word) => choice(word, '')),
      flags: flagChoices(
        flags.filter(({ key }) => !places.has(key) || SOURCES.has(key)),
        say,
      ),
      takesSources: first !== undefined && SOURCES.has(first.key),
    },
  ]
}

const choice = (name: string, says: string): Choice => ({ name, says: shortened(says) })

const flagChoices = (flags: readonly Flag[], say: Say): readonly FlagChoice[] =>
  [...flags, ...commonFlags].map(({ key, names, says, takes, choices }) => ({
    names,
    says: shortened(say(says)),
    values: takes === 'nothing' ? 'none' : SOURCES.has(key) ? 'sources' : (choices ?? 'any'),
  }))

/** A menu shows a line: the first sentence, or how it begins. */
function shortened(says: string): string {
  const [first = ''] = says.split(/(?<=[.。])\s|[;；(（]/)
  const line = first
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.。:]$/, '')
  return line.length > 70 ? `${line.slice(0, 69)}…` : line
}

/** Asks for names of sources, one a line. */
export const ASK = 'wuku completions --sources 2>/dev/null'

/** Parts that words lead to. */
export const namesOf = (parts: readonly Part[]): readonly string[] =>
  parts.map(({ words }) => words).filter((words) => words !== '')

/** `recall --limit` for each flag of each part that fits. */
export const flagsWhere = (parts: readonly Part[], fits: (flag: FlagChoice) => boolean): readonly string[] =>
  parts.flatMap(({ words, flags }) =>
    flags.filter(fits).flatMap(({ names }) => names.map((name) => `${words} ${name}`)),
  )

/** Flags with a list of values, those of equal lists together. */
export function valuesIn(
  parts: readonly Part[],
): readonly { readonly flags: readonly string[]; readonly values: readonly string[] }[] {
  const all = parts
    .flatMap(({ flags }) => flags.map(({ values }) => values))
    .filter((values) => typeof values !== 'string')
  const distinct = new Map(all.map((values) => [values.join('\n'), values]))
  return [...distinct].map(([key, values]) => ({
    flags: flagsWhere(parts, (flag) => typeof flag.values !== 'string' && flag.values.join('\n') === key),
    values,
  }))
}

/** Each name of each flag, as a choice. */
export const flagWords = (flags: readonly FlagChoice[]): readonly Choice[] =>
  flags.flatMap(({ names, says }) => names.map((name) => ({ name, says })))
