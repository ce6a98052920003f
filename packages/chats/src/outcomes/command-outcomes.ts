import type { DraftCall, DraftMessage, DraftResult } from '../conversation.ts'
import { exchangesIn } from '../echoes/exchanges.ts'
import { commandOf, commandsIn, folderEntered, folderOf } from '../echoes/shell-commands.ts'
import { isAbsolute } from '../paths.ts'

/** A command that an agent or its user ran, with what became of it. */
export interface CommandOutcome<Message = unknown> {
  /** As it was handed to the shell. */
  readonly command: string
  /** The folder in which it ran, if that is known. */
  readonly folder?: string
  /** `unknown`: refused, interrupted or left running; `unanswered`: the conversation broke off before it ended. */
  readonly ending: 'worked' | 'failed' | 'unknown' | 'unanswered'
  readonly exitCode?: number
  /** Everything that it printed and that is kept. */
  readonly output: string
  /** The message that called it. */
  readonly message: Message
}

/** Tools that hand a line to a shell, by the names that programs give them. */
export const isShellTool = (tool: string): boolean => /bash|shell|exec|terminal|^cmd$|^run(?:_?commands?)?$/i.test(tool)

/** Edits of files that are handed to a shell. */
const PATCH = /^(?:apply_patch|applypatch)\b|^(?:cat|tee)\b[^\n]*<<-?\s*\S/

/** The commands of a conversation in order, each with its outcome. */
export function commandOutcomes<Message extends Pick<DraftMessage, 'role' | 'pieces'>>(
  messages: readonly Message[],
  project: string,
): readonly CommandOutcome<Message>[] {
  let current: string | undefined = project === '' ? undefined : project
  const followers = new Map(messages.map((message, at) => [message, messages[at + 1]]))
  return exchangesIn(messages).flatMap(({ call, results, message }) => {
    const command = commandIn(call)
    if (call === undefined || command === undefined) return []
    const folder = enter(folderOf(call), current)
    const output = results.map(({ text }) => text).join('\n')
    // A tool that printed nothing has no result.
    const isSilent = results.length === 0 && followers.get(message)?.role === 'assistant'
    const ending = isSilent ? { ending: 'worked' as const } : endingOf(command, results, output)
    if (call.tool === 'Bash' && ending.ending === 'worked') current = folderAfter(command, output, folder)
    return [{ command, ...(folder !== undefined && { folder }), ...ending, output, message }]
  })
}

function commandIn(call: DraftCall | undefined): string | undefined {
  const command = call && !call.isLeftOut && isShellTool(call.tool) ? commandOf(call)?.trim() : undefined
  return command === undefined || command === '' || PATCH.test(command) ? undefined : command
}

const enter = (entered: string | undefined, folder: string | undefined): string | undefined =>
  entered === undefined || isAbsolute(entered) || folder === undefined ? (entered ?? folder) : `${folder}/${entered}`

/** Claude Code stays in the folder that a command went to, and says where it went back. */
function folderAfter(command: string, output: string, folder: string | undefined): string | undefined {
  const reset = /Shell cwd was reset to (.+)/.exec(output)?.[1]?.trim()
  const entered = commandsIn(command).map(folderEntered).findLast(Boolean)
  return reset ?? enter(/^[~$-]/.test(entered ?? '') ? undefined : entered, folder)
}

function endingOf(
  command: string,
  results: readonly DraftResult[],
  output: string,
): Pick<CommandOutcome, 'ending' | 'exitCode'> {
  if (results.length === 0) return { ending: 'unanswered' }
  if (NO_ENDING.test(output.slice(0, EDGE))) return { ending: 'unknown' }
  const found = EXIT_ABOVE.exec(output.slice(0, EDGE)) ?? EXIT_BELOW.exec(output.slice(-EDGE))
  const exitCode = found ? Number(found[1] ?? found[2]) : undefined
  const isHidden =
    HIDES_FAILURE.test(command) && !command.includes('pipefail') && PRINTS_FAILURE.test(output.slice(-EDGE))
  const hasFailed = results.some(({ isError }) => isError) || (exitCode ?? 0) !== 0 || isHidden
  return { ending: hasFailed ? 'failed' : 'worked', ...(exitCode !== undefined && { exitCode }) }
}

/** Programs report how a command ended in the first characters of a result, or in its last. */
const EDGE = 600
/** Patterns that are long, line by line. */
export const oneOf = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'iu')

/** Whether a text matches the patterns of a name. */
export function matcherOf<Name extends string>(patterns: Readonly<Record<Name, readonly string[]>>) {
  const known = new Map(Object.entries<readonly string[]>(patterns).map(([name, rows]) => [name, oneOf(...rows)]))
  return (name: Name, text: string): boolean => known.get(name)?.test(text) ?? false
}

const NO_ENDING = oneOf(
  String.raw`^\W*(?:the user doesn't want to|user (?:rejected|denied|refused|aborted)|command (?:rejected|blocked by))`,
  String.raw`^\W*(?:permission .{0,60}denied\b(?!.*[:/])|this command requires approval|\[?operation cancelled)`,
  String.raw`^\W*(?:\w+ ){0,3}(?:aborted|cancell?ed|interrupted|denied|rejected) by (?:the )?user`,
  String.raw`request interrupted by user|process running with session id|background pids: \d`,
  String.raw`\b(?:running|started) in (?:the )?background|moved to (?:the )?background`,
)

/** Codex and Cursor report it above the output, Claude Code there where it failed, Gemini CLI and Copilot below it. */
const EXIT_ABOVE =
  /^(?:(?:Chunk ID|Wall time|Command|Directory)\b.*\n){0,4}(?:Process exited with code|Exit code:?) (-?\d+)/i
const EXIT_BELOW =
  /^(?:Exit Code: (-?\d+)(?:\n(?:Signal|Background|Process)\b.*)*|<shellId: \S+ completed with exit code (-?\d+)>)\s*$/m

/** The last program of a pipe and what follows a failure decide the exit code, whatever went wrong before. */
const HIDES_FAILURE = /\|\s*(?:tail|head|grep|tee|sed|awk|cat|less|sort|uniq|wc)\b|(?:\|\||;)\s*(?:true|:|echo)\b/
const PRINTS_FAILURE = oneOf(
  String.raw`\b(?:npm (?:ERR!|error)|error TS\d+|Traceback \(most recent|command not found|No such file or directory)`,
  String.raw`\b(?:BUILD FAILED|FAILED \(|[1-9]\d* (?:failed|failing|failures?)\b|panicked at|fatal:)`,
)

/** The line of what a failed command printed that says most about why. */
export function failureLine(output: string): string | undefined {
  const lines = output.split('\n').map((line) => line.trim().replace(/^Output: /, ''))
  const telling = lines.filter((line) => line !== '' && line.length <= 240 && !ABOUT_CALL.test(line))
  return telling.find((line) => EXPLAINS.test(line)) ?? telling.at(-1)
}

const ABOUT_CALL = /^(?:Exit code|Process|Chunk ID|Wall time|Original token|(?:Output|Command|Signal):|<shellId)/i
const EXPLAINS =
  /\b(?:\w*error|fail(?:ed|ure)?|fatal|cannot|not found|denied|no such|missing|unknown|invalid)\b|[错錯][误誤]|失[败敗]|[无無]法/i
