import { maskSecrets } from '@wuku/text/secrets/secrets'
import type { DraftMessage } from '../conversation.ts'
import { pathBelow } from '../paths.ts'
import { commandOutcomes, failureLine, oneOf, type CommandOutcome } from './command-outcomes.ts'
import { hasSameIntent, signatureOf, type CommandSignature } from './command-signature.ts'

/** A command that failed in a part of a conversation, and what was run in its place. */
export interface MinedFailure {
  readonly signature: string
  /** Below the folder of the conversation, else absolute; absent: that folder. */
  readonly folder?: string
  readonly command: string
  readonly count: number
  readonly exitCode?: number
  /** Of the last time: milliseconds since the epoch, id of the message, the line that says why. */
  readonly at?: number
  readonly message: string
  readonly line?: string
  /** The program itself is missing: it fails whatever it is asked. */
  readonly isMissing?: true
  readonly fix?: { readonly command: string; readonly message: string; readonly folder?: string }
}

export interface MinedRuns {
  readonly failures?: readonly MinedFailure[]
  /** Signatures that worked, as hashes of folder and signature, each with the minute since the epoch of the last time. */
  readonly worked?: readonly string[]
}

/** Kept of a part: it lies with the facts of its document, which are read for every list. */
const [MAX_FAILURES, MAX_WORKED, LONGEST_LINE] = [12, 40, 160]

type Outcome = CommandOutcome<DraftMessage>
interface Run extends Outcome {
  readonly signature: CommandSignature
  readonly place: string
  /** Number of the message. */
  readonly index: number
}

export function mineRuns(messages: readonly DraftMessage[], project = ''): MinedRuns {
  const active = messages.filter(({ isInactive }) => !isInactive)
  const outcomes = commandOutcomes(active, project)
  if (outcomes.length === 0) return {}
  const indexes = new Map(active.map((message, at) => [message, at]))
  const runs = outcomes.flatMap((outcome): Run[] => {
    const signature = signatureOf(outcome.command, outcome.folder ?? (project || undefined))
    const place = pathBelow(signature?.folder ?? '', project)
    return signature ? [{ ...outcome, signature, place, index: indexes.get(outcome.message) ?? 0 }] : []
  })
  const failures = failuresIn(runs, active)
  const worked = new Map(
    runs
      .filter(({ ending }) => ending === 'worked')
      .flatMap(({ signature, place, message }) =>
        [hashOfRun(signature.text, place), hashOfRun(signature.program)].map(
          (key) => [key, minuteOf(message)] as const,
        ),
      ),
  )
  return {
    ...(failures.length > 0 && { failures }),
    ...(worked.size > 0 && { worked: [...worked].slice(-MAX_WORKED).map(([key, minute]) => `${key}:${minute}`) }),
  }
}

const minuteOf = ({ at = 0 }: DraftMessage): number => Math.floor(at / 60_000)

/** 32 bits of FNV-1a. */
export function hashOfRun(signature: string, folder = ''): string {
  let hash = 0x811c9dc5
  for (const character of `${folder}\n${signature}`)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}

function failuresIn(runs: readonly Run[], messages: readonly DraftMessage[]): readonly MinedFailure[] {
  const found = new Map<string, MinedFailure>()
  for (const [at, run] of runs.entries()) {
    if (run.ending !== 'failed' || isTransient(run)) continue
    const isMissing = run.exitCode === 127 || MISSING.test(run.output.slice(-MAX_READ))
    const key = `${run.place}\n${run.signature.text}`
    const before = found.get(key)
    const fix = fixOf(run, runs.slice(at + 1), messages) ?? before?.fix
    const line = failureLine(run.output)
    found.delete(key)
    found.set(key, {
      signature: isMissing ? run.signature.program : run.signature.text,
      ...(run.place !== '' && { folder: run.place }),
      command: clean(run.command),
      count: (before?.count ?? 0) + 1,
      ...(run.exitCode !== undefined && { exitCode: run.exitCode }),
      ...(run.message.at !== undefined && { at: run.message.at }),
      message: run.message.id,
      ...(line !== undefined && { line: clean(line) }),
      ...(isMissing && { isMissing }),
      ...(fix && { fix }),
    })
  }
  const open = [...found].filter(([key]) => !isSolved(key, runs)).map(([, failure]) => failure)
  return open.toSorted((a, b) => Number(b.fix !== undefined) - Number(a.fix !== undefined)).slice(0, MAX_FAILURES)
}

const clean = (text: string): string =>
  maskSecrets(text.replaceAll(/\s+/g, ' ')).text.slice(0, LONGEST_LINE).toWellFormed()

