import { msg, type Text, english, type Speaker } from '@wuku/messages/terminal'
import { commandFlags, commonFlags } from './flags.ts'
import type { ActionHelp, Command, CommandExample, Flag } from './command-types.ts'
import { joined } from '@wuku/messages/translator'
import { paintFor, translatorOf, type Sink } from './terminal.ts'
import { displayWidth, padEnd, wrapToWidth } from '@wuku/text/show/width'
import type { LineOptions } from './progress.ts'

export type HelpOptions = Omit<LineOptions, 'seconds'>

export const helpOptions = (out: Sink): HelpOptions => ({
  paint: paintFor(out),
  columns: out.columns,
  translate: translatorOf(out),
})

export interface Chapter {
  readonly heading: string
  /** `left`: `recall <query>`. */
  readonly commands: readonly { readonly left: string; readonly description: string }[]
}

/** Lines longer than this are hard to read, however wide the window is. */
const WIDEST = 100

export function overview(
  version: string,
  { chapters, asides }: { readonly chapters: readonly Chapter[]; readonly asides: readonly string[] },
  options: HelpOptions,
): string {
  const { paint, translate = english } = options
  const head = `${paint.bold('wuku')} ${paint.cyan('五库')} ${paint.dim(version)}   ${translate('Five storehouses of knowledge, searched as one.')}`
  const width = widest(chapters.flatMap(({ commands }) => commands.map(({ left }) => left)))
  const parts = chapters.map(({ heading, commands }) =>
    [
      paint.bold(translate(heading)),
      ...commands.map(({ left, description }) => row(left, translate(description), { ...options, width })),
    ].join('\n'),
  )
  const foot = [
    ...asides.map(translate),
    translate(
      msg('everyCommandExamples', {
        value: paint.cyan('--json'),
        value2: paint.cyan('--quiet'),
        value3: paint.cyan('--help'),
      }),
    ),
    translate(msg('whatAgentsCallRunsHere', { value: paint.cyan(`wuku call repo_context_pack '{"query":"..."}'`) })),
  ].join('\n')
  return `${[head, ...parts, foot].join('\n\n')}\n`
}

export function commandHelp(command: Command, options: HelpOptions): string {
  return page(
    headOf(usageWords(command), command.title, options),
    command.actions ? actionLines(command.name, command.actions, options) : flagLines(commandFlags(command), options),
    examples(command.examples, options),
  )
}

/** Parts that are empty are left out. */
const page = (...parts: readonly string[]): string => `${parts.filter((part) => part !== '').join('\n\n')}\n`

/** The page of `wuku docs import`: what it takes, and of the flags of the command its own. */
export function actionHelp(command: Command, name: string, options: HelpOptions): string {
  const { description = '', takes = '', flags: keys = [] } = command.actions?.[name] ?? {}
  const flags = commandFlags(command)
    .filter(({ key }) => keys.includes(key))
    .map((flag) => ({ ...flag, description: actionClause(flag.description, name) }))
  const line = `wuku ${command.name}${name === 'list' ? '' : ` ${name}`}`
  const own = command.examples.filter(
    (example) =>
      example.line === line ||
      example.line.startsWith(`${line} -`) ||
      (name !== 'list' && example.line.startsWith(`${line} `)),
  )
  const head = headOf([command.name, name, takes].filter((word) => word !== '').join(' '), description, options)
  return page(head, flagLines(flags, options), examples(own, options))
}

/** The page of `wuku call <operation>`: what its JSON may hold. */
export function inputHelp({ name, title, flags, examples: own }: InputHelp, options: HelpOptions): string {
  const translate = options.translate ?? english
  const width = widest(flags.map(keyWords))
  const keys = flags.map((flag) => row(keyWords(flag), describeFlag(flag, translate), { ...options, width }))
  const shownKeys = keys.length > 0 ? [options.paint.bold(translate('Input')), ...keys].join('\n') : ''
  return page(headOf(`call ${name} '{...}'`, title, options), shownKeys, examples(own, options))
}

interface InputHelp {
  readonly name: string
  readonly title: string
  readonly flags: readonly Flag[]
  readonly examples: readonly CommandExample[]
}

const JSON_TYPES = { nothing: 'true', number: 'number', text: 'text', list: 'list', json: 'JSON' }

