import { commonFlags } from './flags.ts'
import type { Command, Flag } from './command.ts'
import type { Paint } from './terminal.ts'
import { displayWidth, padEnd, wrapToWidth } from './width.ts'

export interface HelpOptions {
  readonly paint: Paint
  readonly columns: number
}

export interface Chapter {
  readonly heading: string
  readonly commands: readonly Command[]
}

/** Lines longer than this are hard to read, however wide the window is. */
const WIDEST = 100

export function overview(version: string, chapters: readonly Chapter[], options: HelpOptions): string {
  const { paint } = options
  const head = `${paint.bold('wuku')} ${paint.cyan('五库')} ${paint.dim(version)}   Five storehouses of knowledge, searched as one.`
  const width = widest(chapters.flatMap(({ commands }) => commands.map(usageWords)))
  const parts = chapters.map(({ heading, commands }) =>
    [
      paint.bold(heading),
      ...commands.map((command) => row(usageWords(command), command.title, { ...options, width })),
    ].join('\n'),
  )
  const foot = [
    `Every command has ${paint.cyan('--json')}, ${paint.cyan('--quiet')} and ${paint.cyan('--help')} with examples.`,
    `What agents call runs here too, as for code: ${paint.cyan(`wuku call repo_context_pack '{"query":"..."}'`)}`,
    `Without a command, and with an agent at the other end, wuku speaks MCP over stdio.`,
  ].join('\n')
  return `${[head, ...parts, foot].join('\n\n')}\n`
}

export function commandHelp(command: Command, options: HelpOptions): string {
  const { paint } = options
  const flags = [...command.flags(), ...commonFlags]
  const width = widest(flags.map(flagWords))
  const parts = [
    `${paint.bold(`wuku ${usageWords(command)}`)} ${paint.dim('[flags]')}\n${wrapToWidth(command.title, Math.min(options.columns, WIDEST)).join('\n')}`,
    [paint.bold('Flags'), ...flags.map((flag) => row(flagWords(flag), flagSays(flag), { ...options, width }))].join(
      '\n',
    ),
    ...(command.examples.length > 0 ? [examples(command, paint)] : []),
  ]
  return `${parts.join('\n\n')}\n`
}

/** `recall <query>`, `index [sources ...]` */
export function usageWords(command: Command): string {
  const flags = command.positional.length > 0 ? command.flags() : []
  const places = command.positional.map((place) => {
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

function flagSays({ says, choices, byDefault }: Flag): string {
  const listed = choices && !choices.every((choice) => says.includes(choice)) ? ` One of ${choices.join(', ')}.` : ''
  const hasDefault = byDefault !== undefined && byDefault !== false && !says.includes('Default')
  return `${says}${listed}${hasDefault ? ` Default ${String(byDefault)}.` : ''}`
}

function row(left: string, right: string, { paint, columns, width }: HelpOptions & { width: number }): string {
  const indent = width + 4
  const lines = wrapToWidth(right, Math.max(24, Math.min(columns, WIDEST) - indent))
  return `  ${paint.cyan(padEnd(left, width))}  ${lines.join(`\n${' '.repeat(indent)}`)}`
}

function examples({ examples: all }: Command, paint: Paint): string {
  return [paint.bold('Examples'), ...all.map(({ says, line }) => `  ${paint.dim(`# ${says}`)}\n  ${line}`)].join('\n')
}

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(displayWidth))
