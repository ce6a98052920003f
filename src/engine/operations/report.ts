import { z } from 'zod'
import type { Problem, Skipped } from '../../core/words.ts'
import type { IndexReport, OfSource } from '../engine.ts'
import { grouped } from './counted.ts'
import { count, kindName, problem, sourceName } from './shapes.ts'

/** The report of an index run, as it is promised to callers and as people read it. */

const counts = {
  added: count.describe('Documents that were not there before.'),
  changed: count.describe('Documents whose text changed.'),
  moved: count.describe('Documents found again under another path.'),
  removed: count.describe('Documents that are gone.'),
  unchanged: count.describe('Documents that are as they were.'),
  missing: count.describe('Documents of an archive that stay though their files are gone.'),
}

const ofSource = z.string().optional().describe('The source that it lies in.')

const skippedItem = z.strictObject({
  path: z.string().describe('A folder ends with "/".'),
  why: z.string().describe('The rule.'),
  source: ofSource,
})

const maskedSecret = z.strictObject({
  path: z.string().describe('The file.'),
  rule: z.string().describe('Which kind of secret.'),
  count: count.describe('How many.'),
  source: ofSource,
})

const repeatedText = z.strictObject({
  path: z.string().describe('The conversation, or a part of it.'),
  what: z
    .enum(['wuku', 'source', 'retrieved'])
    .describe("wuku: its own answers; source: files that are indexed; retrieved: other servers' results."),
  count: count.describe('How many.'),
  source: ofSource,
})

const sourceReport = z.strictObject({
  source: sourceName,
  kind: kindName,
  ...counts,
  complete: z.boolean().describe('false: not everything could be listed, so nothing was removed for being absent.'),
})

/** The keys of a report, for operations that answer with one and more. */
export const reportKeys = {
  ...counts,
  problems: z.array(problem).describe('What could not be taken in.'),
  skipped: z.array(skippedItem).describe('Left out by a rule.'),
  masked: z.array(maskedSecret).describe('Secrets that were masked.'),
  repeated: z.array(repeatedText).describe('Copies that conversations held of what is here already.'),
  bytes: count.describe('Bytes that were read and analysed.'),
  seconds: z.number().min(0).describe('How long it took.'),
  dryRun: z.boolean().describe('true: nothing was changed; the counts are what would be.'),
  sources: z.array(sourceReport).describe('The same for each source.'),
}

export const indexReport: z.ZodType<IndexReport> = z.strictObject(reportKeys)

/** Of a run that was not asked for. */
export const emptyReport: IndexReport = {
  added: 0,
  changed: 0,
  moved: 0,
  removed: 0,
  unchanged: 0,
  missing: 0,
  problems: [],
  skipped: [],
  masked: [],
  repeated: [],
  bytes: 0,
  seconds: 0,
  dryRun: false,
  sources: [],
}

/** Names shown of a long list in an answer for people; the structured report has them all. */
const SHOWN = 20
/** Files shown of each rule that left some out. */
const SHOWN_OF_RULE = 5

export function renderReport(whole: IndexReport): string {
  const report = whole.sources.length > 1 ? withPlaces(whole) : whole
  const shown = report.dryRun ? Infinity : SHOWN
  return [
    [headOf(report), ...sourceLines(report)].join('\n'),
    ...section('Problems', report.problems.map(problemLines), shown),
    ...section(
      'Masked secrets',
      report.masked.map((mask) => `  ${mask.path}: ${mask.rule}${mask.count > 1 ? ` (${mask.count} times)` : ''}`),
      shown,
    ),
    ...repeatedLines(report),
    ...(report.dryRun ? section('Skipped', report.skipped.map(skippedLine), shown) : skippedByRule(report.skipped)),
  ].join('\n\n')
}

/** With several sources, a path says which one it lies in. */
const withPlaces = (report: IndexReport): IndexReport => ({
  ...report,
  problems: report.problems.map(withPlace),
  skipped: report.skipped.map(withPlace),
  masked: report.masked.map(withPlace),
})

function withPlace<T extends { readonly path: string } & OfSource>(each: T): T {
  if (each.source === undefined) return each
  return { ...each, path: each.path === '.' ? each.source : `${each.source}/${each.path}` }
}

function headOf(report: IndexReport): string {
  const done = report.dryRun ? 'Would change' : 'Done'
  return `${done} in ${report.seconds.toFixed(2)} s: ${countsOf(report)}.`
}

/** One source that went well has nothing to add to the head. */
const sourceLines = ({ sources }: IndexReport): readonly string[] =>
  sources.length > 1 || sources.some(({ complete }) => !complete) ? sources.map(sourceLine) : []

const sourceLine = (source: IndexReport['sources'][number]): string =>
  `  ${source.kind}/${source.source}: ${countsOf(source)}${source.complete ? '' : ' (not everything could be listed; nothing was removed)'}`

type Counts = Pick<IndexReport, 'added' | 'changed' | 'moved' | 'removed' | 'unchanged' | 'missing'>

/** What did not happen is not told. */
function countsOf({ added, changed, moved, removed, unchanged, missing }: Counts): string {
  const counted = { added, changed, moved, removed, unchanged, 'gone but kept': missing }
  const told = Object.entries(counted)
    .filter(([, number]) => number > 0)
    .map(([word, number]) => `${grouped(number)} ${word}`)
  return told.join(', ') || 'nothing to index'
}

export const problemLines = ({ path, said, remedy }: Problem): string => `  ${path}: ${said}\n    ${remedy}`

const repeatedWords = {
  wuku: "of wuku's own answers",
  source: 'of files that are indexed themselves',
  retrieved: 'of what other servers retrieved',
} as const

/** A long history repeats thousands of files: their number is enough. */
function repeatedLines({ repeated }: IndexReport): readonly string[] {
  const sorts = [...Map.groupBy(repeated, ({ what }) => what)].map(([what, all]) => {
    const sum = all.reduce((total, { count: each }) => total + each, 0)
    return `${grouped(sum)} ${repeatedWords[what]}`
  })
  return sorts.length === 0 ? [] : [`Copies left out of conversations: ${sorts.join(', ')}.`]
}

const skippedLine = ({ path, why }: Skipped): string => `  ${path}: ${why}`

/** One line a rule: a folder of code holds thousands of files that are no notes. */
function skippedByRule(skipped: readonly Skipped[]): readonly string[] {
  if (skipped.length === 0) return []
  const rules = [...Map.groupBy(skipped, ({ why }) => why)]
  const lines = rules.map(([why, files]) => `  ${why}: ${beginning(files.map(({ path }) => path))}`)
  const rest = rules.some(([, { length }]) => length > SHOWN_OF_RULE) ? ['  "wuku index --dry-run" names them all'] : []
  return [[`Skipped (${skipped.length}):`, ...lines, ...rest].join('\n')]
}

function beginning(paths: readonly string[]): string {
  const rest = paths.length - SHOWN_OF_RULE
  return rest > 0 ? `${paths.slice(0, SHOWN_OF_RULE).join(', ')} and ${grouped(rest)} more` : paths.join(', ')
}

function section(title: string, lines: readonly string[], shown: number): readonly string[] {
  if (lines.length === 0) return []
  const rest = lines.length > shown ? [`  and ${lines.length - shown} more; "--json" has them all`] : []
  return [[`${title} (${lines.length}):`, ...lines.slice(0, shown), ...rest].join('\n')]
}
