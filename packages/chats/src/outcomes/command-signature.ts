import { addsNothing, commandsIn, folderEntered, isOwnCommand, onlyLooks } from '../echoes/shell-commands.ts'
import { isAbsolute } from '../paths.ts'
import { matcherOf } from './command-outcomes.ts'
import * as patterns from './patterns.ts'

/** A command without the paths and values that change from one run to the next. */
export interface CommandSignature {
  /** Programs with their subcommands, scripts and flags. */
  readonly text: string
  /** The folder in which it runs, if that is known. */
  readonly folder?: string
  readonly program: string
  /** Words of its programs, arguments and scripts. */
  readonly words: ReadonlySet<string>
  /** The words that name its purpose. */
  readonly purpose: readonly string[]
}

/** Longer commands are scripts. */
const LONGEST = 400

/** `undefined`: it only looks at something, asks wuku, or is too long to be run twice. */
export function signatureOf(line: string, folder?: string): CommandSignature | undefined {
  if (line.length > LONGEST || line.includes('<<') || onlyLooks(line)) return undefined
  const commands = commandsIn(line.replace(/^\((.*)\)$/s, '$1').replaceAll(/\d?>&\d|&?\d?>>?\s*[\w./~-]+/g, ' '))
  const acting = commands.filter((each) => !addsNothing(each)).map(({ words }) => words)
  const [first] = acting
  if (!first || commands.some(isOwnCommand)) return undefined
  const entered = commands.map(folderEntered).findLast((each) => each !== undefined) ?? '.'
  const place = isAbsolute(entered) ? entered : folder && withoutDots(`${folder}/${entered}`)
  return {
    text: acting.map(describe).join(' && '),
    program: programOf(first),
    words: new Set(acting.flatMap((words) => splitWords([programOf(words), ...words.slice(1)]))),
    purpose: purposeOf(acting.at(-1) ?? first),
    ...(place && { folder: place }),
  }
}

const withoutDots = (path: string): string =>
  path
    .replaceAll(/\/\.(?=\/|$)/g, '')
    .replaceAll(/\/[^/]+\/\.\.(?=\/|$)/g, '')
    .replace(/\/$/, '')

const programOf = ([program = '']: readonly string[]): string =>
  program.replace(/^.*[\\/]/, '').replace(/\.(?:exe|cmd|bat)$/i, '')

const is = matcherOf(patterns.commands)
const WORD = /^[a-z](?:[\w:-]|\.(?!\w{1,4}$))*$/i

function describe(words: readonly string[]): string {
  const flags = words.filter((word) => word.startsWith('-') && !is('noise', word))
  return [programOf(words), ...argumentsOf(words), ...new Set(flags.map((word) => word.replace(/=.*/s, '')))].join(' ')
}

/** Arguments that name what is run: `run test:quick`, `-m pytest`, the script of an interpreter. */
function argumentsOf(words: readonly string[]): readonly string[] {
  const found: string[] = []
  for (const [at, word] of words.entries()) {
    const before = found.at(-1)
    if (at === 0 || is('hasValue', words[at - 1] ?? '')) continue
    if (before !== undefined && !is('leadsOn', before)) break
    if (word === '-m' || WORD.test(word) || before === '-m') found.push(word)
    else if (!word.startsWith('-') && is('runsScript', programOf(words))) found.push(programOf([word]))
    else if (!word.startsWith('-')) break
  }
  return found
}

const splitWords = (words: readonly string[]): readonly string[] =>
  words
    .flatMap((word) =>
      word
        .replace(/\.\w{1,4}$/, '')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    )
    .filter(Boolean)

/** A program without arguments is its own purpose. */
function purposeOf(words: readonly string[]): readonly string[] {
  const named = splitWords(argumentsOf(words).filter((word) => !is('leadsOn', word)))
  return named.length > 0 ? named : splitWords([programOf(words)])
}

/** Programs of one family do the same; all but the last run what a project calls `test` or `build`. */
const familyOf = (program: string) => patterns.commands.families.findIndex((family) => new RegExp(family).test(program))

/** Whether a command that worked is another way to what one that failed was for. */
export function hasSameIntent(failed: CommandSignature, worked: CommandSignature): boolean {
  if (worked.purpose.some((word) => is('beside', word))) return false
  const shared = failed.purpose.filter((word) => worked.words.has(word))
  const [one, other] = [familyOf(failed.program), familyOf(worked.program)]
  if (failed.program === worked.program || (one === other && one >= 0)) return shared.length > 0
  const areTasks = Math.min(one, other) >= 0 && Math.max(one, other) < patterns.commands.families.length - 1
  if (areTasks && shared.some((word) => is('tasks', word))) return true
  // `tsc` and `npx tsc`
  return [failed, worked].some(
    ({ program }) => familyOf(program) < 0 && [failed, worked].every(({ words }) => words.has(program)),
  )
}
