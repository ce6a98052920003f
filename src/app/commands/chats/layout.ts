import { harmless, wrapToWidth } from '../../../surfaces/cli/terminal.ts'
import { cut, type Page } from '../pads/layout.ts'
import { usage } from '../../../surfaces/cli/arguments.ts'
import { commandLine } from '../../../text/shell-words.ts'
import { asksFor } from '../actions.ts'
import type { Engine } from '../../../engine/engine.ts'
import { endOfDay, readDay, startOfDay } from '../../../kinds/chats/days.ts'
import type { Input } from '../../../surfaces/cli/command.ts'

/** As much of an id as tells it from others: the first group of a UUID, two where that is the time; others as they are. */
export function shortId(id: string): string {
  const [, first, second, version] = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f])[0-9a-f]{3}-/i.exec(id) ?? []
  if (first === undefined || second === undefined) return id
  return version === '7' ? `${first}-${second}` : first
}

/** `2026-11-20 10:02`, by the clock of this machine. */
export const localMinute = (at: number): string =>
  new Date(at + offsetAt(at) * 60_000).toISOString().slice(0, 16).replace('T', ' ')

/** `10:02`. */
export const localTime = (at: number): string => localMinute(at).slice(11)

/** `Title  7f3c9a12` with the facts under it; the id is never cut. */
export function headLines(
  { id, title, facts }: { readonly id: string; readonly title: string; readonly facts: readonly string[] },
  page: Page,
): readonly string[] {
  const { out, paint } = page
  const shown = harmless(shortId(id))
  return [
    `${paint.cyan(shown)}  ${paint.bold(cut(title, out.columns - shown.length - 2, page))}`,
    `  ${paint.dim(cut(facts.join(' · '), out.columns - 2, page))}`,
  ]
}

/** Text under a head: broken for a reader, as it is for a program. */
export function indented(text: string, columns: number, { out }: Page): readonly string[] {
  const lead = ' '.repeat(columns)
  const lines = harmless(text).split('\n')
  const broken = out.isTerminal
    ? lines.flatMap((line) => wrapToWidth(line, Math.max(20, out.columns - columns)))
    : lines
  return broken.map((line) => (line === '' ? '' : lead + line))
}

/** The last folder of a path is what people call a project. */
export const folderName = (path: string): string => path.split(/[\\/]+/).findLast((part) => part !== '') ?? path

export function onlyWord(words: readonly string[], action: string, needed: Needed = anId): string {
  const [word, extra] = words
  if (word === undefined) throw usage(`"${commandLine`wuku chats ${action}`}" needs ${needed.what}.`, needed.remedy)
  if (extra !== undefined) throw tooMany(extra)
  return word
}

interface Needed {
  readonly what: string
  readonly remedy: string
}

const anId: Needed = { what: 'an id', remedy: 'List ids with: wuku chats' }

export function noWord([word]: readonly string[]): void {
  if (word !== undefined) throw tooMany(word)
}

const tooMany = (word: string) => usage(`Unexpected argument "${word}".`, 'See: wuku chats --help')

export const ask = asksFor('chats')

/** Minutes that the clock of this machine is ahead of UTC: people mean their own days. */
const offsetAt = (at: number): number => -new Date(at).getTimezoneOffset()

/** What narrows a timeline, a history or counts, as operations take it. */
export const filtersOf = ({ project, agent, since, until }: Input, engine: Engine): Input => ({
  project,
  agent,
  since,
  until,
  utc_offset_minutes: offsetAt(engine.now()),
})

/** The same for a search, which knows moments and no days. */
export function searchFiltersOf({ project, agent, since, until }: Input, engine: Engine): Input {
  const calendar = { now: engine.now(), offset: offsetAt(engine.now()) }
  const start = since === undefined ? 0 : Math.max(0, startOfDay(readDay(String(since), calendar), calendar.offset))
  const end = until === undefined ? calendar.now : endOfDay(readDay(String(until), calendar), calendar.offset)
  const isBounded = since !== undefined || until !== undefined
  return { project, agent, ...(isBounded && { time_window: { start, end } }) }
}
