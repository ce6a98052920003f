import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseObject } from '@wuku/core/lenient-parsing'
import type { Moment } from './event.ts'

/** Something that was said to an agent. */
export interface Answer {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Id of the user whose agent it was. */
  readonly actor: string
  readonly client: string
  readonly event: string
  readonly moment: Moment
  readonly session: string
  readonly call?: string
  readonly project: string
  readonly text: string
  readonly refuses: boolean
  /** Why it was said: a sentence for people. */
  readonly reason: string
  /** Ids of the failures and orders that it rests on. */
  readonly items: readonly string[]
  readonly citation?: string
  readonly tokens: number
  readonly milliseconds: number
}

/** A line of the file: an answer, a wish of the user, or what went wrong. */
type Line =
  | Answer
  | { readonly actor: string; readonly silenced: string }
  | { readonly actor: string; readonly off: string; readonly isOff: boolean }
  | { readonly at: number; readonly problem: string }

export interface Journal {
  /** Oldest first. */
  readonly answers: readonly Answer[]
  readonly silenced: ReadonlySet<string>
  /** Nothing is said in any project, or in this one. */
  isOff(project: string): boolean
  /** `false`: another hook answered the same moment before, or nothing can be written. */
  add(answer: Omit<Answer, 'id' | 'actor'>): boolean
  silence(item: string): void
  turn(project: string, isOff: boolean): void
}

const [FILE, BEFORE, LOCK] = ['hook-log.jsonl', 'hook-log.old.jsonl', 'hook-log.lock']
/** Bytes; about 600 answers, and as many in the file before it. */
const LONGEST = 300_000
/** In place of the folder of a project. */
export const EVERYWHERE = '*'

/** What was said from a data folder, and the wishes of one user about it. */
export function openJournal(home: string, actor = 'local'): Journal {
  const lines = readLines(home).filter((line) => 'actor' in line && line.actor === actor)
  const answers = lines.filter((line) => 'session' in line)
  const off = new Map(lines.flatMap((line) => ('off' in line ? [[line.off, line.isOff] as const] : [])))
  return {
    answers,
    silenced: new Set(lines.flatMap((line) => ('silenced' in line ? [line.silenced] : []))),
    isOff: (project) => off.get(project) ?? off.get(EVERYWHERE) ?? false,
    add(answer) {
      const id = randomUUID().slice(0, 8)
      try {
        append(home, { id, actor, ...answer })
      } catch {
        return false
      }
      // Lines are whole and in one order for all: of two hooks at once the first line counts.
      const first = readLines(home).find((line) => 'session' in line && line.actor === actor && isSame(line, answer))
      return first !== undefined && 'id' in first && first.id === id
    },
    silence: (item) => append(home, { actor, silenced: item }),
    turn: (project, isOff) => append(home, { actor, off: project, isOff }),
  }
}

/** Milliseconds within which two programs that read the same settings send the same event. */
const AT_ONCE = 3_000

/** The same tool call; where a program names none, the same words at nearly the same time. */
export const isSame = (one: Answer, other: Omit<Answer, 'id' | 'actor'>): boolean =>
  one.session === other.session &&
  one.moment === other.moment &&
  (one.call === undefined || other.call === undefined
    ? one.text === other.text && Math.abs(one.at - other.at) < AT_ONCE
    : one.call === other.call)

/** What went wrong, in a line; where that cannot be written, nothing happens. */
export function noteProblem(home: string, problem: string, at: number): void {
  try {
    if (existsSync(home)) append(home, { at, problem: problem.replaceAll(/\s+/g, ' ').slice(0, 300) })
  } catch {
    // The data folder may only be read.
  }
}

/** The last event of each client is told by `wuku doctor`. */
export function noteEvent(home: string, client: string, event: string): void {
  try {
    mkdirSync(join(home, 'hook-seen'), { recursive: true, mode: 0o700 })
    appendFileSync(join(home, 'hook-seen', client.replaceAll(/[^\w-]/g, '_').slice(0, 40)), event.slice(0, 40), {
      flag: 'w',
    })
  } catch {
    // The data folder may only be read.
  }
}

function readLines(home: string): readonly Line[] {
  return [BEFORE, FILE].flatMap((name) =>
    readText(join(home, name))
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => parseObject(line) as unknown as Line),
  )
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function append(home: string, line: Line): void {
  appendFileSync(join(home, FILE), `${JSON.stringify(line)}\n`, { mode: 0o600 })
  if (statSync(join(home, FILE)).size > LONGEST) shorten(home)
}

/** Milliseconds. */
const LONGEST_LOCK = 10_000

/** The file becomes the one before it; wishes go on in the new one. One process does so, and those that append meanwhile lose nothing. */
function shorten(home: string): void {
  try {
    mkdirSync(join(home, LOCK))
  } catch {
    // That of a killed process is taken away, for the next one.
    const age =
      statSync(join(home, FILE)).mtimeMs - (statSync(join(home, LOCK), { throwIfNoEntry: false })?.mtimeMs ?? Infinity)
    if (age > LONGEST_LOCK) rmdirSync(join(home, LOCK))
    return
  }
  try {
    if (statSync(join(home, FILE)).size <= LONGEST) return
    const wishes = readLines(home).filter((line) => 'silenced' in line || 'off' in line)
    renameSync(join(home, FILE), join(home, BEFORE))
    for (const wish of wishes) appendFileSync(join(home, FILE), `${JSON.stringify(wish)}\n`, { mode: 0o600 })
  } finally {
    rmdirSync(join(home, LOCK))
  }
}
