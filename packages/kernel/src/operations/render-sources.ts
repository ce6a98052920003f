import { msg, tr, trCount } from '@wuku/messages/kernel'
import { grouped } from '../base/counted.ts'
import { problemLines } from './render-report.ts'
import { commandLine } from '@wuku/text/show/shell-words'
import { z } from 'zod'
import { ownershipKeys } from './ownership.ts'
import { count, kindName, problem, sourceName } from '../base/operation-shapes.ts'

const time = z.string().nullable()

export const sourceFacts = z.strictObject({
  kind: kindName,
  name: sourceName,
  root: z.string().describe('Folder or file of the source; empty to users of a server.'),
  rootMissing: z.boolean().optional().describe('true: the folder is gone; what was indexed is still found.'),
  documents: count.describe('Indexed documents.'),
  chunks: count.describe('Passages of these documents.'),
  bytes: count.describe('UTF-8 bytes of text.'),
  indexedAt: time.describe('End of the last complete index run, ISO 8601; null: never.'),
  lastModified: time.describe('Time of its newest document, ISO 8601.'),
  searchedByDefault: z.boolean().describe('false: searched only when named.'),
  writable: z.boolean().optional().describe('true: agents may write its files.'),
  watch: z.boolean().describe('true: a running server keeps it fresh.'),
  watched: z.boolean().optional().describe('true: a running server watches it now.'),
  freshness: z
    .strictObject({
      lookedAt: count.describe('The newest documents, compared with the disk.'),
      stale: count.describe('Changed since they were indexed.'),
      missing: count.describe('Deleted since they were indexed.'),
    })
    .describe('Whether the source is still as indexed.'),
  vectorsMissing: count.nullable().describe('Passages without a vector; null: there are no vectors at all.'),
  problems: z.array(problem).describe('The first problems of the last index run.'),
  problemCount: count.describe('All problems of the last index run.'),
  ...ownershipKeys,
})

export type ListedSource = z.output<typeof sourceFacts>

/** Problems listed for each source among several; naming it shows more, `--json` all that are kept. */
const SHOWN_OF_MANY = 1

/** A row for each source; below it what a row has no room for, of those that have problems, or of the one that was named. */
export function renderSources(listed: readonly ListedSource[], isNamed: boolean): string {
  if (listed.length === 0) return sourceDetails(listed, isNamed).join('\n\n')
  const withVectors = listed.some(({ vectorsMissing }) => vectorsMissing !== null)
  const head = ['source', 'documents', 'size', 'indexed', ...(withVectors ? ['no vector'] : []), 'state'].map(tr)
  const rows = listed.map((source) => cellsOf(source, withVectors))
  return [alignRows([head, ...rows]), ...sourceDetails(listed, isNamed)].join('\n\n')
}

/** Paragraphs below the rows. */
export function sourceDetails(listed: readonly ListedSource[], isNamed: boolean): readonly string[] {
  if (listed.length === 0) return [tr('Nothing is indexed yet. Add a folder: "wuku add <folder>".')]
  const details = listed.filter((source) => isNamed || source.problemCount > 0)
  return [...details.map((source) => renderDetails(source, isNamed)), ...remedies(listed)]
}

const cellsOf = (source: ListedSource, withVectors: boolean): readonly string[] => [
  `${source.kind}/${source.name}`,
  grouped(source.documents),
  sizeOf(source.bytes),
  source.indexedAt === null ? tr('never') : readableTime(source.indexedAt),
  ...(withVectors ? [source.vectorsMissing === null ? '' : grouped(source.vectorsMissing)] : []),
  stateOf(source),
]

/** Two blanks between columns; the first and the last begin on the left, numbers between them end on the right. */
function alignRows(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => widthOf(row[at] ?? ''))))
  const last = widths.length - 1
  return rows
    .map((row) =>
      row
        .map((cell, at) =>
          at === last ? cell : at === 0 ? cell + gap(cell, widths[at]) : gap(cell, widths[at]) + cell,
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A Chinese character takes two columns. */
const widthOf = (text: string): number => text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0)

const gap = (cell: string, width = 0): string => ' '.repeat(Math.max(0, width - widthOf(cell)))

export function stateOf(source: ListedSource): string {
  const { rootMissing, indexedAt, freshness, watched, writable, searchedByDefault, problemCount } = source
  const { stale, missing } = freshness
  const outdated = [stale > 0 ? tr(msg('changed', { stale })) : '', missing > 0 ? tr(msg('gone', { missing })) : '']
  return [
    ...(rootMissing
      ? [tr('missing')]
      : indexedAt === null
        ? [tr('indexing incomplete')]
        : stale + missing > 0
          ? outdated
          : [tr('fresh')]),
    problemCount > 0 ? trCount(problemCount, 'problem') : '',
    watched ? tr('watched') : '',
    writable ? tr('writable') : '',
    searchedByDefault ? '' : tr('only when named'),
  ]
    .filter((part) => part !== '')
    .join(tr(', '))
}

function renderDetails({ kind, name, root, problems, problemCount }: ListedSource, isNamed: boolean): string {
  const shown = isNamed ? problems : problems.slice(0, SHOWN_OF_MANY)
  const rest = problemCount - shown.length
  return [
    `${kind}/${name}  ${root}`.trimEnd(),
    ...shown.map(problemLines),
    ...(rest > 0 ? [tr(msg('moreListsThemAll', { rest, command: commandLine`wuku index ${name} --json` }))] : []),
  ].join('\n')
}

/** A sentence for each that is missing, and one for all that are no longer as they were. */
function remedies(listed: readonly ListedSource[]): readonly string[] {
  return [...listed.filter(({ rootMissing }) => rootMissing).map(missingLine), ...remedyForOld(listed)]
}

/** Nobody saw it go: the last run that found it is what is known. */
function missingLine({ kind, name, root, indexedAt }: ListedSource): string {
  const since = indexedAt === null ? '' : tr(msg('since', { time: readableTime(indexedAt) }))
  const place = `${kind}/${name}`
  const [move, remove] = [commandLine`wuku move ${place}`, commandLine`wuku remove ${place}`]
  return tr(msg('sourceMissing', { place, since, root: root === '' ? tr('its folder') : root, move, remove }))
}

function remedyForOld(listed: readonly ListedSource[]): readonly string[] {
  const [one, other] = listed.filter(
    ({ rootMissing, indexedAt, freshness: { stale, missing } }) =>
      !rootMissing && (indexedAt === null || stale + missing > 0),
  )
  if (!one) return []
  return [tr(msg('update', { value: other ? 'wuku index' : commandLine`wuku index ${one.name}` }))]
}

/** To the minute, in the reader's time zone. */
function readableTime(iso: string): string {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16).replace('T', ' ')
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000) return tr(msg('bytes', { bytes }))
  const units = ['kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1_000 ** power).toFixed(1)} ${units[power - 1]}`
}
