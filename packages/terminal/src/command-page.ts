import { msg, tr, speaking, type Speaker } from '@wuku/messages/terminal'
import { printJson } from './print-answer.ts'
import type { Shell } from './command-types.ts'
import {
  cutToWidth,
  harmless,
  harmlessWithin,
  paintFor,
  translatorOf,
  wrapLines,
  wrapToWidth,
  writeTranslated,
  type Paint,
  type Sink,
} from './terminal.ts'

/** Target of the layout. */
export interface Page {
  readonly out: Sink
  readonly paint: Paint
  /** Texts of ours in the language of the reader; names and what documents say stay as they are. */
  readonly translate: Speaker
  /** Milliseconds since the epoch, from which ages are counted. */
  readonly now: number
}

export const pageFor = (out: Sink, now: number): Page => ({
  out,
  paint: paintFor(out),
  translate: translatorOf(out),
  now,
})

/** An answer as text. */
export interface Shown {
  /** One below the other, each with as many lines as it likes. */
  readonly parts: readonly string[]
  /** Dim, and left out where nothing but the answer is wanted. */
  readonly foot?: readonly string[]
  /** Absent: a blank line stands between parts. */
  readonly isDense?: true
}

/** The one renderer of texts: JSON for a program, and for people what `show` makes of the answer. */
export function present<Output>(answer: Output, show: (answer: Output, page: Page) => Shown, shell: Shell): void {
  const { out } = shell.terminal
  if (shell.json) return printJson(out, answer)
  const page = pageFor(out, shell.now())
  const made = speaking(page.translate, () => show(harmlessWithin(answer) as Output, page))
  const foot = shell.quiet && made.parts.length > 0 ? [] : (made.foot ?? [])
  const shown = [...made.parts, ...foot.map((line) => page.paint.dim(footLine(line, page)))]
  if (shown.length > 0) out.write(`${shown.join(made.isDense ? '\n' : '\n\n')}\n`)
}

/** Made where they are printed, in the language of the reader. */
type Lines = () => readonly string[]

/** The answer of a command that is no operation: JSON for a program, lines for a person. */
export function printLines({ terminal: { out }, json }: Shell, answer: unknown, lines: Lines): 'done' {
  if (json) printJson(out, answer)
  else writeTranslated(out, () => `${lines().join('\n')}\n`)
  return 'done'
}

/** The same for a change, of which a quiet command says nothing. */
export const printChange = (shell: Shell, answer: unknown, lines: Lines): 'done' =>
  shell.quiet && !shell.json ? 'done' : printLines(shell, answer, lines)

function footLine(line: string, { out, translate }: Page): string {
  const translated = translate(line)
  return out.isTerminal ? wrapLines(translated, out.columns) : translated
}

/** A name may be of several lines and hold what a terminal would obey. Only a reader's lines are short. */
export const cut = (text: string, columns: number, { out }: Page): string =>
  out.isTerminal ? cutToWidth(oneLine(text), Math.max(SHORTEST, columns)) : oneLine(text)

/** Columns below which nothing is cut. */
export const SHORTEST = 6

const oneLine = (text: string): string => harmless(text.replaceAll(/\s+/g, ' ').trim())

/** Text under a head: broken for a reader, as it is for a program. */
export function indented(text: string, columns: number, { out }: Page): readonly string[] {
  const lead = ' '.repeat(columns)
  const lines = harmless(text).split('\n')
  const broken = out.isTerminal
    ? lines.flatMap((line) => wrapToWidth(line, Math.max(20, out.columns - columns)))
    : lines
  return broken.map((line) => (line === '' ? '' : lead + line))
}

export function sizeOf(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`
  return bytes < 1_048_576 ? `${(bytes / 1_024).toFixed(1)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `just now`, `5 min ago`, `3 h ago`, `12 days ago`, and the day for what is older than a month. */
export function ageOf(time: string, now: number): string {
  const age = now - Date.parse(time)
  if (age < MINUTE) return tr('just now')
  if (age < HOUR) return tr(msg('minAgo', { age: Math.floor(age / MINUTE) }))
  if (age < DAY) return tr(msg('hAgo', { age: Math.floor(age / HOUR) }))
  return age < 30 * DAY ? tr(msg('daysAgo', { days: Math.floor(age / DAY) })) : time.slice(0, 10)
}

/** `2026-11-20 10:02` of an ISO time. */
export const minuteOf = (time: string | null): string => (time ?? '').slice(0, 16).replace('T', ' ')