const keyWords = ({ key, takes, isRequired }: Flag): string =>
  isRequired ? `${key} ${JSON_TYPES[takes]} *` : `${key} ${JSON_TYPES[takes]}`

/** The clause about one action in `list: archived ones too; releases: every tag.`. */
export function actionClause(description: Text, action: string): Text {
  const clauses = String(description)
    .split(/; (?=[a-z, -]+: )/)
    .map((clause) => /^([a-z, -]+): (.*)$/s.exec(clause))
  const own = clauses.find((clause) => clause?.[1]?.split(', ').includes(action))?.[2]
  return own === undefined ? description : `${own.charAt(0).toUpperCase()}${own.slice(1).replace(/\.?$/, '.')}`
}

const headOf = (usage: string, title: string, { paint, columns, translate = english }: HelpOptions): string =>
  `${paint.bold(`wuku ${usage}`)} ${paint.dim(translate('[flags]'))}\n${wrapToWidth(translate(title), Math.min(columns, WIDEST)).join('\n')}`

function flagLines(own: readonly Flag[], options: HelpOptions): string {
  const flags = [...own, ...commonFlags]
  const width = widest(flags.map(flagWords))
  const lines = flags.map((flag) => row(flagWords(flag), describeFlag(flag, options.translate), { ...options, width }))
  return [options.paint.bold((options.translate ?? english)('Flags')), ...lines].join('\n')
}

function actionLines(command: string, actions: Readonly<Record<string, ActionHelp>>, options: HelpOptions): string {
  const { translate = english } = options
  const rows = Object.entries(actions).map(
    ([name, { description, takes = '' }]) => [`${name} ${takes}`.trim(), description] as const,
  )
  const width = widest(rows.map(([left]) => left))
  return [
    options.paint.bold(translate('Actions')),
    ...rows.map(([left, description]) => row(left, translate(description), { ...options, width })),
    '',
    translate(msg('flagsEach', { value: options.paint.cyan(`wuku ${command} <action> --help`) })),
  ].join('\n')
}

/** `recall <query>`, `index [sources ...]` */
export function usageWords(command: Command): string {
  const { positional = [] } = command
  const flags = positional.length > 0 ? commandFlags(command) : []
  const places = positional.map((place) => {
    const key = place.replace(/\.\.\.$/, '')
    const flag = flags.find((known) => known.key === key)
    const name = flag?.choices?.join('|') ?? key
    return placeWords(name, { many: place !== key && flag?.takes === 'list', required: flag?.isRequired ?? false })
  })
  return [command.name, ...places].join(' ')
}

function placeWords(name: string, { many, required }: { many: boolean; required: boolean }): string {
  const words = many ? `${name} ...` : name
  return required ? `<${words}>` : `[${words}]`
}

const VALUES = { nothing: '', number: ' N', text: ' TEXT', list: ' A,B', json: ' JSON' }

const flagWords = (flag: Flag): string => `${flag.names.slice(0, 2).join(', ')}${VALUES[flag.takes]}`

function describeFlag({ description, choices, byDefault }: Flag, translate: Speaker = english): string {
  const isListed = choices && !choices.every((choice) => String(description).includes(choice))
  const hasDefault = byDefault !== undefined && byDefault !== false && !String(description).includes('Default')
  const parts = [
    description,
    ...(isListed ? [msg('one2', { choices: choices.join(', ') })] : []),
    ...(hasDefault ? [msg('default', { byDefault: String(byDefault) })] : []),
  ]
  return joined(parts.map(translate))
}

function row(left: string, right: string, { paint, columns, width }: HelpOptions & { width: number }): string {
  const indent = width + 4
  const lines = wrapToWidth(right, Math.max(24, Math.min(columns, WIDEST) - indent))
  return `  ${paint.cyan(padEnd(left, width))}  ${lines.join(`\n${' '.repeat(indent)}`)}`
}

function examples(all: readonly CommandExample[], { paint, translate = english }: HelpOptions): string {
  if (all.length === 0) return ''
  return [
    paint.bold(translate('Examples')),
    ...all.map(({ description, line }) => `  ${paint.dim(`# ${translate(description)}`)}\n  ${line}`),
  ].join('\n')
}

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(displayWidth))