/** The same command worked later on, unchanged: nothing was wrong with it. */
function isSolved(key: string, runs: readonly Run[]): boolean {
  const last = runs.findLast((run) => `${run.place}\n${run.signature.text}` === key && run.ending !== 'unknown')
  return last?.ending === 'worked'
}

/** Commands and milliseconds within which another way is tried. */
const [MAX_TRIES, MAX_DELAY] = [8, 30 * 60_000]

/**
 * The next command for the same purpose that worked. Where files were edited or packages were installed in between, those
 * may have been what helped, and a test that was red says nothing against its command.
 */
function fixOf(failed: Run, later: readonly Run[], messages: readonly DraftMessage[]): MinedFailure['fix'] {
  if (RED.test(failed.output.slice(-MAX_READ))) return undefined
  for (const run of later.slice(0, MAX_TRIES)) {
    const between = messages.slice(failed.index, run.index + 1)
    const delay = (run.message.at ?? 0) - (failed.message.at ?? 0)
    if (between.some(hasEdited) || delay > MAX_DELAY || run.message.role === 'user') return undefined
    const isSame = run.signature.text === failed.signature.text && run.place === failed.place
    if (run.ending === 'worked' && isSame) return undefined
    if (run.ending === 'worked' && hasSameIntent(failed.signature, run.signature) && !BYPASSES.test(run.command)) {
      const command = run.command.replaceAll(/\s+/g, ' ').trim()
      const isPlain = command.length <= LONGEST_LINE && maskSecrets(command).found.length === 0
      const folder = run.place === failed.place ? undefined : run.place
      return isPlain ? { command, message: run.message.id, ...(folder && { folder }) } : undefined
    }
    if (CHANGES.test(run.command) && !CHANGES.test(failed.command)) return undefined
  }
  return undefined
}

const hasEdited = ({ pieces }: DraftMessage): boolean =>
  pieces.some((block) => block.kind === 'call' && block.files?.some(({ isEdited }) => isEdited))

const CHANGES = oneOf(
  String.raw`\b(?:sed -i|apply_patch|tee)\b|\b(?:npm|pnpm|yarn|bun|pip3?|brew|apt(?:-get)?|cargo|gem|poetry|uv) (?:i|ci|add|install|sync)\b`,
  String.raw`\bgit (?:checkout|restore|apply|stash|reset|merge|rebase|pull)\b`,
)
/** Ways around a check are no solution. */
const BYPASSES = /--no-verify|--force|--skip|skipTests|--no-check|\bsudo\b|\|\||;\s*(?:true|:)|HUSKY=0/
const MISSING =
  /command not found|is not recognized as (?:an internal|the name)|: not found\s*$|找不到命令|未找到命令/im
const RED = oneOf(
  String.raw`\b[1-9]\d* (?:tests? )?(?:failed|failing|failures?)\b|AssertionError|\berror TS\d+|--- FAIL:|✗`,
  String.raw`\berror\[E\d+\]|[1-9]\d* problems? \(`,
)

/** Of the moment, of the machine or of somebody's rights: it says nothing about the command. */
export const isTransient = ({ exitCode, output }: Pick<Outcome, 'exitCode' | 'output'>): boolean =>
  [124, 130, 137, 143].includes(exitCode ?? 0) || TRANSIENT.test(output.slice(-MAX_READ))

/** Characters at the end of an output that say how it ended. */
const MAX_READ = 8_000
const TRANSIENT = oneOf(
  String.raw`timed? ?out|ETIMEDOUT|ECONN\w+|EAI_AGAIN|ENOTFOUND|ENETUNREACH|could not resolve|network|socket hang up`,
  String.raw`connection (?:refused|reset|closed)|(?:could not|unable to|failed to) connect|rate.?limit|too many requests`,
  String.raw`\b(?:status|http|error|code):? ?(?:401|403|408|429|50[0234])\b|unauthori[sz]ed|forbidden|authenticat`,
  String.raw`(?:api|access|secret).?(?:key|token)|credential|permission denied|EACCES|not logged in|EBUSY|EADDRINUSE`,
  String.raw`index\.lock|\.lock.?: file exists|\blocked\b|another (?:git |process|instance)|could not (?:get|acquire)|in use|ENOSPC|no space left`,
  String.raw`out of memory|ENOMEM|\bkilled\b|sigkill|sigterm|cannot allocate|temporar|try again|unavailable`,
  '超时|网络|连接|鎖|锁|密钥|凭证|权限|未登录|内存不足|空间不足|稍后|網路|連線|逾時|權限|金鑰',
)
