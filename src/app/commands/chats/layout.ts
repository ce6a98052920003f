import { harmless } from '../../../surfaces/cli/terminal.ts'
import { wrapToWidth } from '../../../surfaces/cli/width.ts'
import { cut, type Page } from '../pads/layout.ts'
import { offsetAt } from './filters.ts'

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
