import { msg, tr, trCount } from '@wuku/messages/kernel'
import type { Problem, Skipped } from '@wuku/core/core-types'
import { changesIn, type DocumentCounts, type IndexReport, type SourceReport } from '../base/parts/index-runs.ts'
import { grouped } from '../base/counted.ts'
import type { OfSource } from '../base/operation-shapes.ts'

/** The report of an index run, as people read it. */

export interface ReportOptions {
  /** Names every file, whatever their number. */
  readonly verbose?: boolean
  /** In a repeated run, unchanged results are counted and not listed. */
  readonly isRepeated?: boolean
}

/** Names shown of a long list in an answer for people; the structured report has them all. */
const SHOWN = 20
/** Files shown of each rule that left some out, and of each problem that several have. */
const SHOWN_OF_RULE = 5

export function renderReport(fullReport: IndexReport, options: ReportOptions = {}): string {
  const report = fullReport.sources.length > 1 ? withPlaces(fullReport) : fullReport
  if (options.isRepeated && !options.verbose && isUpToDate(report)) return upToDate(report)
  const isFull = report.dryRun || options.verbose === true
  const shown = isFull ? Infinity : SHOWN
  const masked = report.masked.map(
    (mask) => `  ${mask.path}: ${mask.rule}${mask.count > 1 ? tr(msg('maskedTimes', { count: mask.count })) : ''}`,
  )
  return [
    [headOf(report), ...sourceLines(report, options)].join('\n'),
    ...section(
      tr('Problems'),
      report.problems,
      isFull ? report.problems.map(problemLines) : alike(report.problems),
      shown,
    ),
    ...section(tr('Masked secrets'), report.masked, masked, shown),
    ...originalsNote(report),
    ...repeatedLines(report),
    ...(isFull
      ? section(tr('Left out'), report.skipped, report.skipped.map(skippedLine), shown)
      : leftOut(report, options)),
  ].join('\n\n')
}

/** An index has none of its secrets, a kept original has them all. */
const originalsNote = ({ masked, sources }: IndexReport): readonly string[] =>
  masked.length > 0 && sources.some(({ kind }) => kind === 'docs')
    ? [tr('Originals of documentation are kept unmasked in the data folder: remove secrets at their origin.')]
    : []

const repeatedWords = {
  wuku: "of wuku's own answers",
  source: 'of files that are indexed themselves',
  retrieved: "of other servers' results",
} as const

