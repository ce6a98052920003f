import { addsNothing, commandsIn, folderEntered, isOwnCommand, onlyLooks } from '../echoes/shell-commands.ts'
import { isAbsolute } from '../paths.ts'

/** A command without the paths and values that change from one run to the next. */
export interface CommandSignature {
  /** Programs with their subcommands, scripts and flags. */
  readonly text: string
  /** The folder in which it runs, if that is known. */
  readonly folder?: string
  /** The program alone: what is missing is missing for all that it could be asked. */
  readonly program: string
  /** Words of the program, its arguments and its scripts. */
  readonly words: ReadonlySet<string>
  /** Those that say what it is for. */
  readonly purpose: readonly string[]
}

/** Longer commands are scripts. */
const LONGEST = 400

/** `undefined`: it only looks at something, asks wuku, or is too long to be run twice. */
export function signatureOf(line: string, folder?: string): CommandSignature | undefined {
  if (line.length > LONGEST || line.includes('<<') || onlyLooks(line)) return undefined
  const commands = commandsIn(line.replaceAll(/\d?>&\d|&?\d?>>?\s*[\w./~-]+/g, ' '))
  const acting = commands.filter((each) => !addsNothing(each)).map(({ words }) => words)
  const [first] = acting
  if (!first || commands.some(isOwnCommand)) return undefined
  const entered = commands.map(folderEntered).findLast((each) => each !== undefined)
  const place = entered === undefined ? folder : folderBelow(entered, folder)
  return {
    text: acting.map(describe).join(' && '),
    program: programOf(first),
    words: new Set(acting.flatMap((words) => splitWords([programOf(words), ...words.slice(1)]))),
    purpose: purposeOf(acting.at(-1) ?? first),
    ...(place !== undefined && { folder: place }),
  }
}

const folderBelow = (entered: string, folder: string | undefined): string | undefined =>
  isAbsolute(entered) ? entered : folder === undefined ? undefined : withoutDots(`${folder}/${entered}`)

function withoutDots(path: string): string {
  const segments: string[] = []
  for (const segment of path.replaceAll('\\', '/').split('/'))
    if (segment === '..') segments.pop()
    else if (segment !== '.' && (segment !== '' || segments.length === 0)) segments.push(segment)
  return segments.join('/')
}

const programOf = ([program = '']: readonly string[]): string =>
  program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1).replace(/\.(?:exe|cmd|bat)$/i, '')

/** Programs whose first argument is a script. */
const RUNS_SCRIPT =
  /^(?:node|python[\d.]*|py|bash|sh|zsh|ruby|perl|php|deno|bun|tsx|ts-node|java|Rscript|uv|poetry|pdm)$/
/** Words after which another one says what is meant. */
const LEADS_ON = /^(?:run|run-script|exec|compose|pip|tool|x|dlx|workspace|remote|stash|-m)$/
const WORD = /^[a-z](?:[\w:-]|\.(?!\w{1,4}$))*$/i
/** How much a program prints is no difference. */
const NOISE = /^(?:-m|-q|-s|-v|-vv|--quiet|--silent|--verbose|--colou?r|--no-colou?r|--)$/
/** Options whose value is the word after them. */
const HAS_VALUE = /^(?:-C|-F|-w|-f|-p|-n|--prefix|--filter|--workspace|--cwd|--dir|--project|--file|--manifest-path)$/

function describe(words: readonly string[]): string {
  const flags = words
    .filter((word) => word.startsWith('-') && !NOISE.test(word))
    .map((word) => word.replace(/=.*/s, ''))
  return [programOf(words), ...subcommandsOf(words), ...new Set(flags)].join(' ')
}

/** Arguments that name what is run: `run test:quick`, `-m pytest`, the script of an interpreter. */
function subcommandsOf(words: readonly string[]): readonly string[] {
  const mayRunScript = RUNS_SCRIPT.test(programOf(words))
  const found: string[] = []
  for (const [at, word] of words.entries()) {
    const before = found.at(-1)
    if (at === 0 || HAS_VALUE.test(words[at - 1] ?? '')) continue
    if (before !== undefined && !LEADS_ON.test(before)) break
    if (word === '-m' || WORD.test(word) || before === '-m') found.push(word)
    else if (mayRunScript && !word.startsWith('-')) found.push(programOf([word]))
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

/** Of a program without arguments it is the program itself. */
function purposeOf(words: readonly string[]): readonly string[] {
  const named = splitWords(subcommandsOf(words).filter((word) => !LEADS_ON.test(word)))
  return named.length > 0 ? named : splitWords([programOf(words)])
}

const FAMILIES = [
  /^(?:npm|npx|pnpm|pnpx|yarn|bun|bunx|node|deno|tsx|ts-node|corepack)$/,
  /^(?:python[\d.]*|py|pip[\d.]*|uv|uvx|poetry|pipenv|pdm|hatch|tox|nox|pytest|conda)$/,
  /^(?:docker|docker-compose|podman|podman-compose)$/,
  /^(?:make|gmake|just|task|ninja|cmake)$/,
  /^(?:mvnw?|gradlew?|sbt)$/,
]
/** Families whose programs run what a project calls `test` or `build`. */
const TASKS = [0, 1, 3, 4]
const familyOf = (program: string): number => FAMILIES.findIndex((family) => family.test(program))
const SHARED_PURPOSE = /^(?:tests?|build|lint|check|typecheck|format|fmt|start|dev|install|compile|docs|bench|e2e)$/
/** What is asked of a program beside its work. */
const BESIDE = /^(?:clean|help|version|list|ls|init|config|why|doctor|info|log|status)$/

/** Whether a command that worked is another way to what one that failed was for. */
export function hasSameIntent(failed: CommandSignature, worked: CommandSignature): boolean {
  if (worked.purpose.some((word) => BESIDE.test(word))) return false
  const shared = failed.purpose.filter((word) => worked.words.has(word))
  const [one, other] = [familyOf(failed.program), familyOf(worked.program)]
  if (failed.program === worked.program || (one === other && one >= 0)) return shared.length > 0
  const areTasks = TASKS.includes(one) && TASKS.includes(other)
  if (areTasks && shared.some((word) => SHARED_PURPOSE.test(word))) return true
  return [failed, worked].some(
    ({ program }) => familyOf(program) < 0 && failed.words.has(program) && worked.words.has(program),
  )
}
