import type { Json } from '@wuku/core/core-types'
import type { DraftCall } from '../conversation.ts'
import { segmentBehind } from '../paths.ts'
import { fieldsOf, isFields, textIn } from '../formats/fields.ts'

/** One command of a line, as words; whether its input is what the one before it printed. */
export interface ShellCommand {
  readonly words: readonly string[]
  readonly isPiped: boolean
}

/** Longer lines are scripts. */
const LONGEST_LINE = 4_000

/** A word in quotes, an operator between commands, or a plain word. A backslash escapes the character behind it. */
const TOKEN = /"((?:\\.|[^"\\])*)"|'([^']*)'|(&&|\|\||[;|&\n])|((?:\\.|[^\s"';|&\\])+)|\s/gs

/** The commands of a line as a shell runs them one by one; none of a script. */
export function commandsIn(line: string): readonly ShellCommand[] {
  if (line.length > LONGEST_LINE) return []
  const commands: { words: string[]; isPiped: boolean }[] = [{ words: [], isPiped: false }]
  let isOpen = false
  for (const [token, double, single, operator, plain] of line.trim().matchAll(TOKEN)) {
    const word = double ?? single ?? plain
    const words = commands.at(-1)?.words ?? []
    if (operator !== undefined) commands.push({ words: [], isPiped: operator === '|' })
    else if (word !== undefined && isOpen) words.push(`${words.pop() ?? ''}${word}`)
    else if (word !== undefined) words.push(word)
    isOpen = word !== undefined && token !== ''
  }
  return commands.flatMap(({ words, isPiped }) => {
    const bare = withoutPreface(words)
    return bare.length === 0 ? [] : unwrapped(bare, isPiped)
  })
}

/** `A=b`, redirections, and programs that run another one. */
const PREFACE = /^(?:\w+=.*|sudo|time|command|exec|env|nohup|builtin|\$|[({]|\d*[<>].*)$/s

function withoutPreface(words: readonly string[]): readonly string[] {
  const bare = words.filter((word) => !/^\d*>/.test(word))
  const from = bare.findIndex((word) => !PREFACE.test(word))
  return from < 0 ? [] : bare.slice(from)
}

/** `bash -lc "..."` runs what it is handed. */
function unwrapped(words: readonly string[], isPiped: boolean): readonly ShellCommand[] {
  const [program = '', option = '', script] = words
  const isShell = /(?:^|[\\/])(?:ba|z|da|fi)?sh(?:\.exe)?$/.test(program) && /^-\w*c$/.test(option)
  if (!isShell || script === undefined) return [{ words, isPiped }]
  return commandsIn(script).map((each, at) => (at === 0 ? { ...each, isPiped } : each))
}

const RUNNER = /^(?:npx|bunx|pnpx|pnpm|yarn|npm)$/
const RUNNER_WORD = /^(?:-.*|exec|dlx|x|run)$/

/** `wuku`, wherever it lies and however it is started. */
export function isOwnCommand({ words }: ShellCommand): boolean {
  const [program = '', ...rest] = words
  const name = segmentBehind(program)
  if (/^wuku(?:\.js|\.cmd|\.exe)?$/.test(name)) return true
  const script = rest.find((word) => !RUNNER_WORD.test(word)) ?? ''
  if (RUNNER.test(name)) return /^wuku(?:@[\w.^~-]+)?$/.test(script)
  return /^(?:node|bun|deno)(?:\.exe)?$/.test(name) && /(?:^|[\\/])bin[\\/]wuku\.js$/.test(script)
}

/** They print nothing of their own, or names and numbers alone. */
const SILENT = /^(?:cd|export|set|source|\.|true|sleep|mkdir|pushd|popd|unset|pwd|ls|wc|echo|printf|date|which)$/

/** Prints nothing, or what another command of the line printed. */
export const addsNothing = ({ words, isPiped }: ShellCommand): boolean => isPiped || SILENT.test(words[0] ?? '')

const PRINTER = /^(?:cat|bat|batcat|head|tail|sed|nl|less|more|type|Get-Content|gc)$/i

/** Files whose text a command prints; `undefined` for another command, and for one that changes them. */
export function printedFiles({ words }: ShellCommand): readonly string[] | undefined {
  const [program = '', ...rest] = words
  const name = segmentBehind(program)
  if (!PRINTER.test(name) || rest.some((word) => /^-i|^--in-place/.test(word))) return undefined
  const named = rest.filter((word) => !word.startsWith('-') && !/^\d+$/.test(word))
  const files = name === 'sed' ? named.slice(1) : named
  return files.length === 0 ? undefined : files
}

const LOOKS =
  /^(?:ls|e?grep|rg|find|fd|tree|which|stat|file|du|df|ps|awk|sort|jq|git (?:status|log|diff|show|branch|blame))\b/

/** Nothing in the line changes anything. */
export const onlyLooks = (line: string): boolean =>
  commandsIn(line).every(
    (each) => addsNothing(each) || printedFiles(each) !== undefined || LOOKS.test(each.words.slice(0, 2).join(' ')),
  )

/** The folder that `cd` goes to. */
export const folderEntered = ({ words: [program, folder] }: ShellCommand): string | undefined =>
  program === 'cd' || program === 'pushd' ? folder : undefined

/** The line that a call hands to a shell; those of a script that calls tools, as Codex writes one, are lines of one. */
export function commandOf({ args }: Pick<DraftCall, 'args'>): string | undefined {
  if (typeof args === 'string') {
    const lines = Array.from(args.matchAll(SCRIPTED), ([, , line = '']) => line.replaceAll(/\\(["'`])/g, '$1'))
    return lines.length === 0 ? undefined : lines.join('\n')
  }
  if (!isFields(args)) return undefined
  const command = args['command'] ?? args['cmd'] ?? args['commandLine'] ?? args['CommandLine'] ?? args['script']
  if (typeof command === 'string') return command
  return Array.isArray(command) ? lineOf(command) : undefined
}

const SCRIPTED = /\b(?:cmd|command)["']?\s*:\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/gs

function lineOf(words: readonly Json[]): string {
  const texts = words.filter((word) => typeof word === 'string')
  const [program = '', option = '', script] = texts
  return /sh(?:\.exe)?$/.test(program) && /^-\w*c$/.test(option) && script !== undefined ? script : texts.join(' ')
}

/** The folder that a call names for its command. */
export const folderOf = ({ args }: Pick<DraftCall, 'args'>): string | undefined =>
  textIn(fieldsOf(args), 'workdir', 'working_directory', 'cwd', 'dir', 'directory', 'dir_path')
