import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attempt } from '@wuku/core/environment'
import { parseObject } from '@wuku/core/lenient-parsing'
import { lockFile } from '@wuku/store-sql/sqlite/driver/file-lock'
import type { HookEvent } from './event.ts'

export interface Answer extends Pick<HookEvent, 'client' | 'event' | 'moment' | 'session' | 'call'> {
  readonly id: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly actor: string
  readonly project: string
  readonly text: string
  readonly refused: boolean
  /** Why it was said: a sentence for people. */
  readonly reason: string
  readonly items: readonly string[]
  readonly citation: string | null
  readonly tokens: number
  readonly milliseconds: number
}

type NewAnswer = Omit<Answer, 'id' | 'actor'>

export interface Journal {
  /** Oldest first. */
  readonly answers: readonly Answer[]
  readonly silenced: ReadonlySet<string>
  /** Folders of projects, or `EVERYWHERE`. */
  readonly off: readonly string[]
  /** Nothing is said in any project, or in this one. */
  isOff(project: string): boolean
  /** `false`: another hook answered the same moment before, or nothing can be written. */
  add(answer: NewAnswer): boolean
  silence(item: string): void
  turn(project: string, isOff: boolean): void
}

const [FILE, BEFORE, WISHES] = ['hook-log.jsonl', 'hook-log.old.jsonl', 'hook-wishes.jsonl']
/** Bytes; about 600 answers, and as many in the file before it. */
const LONGEST = 300_000
/** In place of the folder of a project. */
export const EVERYWHERE = '*'

/** The answers of a data folder to the agents of one user, and what that user silenced. */
export function openJournal(home: string, actor: string): Journal {
  const answers = (): readonly Answer[] =>
    linesOf<Answer>(home, [BEFORE, FILE], actor).filter(({ session }) => session !== undefined)
  const wishes = linesOf<{ readonly silenced?: string; readonly project?: string; readonly isOff?: boolean }>(
    home,
    [WISHES],
    actor,
  )
  const off = new Map(wishes.map(({ project, isOff }) => [project, isOff]))
  const record = (line: object): void => appendLine(join(home, WISHES), { actor, ...line })
  return {
    answers: answers(),
    silenced: new Set(wishes.flatMap(({ silenced = [] }) => silenced)),
    off: [...off].flatMap(([project, isOff]) => (isOff && project !== undefined ? [project] : [])),
    isOff: (project) => off.get(project) ?? off.get(EVERYWHERE) ?? false,
    add(answer) {
      const id = randomUUID().slice(0, 8)
      // Lines are whole and in one order for all: of two hooks at once the first line counts.
      const write = (): boolean => {
        appendToLog(home, { id, actor, ...answer })
        return answers().find((line) => isSame(line, answer))?.id === id
      }
      return attempt(write) ?? false
    },
    silence: (item) => record({ silenced: item }),
    turn: (project, isOff) => record({ project, isOff }),
  }
}

/** Milliseconds within which two programs that read the same settings send the same event. */
const AT_ONCE = 3_000

/** The same tool call; where a program names none, the same words at nearly the same time. */
const isSame = (one: NewAnswer, other: NewAnswer): boolean =>
  one.session === other.session &&
  one.moment === other.moment &&
  (one.call === undefined || other.call === undefined
    ? one.text === other.text && Math.abs(one.at - other.at) < AT_ONCE
    : one.call === other.call)

/** Adds a line about a fault. The data folder may be missing, full, or only for reading: a hook goes on without. */
export const noteProblem = (home: string, problem: string, at: number): void =>
  void attempt(() => appendToLog(home, { at, problem: problem.replaceAll(/\s+/g, ' ').slice(0, 300) }))

/** Keeps the last event of each program in a file of its own; the time of the file is that of the event. */
export const noteEvent = (home: string, { client, event }: HookEvent): void =>
  void attempt(() => {
    statSync(home)
    mkdirSync(join(home, 'hook-seen'), { recursive: true, mode: 0o700 })
    writeFileSync(join(home, 'hook-seen', client.replaceAll(/[^\w-]/g, '_').slice(0, 40)), event.slice(0, 80))
  })

const linesOf = <Line>(home: string, files: readonly string[], actor: string): readonly Line[] =>
  files
    .flatMap((name) => (attempt(() => readFileSync(join(home, name), 'utf8')) ?? '').split('\n'))
    .filter((line) => line !== '')
    .map(parseObject)
    .flatMap((line) => (line['actor'] === actor ? [line as Line] : []))

const appendLine = (path: string, line: object): void =>
  appendFileSync(path, `${JSON.stringify(line)}\n`, { mode: 0o600 })

/** A file that is full becomes the one before it. One process does so, and others may append meanwhile. */
function appendToLog(home: string, line: object): void {
  const file = join(home, FILE)
  appendLine(file, line)
  if (statSync(file).size <= LONGEST) return
  const lock = lockFile(join(home, 'hook-log.lock'), 0)
  if (lock && statSync(file).size > LONGEST) renameSync(file, join(home, BEFORE))
  lock?.release()
}
