import type { DraftMessage, DraftResult } from '../conversation.ts'
import { exchangesIn, type Exchange } from '../echoes/exchanges.ts'
import { commandOf, commandsIn, folderEntered, folderOf } from '../echoes/shell-commands.ts'

/** `unanswered`: the conversation broke off before it ended. */
export type Ending = 'exited' | 'timed out' | 'interrupted' | 'refused' | 'running' | 'unanswered'

/** A command that an agent or its user ran, with what became of it. */
export interface CommandOutcome<Message = unknown> {
  /** As it was handed to the shell. */
  readonly command: string
  /** Where it ran, as far as that is known. */
  readonly folder?: string
  readonly ended: Ending
  /** Only of a command that exited, or ran out of time. */
  readonly hasFailed?: boolean
  readonly exitCode?: number
  /** All that it printed, as far as that is kept. */
  readonly output: string
  /** The message that called it. */
  readonly message: Message
}

/** Tools that hand a line to a shell, by the names that programs give them. */
export const isShellTool = (tool: string): boolean => SHELL.test(tool)
const SHELL = /bash|shell|exec|terminal|powershell|^cmd$|^run(?:_?commands?)?$|run_?in_?terminal/i

/** The commands of a conversation in order, each with its outcome. */
export function commandOutcomes<Message extends Pick<DraftMessage, 'pieces'>>(
  messages: readonly Message[],
  project?: string,
): readonly CommandOutcome<Message>[] {
  let folder = project
  return exchangesIn(messages).flatMap((exchange) => {
    const outcome = outcomeOf(exchange, folder)
    if (outcome && exchange.call?.tool === 'Bash') folder = folderAfter(outcome, project)
    return outcome ? [outcome] : []
  })
}

function outcomeOf<Message>(
  { call, results, message }: Exchange<Message>,
  folder: string | undefined,
): CommandOutcome<Message> | undefined {
  const command = call && !call.isLeftOut && isShellTool(call.tool) ? commandOf(call)?.trim() : undefined
  if (call === undefined || command === undefined || command === '' || PATCH.test(command)) return undefined
  const named = folderOf(call)
  const place = named === undefined || isAbsolute(named) || folder === undefined ? named : `${folder}/${named}`
  const ranIn = place ?? folder
  const output = results.map(({ text }) => text).join('\n')
  return { command, ...(ranIn !== undefined && { folder: ranIn }), ...endingOf(command, results), output, message }
}

/** Edits of files that are handed to a shell. */
const PATCH = /^(?:apply_patch|applypatch)\b|^(?:cat|tee)\b[^\n]*<<-?\s*\S/

const isAbsolute = (path: string): boolean => /^(?:[\\/~]|[A-Za-z]:)/.test(path)

/** Claude Code stays in the folder that a command went to, and says where it went back. */
function folderAfter({ command, folder, hasFailed, output }: CommandOutcome, project: string | undefined) {
  const reset = /Shell cwd was reset to (.+)/.exec(output)?.[1]?.trim()
  if (reset !== undefined) return reset
  const entered = hasFailed === false ? commandsIn(command).map(folderEntered).findLast(Boolean) : undefined
  if (entered === undefined || /^[~$-]/.test(entered)) return folder ?? project
  return isAbsolute(entered) || folder === undefined ? entered : `${folder}/${entered}`
}

function endingOf(
  command: string,
  results: readonly DraftResult[],
): Pick<CommandOutcome, 'ended' | 'hasFailed' | 'exitCode'> {
  if (results.length === 0) return { ended: 'unanswered' }
  const text = results.map((result) => result.text).join('\n')
  const start = text.slice(0, EDGE)
  const isError = results.some((result) => result.isError)
  if (REFUSED.test(start)) return { ended: 'refused' }
  if (INTERRUPTED.test(start)) return { ended: 'interrupted' }
  if (RUNNING.test(start)) return { ended: 'running' }
  if (isError && TIMED_OUT.test(start)) return { ended: 'timed out', hasFailed: true }
  const code = exitCodeIn(text)
  const hasFailed = isError || (code ?? 0) !== 0 || (hidesFailure(command) && SAYS_FAILED.test(text.slice(-2 * EDGE)))
  return { ended: 'exited', hasFailed, ...(code !== undefined && { exitCode: code }) }
}

/** Programs speak of an ending in the first lines of a result, or in its last. */
const EDGE = 400
const REFUSED =
  /^\W*(?:The user doesn't want to |User (?:rejected|denied|refused)|(?:exec )?command rejected|Permission (?:to use \S+ )?(?:was |has been )?denied\b(?!.*[:/])|Command blocked by |Tool execution (?:was )?(?:denied|rejected)|This command requires approval)/i
const INTERRUPTED =
  /\[?Request interrupted by user|^\W*(?:Command |Operation )?(?:was )?(?:aborted|cancelled|canceled|interrupted) by (?:the )?user|^\W*\[?Operation cancelled|User aborted the command/i
const RUNNING =
  /Process running with session ID|running in (?:the )?background|moved to (?:the )?background|Background PIDs: \d|started in the background/i
const TIMED_OUT = /timed out|timeout|exceeded (?:the )?(?:time|limit)/i

/** Codex and Cursor say it above the output, Claude Code there where it failed, Gemini CLI and Copilot below it. */
function exitCodeIn(text: string): number | undefined {
  const found = EXIT_ABOVE.exec(text.slice(0, EDGE)) ?? EXIT_BELOW.exec(text.slice(-EDGE))
  return found ? Number(found[1] ?? found[2]) : undefined
}
const EXIT_ABOVE =
  /^(?:(?:Chunk ID|Wall time|Command|Directory)\b.*\n){0,4}(?:Process exited with code|Exit code:?) (-?\d+)/i
const EXIT_BELOW =
  /^(?:Exit Code: (-?\d+)(?:\n(?:Signal|Background PIDs|Process Group PGID): .*)*|<shellId: \S+ completed with exit code (-?\d+)>)\s*$/m

/** The last program of a pipe and what follows a failure decide the exit code, whatever went wrong before. */
const hidesFailure = (command: string): boolean =>
  /\|\s*(?:tail|head|grep|tee|sed|awk|cat|less|sort|uniq|wc)\b|\|\|\s*(?:true|:|echo)|;\s*(?:echo|true)\b/.test(
    command,
  ) && !/pipefail/.test(command)

const SAYS_FAILED =
  /\b(?:npm (?:ERR!|error)|error TS\d+|Traceback \(most recent call last\)|command not found|No such file or directory|BUILD FAILED|FAILED \(|[1-9]\d* (?:failed|failing|failures?)\b|Tests?:? +[1-9]\d* failed|panicked at|fatal:)/

/** The line of what a failed command printed that says most about why. */
export function failureLine(output: string): string | undefined {
  const lines = output
    .split('\n')
    .map((line) => line.trim().replace(/^Output: /, ''))
    .filter((line) => line !== '' && line.length <= LONGEST_LINE && !ABOUT_CALL.test(line))
  return lines.find((line) => TELLING.test(line)) ?? lines.at(-1)
}

const LONGEST_LINE = 240
const ABOUT_CALL =
  /^(?:Exit code|Process exited|Chunk ID|Wall time|Original token count|Output:|Command:|Directory:|Signal:|Background PIDs|Process Group|<shellId)/i
const TELLING =
  /\b(?:\w*error|fail(?:ed|ure|s)?|fatal|exception|panic(?:ked)?|cannot|can't|not found|denied|refused|no such|missing|unknown|invalid|unexpected)\b|错误|錯誤|失败|失敗|找不到|未找到|拒绝|拒絕|无法|無法/i
