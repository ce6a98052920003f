import { maskSecrets } from '@wuku/text/secrets/secrets'
import type { DraftMessage } from '../conversation.ts'
import { commandOutcomes, failureLine, matcherOf, type CommandOutcome } from './command-outcomes.ts'
import { hasSameIntent, signatureOf, type CommandSignature } from './command-signature.ts'
import * as patterns from './patterns.ts'

/** A command that failed in a part of a conversation, and what worked in its place. */
export interface MinedFailure {
  readonly signature: string
  /** Absent: the folder of the conversation. */
  readonly folder?: string
  readonly count: number
  readonly exitCode?: number
  /** The last time, in milliseconds since the epoch, with the message and the line that says why. */
  readonly at?: number
  readonly message: string
  readonly line?: string
  /** The program itself is missing: it fails whatever it is asked. */
  readonly isMissing?: true
  readonly fix?: { readonly command: string; readonly message: string; readonly folder?: string }
}

export type MinedRuns = ReturnType<typeof mineRuns>

/** Limits for each part of a conversation: every list of conversations reads these facts. */
const [MAX_FAILURES, MAX_WORKED, LONGEST_LINE] = [12, 40, 160]

interface Run extends CommandOutcome<DraftMessage> {
  readonly signature: CommandSignature
  readonly key: string
  readonly index: number
}

/** `worked`: commands that did: hash of folder and signature, colon, minute since the epoch of the last time. */
export function mineRuns(messages: readonly DraftMessage[], project = '') {
  const active = messages.filter(({ isInactive }) => !isInactive)
  if (!active.some(({ pieces }) => pieces.some(({ kind }) => kind === 'call'))) return {}
  const indexes = new Map(active.map((message, at) => [message, at]))
  const runs = commandOutcomes(active, project).flatMap((outcome): Run[] => {
    const signature = signatureOf(outcome.command, outcome.folder)
    if (!signature) return []
    const key = hashOfRun(signature.text, signature.folder)
    return [{ ...outcome, signature, key, index: indexes.get(outcome.message) ?? 0 }]
  })
  const failures = failuresIn(runs, active, project)
  const worked = new Map<string, number>()
  for (const { ending, key, signature, message } of runs)
    for (const each of ending === 'worked' ? [key, hashOfRun(signature.program)] : [])
      worked.set(each, Math.floor((message.at ?? 0) / 60_000))
  return {
    ...(failures.length > 0 && { failures }),
    ...(worked.size > 0 && { worked: [...worked].slice(-MAX_WORKED).map((each) => each.join(':')) }),
  }
}

/** 32 bits of FNV-1a. */
export function hashOfRun(signature: string, folder = ''): string {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(`${folder}\n${signature}`)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(36)
}

function failuresIn(runs: readonly Run[], messages: readonly DraftMessage[], project: string): readonly MinedFailure[] {
  const found = new Map<string, MinedFailure>()
  for (const [at, run] of runs.entries()) {
    const { key, signature, exitCode, message, output } = run
    const before = found.get(key)
    if (run.ending === 'worked') found.delete(key)
    if (run.ending !== 'failed' || isTransient(run)) continue
    const isMissing = exitCode === 127 || matches('missing', output)
    const fix = fixOf(run, runs.slice(at + 1), messages) ?? before?.fix
    const line = failureLine(output)
    found.set(key, {
      signature: isMissing ? signature.program : signature.text,
      ...(signature.folder !== undefined && signature.folder !== project && { folder: signature.folder }),
      count: (before?.count ?? 0) + 1,
      ...(exitCode !== undefined && { exitCode }),
      ...(message.at !== undefined && { at: message.at }),
      message: message.id,
      ...(line !== undefined && { line: maskSecrets(line).text.slice(0, LONGEST_LINE).toWellFormed() }),
      ...(isMissing && { isMissing }),
      ...(fix && { fix }),
    })
  }
  return [...found.values()].toSorted((a, b) => Number(!a.fix) - Number(!b.fix)).slice(0, MAX_FAILURES)
}

/** Commands and milliseconds within which another way is tried. */
const [MAX_TRIES, MAX_DELAY] = [8, 30 * 60_000]

/**
 * The next command for the same purpose that worked. Files that were edited or packages that were installed in between
 * may have helped instead, and a test that was red says nothing against its command.
 */
function fixOf(failed: Run, later: readonly Run[], messages: readonly DraftMessage[]): MinedFailure['fix'] {
  if (matches('red', failed.output)) return undefined
  for (const run of later.slice(0, MAX_TRIES)) {
    const isLate = (run.message.at ?? 0) - (failed.message.at ?? 0) > MAX_DELAY
    if (isLate || run.key === failed.key || messages.slice(failed.index + 1, run.index + 1).some(hasEdited))
      return undefined
    const command = run.command.replaceAll(/\s+/g, ' ').trim()
    const { folder } = run.signature
    if (run.ending === 'worked' && hasSameIntent(failed.signature, run.signature)) {
      const isSafe = !matches('bypasses', command) && maskSecrets(command).found.length === 0
      const place = folder !== failed.signature.folder && folder !== undefined && { folder }
      return isSafe && command.length <= LONGEST_LINE ? { command, message: run.message.id, ...place } : undefined
    }
    if (matches('changes', command) && !matches('changes', failed.command)) return undefined
  }
  return undefined
}

const hasEdited = ({ pieces }: DraftMessage): boolean =>
  pieces.some((block) => block.kind === 'call' && block.files?.some(({ isEdited }) => isEdited))

const isOf = matcherOf(patterns.runs)
/** Characters at the end of an output that say how it ended. */
const MAX_READ = 8_000
const matches = (what: keyof typeof patterns.runs, output: string): boolean => isOf(what, output.slice(-MAX_READ))

/** The network, a lock, the machine or missing rights failed, and not the command. */
export const isTransient = ({ exitCode = 0, output }: Pick<Run, 'exitCode' | 'output'>): boolean =>
  [124, 130, 137, 143].includes(exitCode) || matches('transient', output)