/** A long history repeats thousands of files: their number is enough. */
function repeatedLines({ repeated }: IndexReport): readonly string[] {
  const sorts = [...Map.groupBy(repeated, ({ what }) => what)].map(([what, all]) => {
    const sum = all.reduce((total, { count }) => total + count, 0)
    return `${grouped(sum)} ${tr(repeatedWords[what])}`
  })
  return sorts.length === 0 ? [] : [tr(msg('copiesLeftOutConversations', { sorts: sorts.join(tr(', ')) }))]
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

const isUpToDate = (report: IndexReport): boolean =>
  !report.dryRun &&
  changesIn(report) === 0 &&
  report.masked.length === 0 &&
  report.sources.length > 0 &&
  report.sources.every(({ complete }) => complete)

/** One line, and how to see the rest. */
function upToDate({ sources, unchanged, missing, problems, skipped }: IndexReport): string {
  const [first] = sources
  const what = sources.length === 1 && first ? `${first.kind}/${first.source}` : tr('All')
  const leftOutCount = skipped.filter(isNews).length
  const rest = [
    ...(problems.length > 0 ? [trCount(problems.length, 'problem')] : []),
    ...(leftOutCount > 0 ? [tr(msg('leftOut', { leftOutCount: grouped(leftOutCount) }))] : []),
  ]
  const size = [
    ...(sources.length === 1 || rest.length > 0 ? [] : [trCount(sources.length, 'source')]),
    trCount(unchanged + missing, 'document'),
  ]
  const how = rest.length === 0 ? '' : tr(msg('indexVerbose', { rest: rest.join(tr(', ')) }))
  return tr(msg('upDate', { what, size: size.join(tr(', ')), how }))
}

function headOf(report: IndexReport): string {
  const done = report.dryRun ? tr('Would change') : tr('Done')
  return tr(
    msg('s', { done, seconds: report.seconds.toFixed(2), counts: countsOf(report), formats: formatsIn(report) }),
  )
}

/** Formats other than Markdown and text: after an update that reads more formats, these are the news. */
function formatsIn({ formats = {} }: IndexReport): string {
  const parts = Object.entries(formats).map(([format, count]) => `${grouped(count)} ${format}`)
  return parts.length === 0 ? '' : tr(msg('addedFormats', { formats: parts.join(', ') }))
}

/** One source that went well has nothing to add to the head. */
function sourceLines({ sources }: IndexReport, { isRepeated, verbose }: ReportOptions): readonly string[] {
  if (sources.length < 2 && sources.every(({ complete }) => complete)) return []
  const isShown = (source: SourceReport): boolean =>
    !isRepeated || verbose === true || !source.complete || changesIn(source) > 0
  return sources.filter(isShown).map(sourceLine)
}

const sourceLine = (source: SourceReport): string =>
  `  ${source.kind}/${source.source}: ${countsOf(source)}${source.complete ? '' : tr(' (not everything could be listed, so nothing was removed)')}`

/** Counts of zero are not listed. */
function countsOf({ added, changed, moved, removed, unchanged, missing }: DocumentCounts): string {
  const counts = [
    [added, msg('countAdded', { count: grouped(added) })],
    [changed, msg('countChanged', { count: grouped(changed) })],
    [moved, msg('countMoved', { count: grouped(moved) })],
    [removed, msg('countRemoved', { count: grouped(removed) })],
    [unchanged, msg('countUnchanged', { count: grouped(unchanged) })],
    [missing, msg('countGoneButKept', { count: grouped(missing) })],
  ] as const
  const parts = counts.flatMap(([count, message]) => (count > 0 ? [tr(message)] : []))
  return parts.join(tr(', ')) || tr('nothing to index')
}

export const problemLines = ({ path, said: message, remedy }: Problem): string =>
  `  ${path}: ${tr(message)}${remedy === '' ? '' : `\n    ${tr(remedy)}`}`

/** Files that have the same problem share its sentence. */
function alike(problems: readonly Problem[]): readonly string[] {
  const groups = [...Map.groupBy(problems, ({ said: message, remedy }) => JSON.stringify([message, remedy])).values()]
  return groups.flatMap((group) => {
    const [first] = group
    return first ? [problemLines({ ...first, path: beginning(group.map(({ path }) => path)) })] : []
  })
}

const skippedLine = ({ path, why }: Skipped): string => `  ${path}: ${tr(why)}`

/** Left-out files in one line: a caller that has just seen them by name need not see them again. */
export const leftOutLine = (count: number, how: string): string => tr(msg('leftOut2', { files: count, how }))

/** Every repository has it, and nobody misses it. */
export const isNews = ({ why }: Skipped): boolean => why !== "git's own data"

function leftOut({ skipped: all }: IndexReport, { isRepeated }: ReportOptions): readonly string[] {
  const skipped = all.filter(isNews)
  if (skipped.length === 0) return []
  if (isRepeated) return [leftOutLine(skipped.length, tr('"wuku index --verbose" lists them.'))]
  const isCut = rulesOf(skipped).some(({ paths }) => paths.length > SHOWN_OF_RULE)
  return [[...byRule(skipped), ...(isCut ? [tr('  "--verbose" lists them all')] : [])].join('\n')]
}

/** One line a rule, the most common first: a folder of code holds thousands of files that are no notes. */
export function byRule(skipped: readonly Skipped[]): readonly string[] {
  const lines = rulesOf(skipped).map(({ rule, paths }) => {
    const shown = { rule: tr(rule), paths: beginning(paths) }
    const count = grouped(paths.length)
    return `  ${tr(paths.length > SHOWN_OF_RULE ? msg('ruleCounted', { ...shown, count }) : msg('rule', shown))}`
  })
  return [tr(msg('leftOut3', { skipped: grouped(skipped.length) })), ...lines]
}

export const rulesOf = (skipped: readonly Skipped[]) =>
  [...Map.groupBy(skipped, ({ why, rule }) => String(rule ?? why))]
    .map(([english, files]) => ({
      rule: files[0]?.rule ?? files[0]?.why ?? english,
      paths: files.map(({ path }) => path),
    }))
    .toSorted((one, other) => other.paths.length - one.paths.length)

function beginning(paths: readonly string[]): string {
  const rest = paths.length - SHOWN_OF_RULE
  return rest > 0
    ? tr(msg('more', { paths: paths.slice(0, SHOWN_OF_RULE).join(', '), rest: grouped(rest) }))
    : paths.join(', ')
}

function section(title: string, all: readonly unknown[], lines: readonly string[], shown: number): readonly string[] {
  if (lines.length === 0) return []
  const rest = lines.length > shown ? [tr(msg('moreVerboseListsThemAll', { lines: lines.length - shown }))] : []
  return [[tr(msg('section', { title, count: grouped(all.length) })), ...lines.slice(0, shown), ...rest].join('\n')]
}
