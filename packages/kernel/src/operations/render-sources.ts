import { msg, tr, trCount } from '@wuku/messages/kernel'
import { readableTime, type AnswerTable, type TableColumn } from '../base/answer-table.ts'
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
  host: z.string().optional().describe('Of a source that is read from a service, as all below: its kind.'),
  api: z.string().optional().describe('Base address of the API.'),
  lastChange: time.optional().describe('Beginning of the last pass over changes that came to its end.'),
  lastCensus: time.optional().describe('End of the last census: what was gone then is gone here.'),
  lag: count.nullable().optional().describe('Seconds since that pass; null: none yet.'),
  items: count.optional().describe('Documents that the caller sees.'),
  skipped: z
    .array(
      z.strictObject({
        reason: z.string().describe('Why, or what has no Markdown.'),
        total: count.describe('How many.'),
      }),
    )
    .optional()
    .describe('Left out since it was added.'),
  cursorAge: count.nullable().optional().describe('Seconds since its cursors went on.'),
  requests: count.nullable().optional().describe('Requests of the last pass.'),
  share: z.enum(['follow', 'private']).optional().describe('follow: seen by those who may read it at the service.'),
  readersAt: time.optional().describe('When it was last read who they are.'),
  readersFailed: z.string().optional().describe('Why nobody but the owner sees it.'),
  ...ownershipKeys,
})

export type ListedSource = z.output<typeof sourceFacts>

/** Problems listed for each source among several; naming it shows more, `--json` all that are kept. */
const SHOWN_OF_MANY = 1

/** A row for each source; below them what a row has no room for, of those that have problems, or of the one that was named. */
export function tableOfSources(listed: readonly ListedSource[], isNamed: boolean): AnswerTable {
  const withVectors = listed.some(({ vectorsMissing }) => vectorsMissing !== null)
  return {
    columns: withVectors ? columns : columns.filter(({ head }) => head !== 'no vector'),
    rows: listed,
    below: sourceDetails(listed, isNamed),
  }
}

const columns: readonly TableColumn<ListedSource>[] = [
  { head: 'source', cell: ({ kind, name }) => `${kind}/${name}`, least: 8 },
  { head: 'documents', cell: ({ documents }) => documents, is: 'count' },
  { head: 'chunks', cell: ({ chunks }) => chunks, is: 'count', isWide: true },
  { head: 'size', cell: ({ bytes }) => bytes, is: 'bytes' },
  { head: 'indexed', cell: ({ indexedAt }) => indexedAt, is: 'time' },
  { head: 'no vector', cell: ({ vectorsMissing }) => vectorsMissing, is: 'count', isWide: true },
  { head: 'state', cell: (source) => stateOf(source) },
]

function sourceDetails(listed: readonly ListedSource[], isNamed: boolean): readonly string[] {
  if (listed.length === 0) return [tr('Nothing is indexed yet. Add a folder: "wuku add <folder>".')]
  const details = listed.filter((source) => isNamed || source.problemCount > 0)
  return [...details.map((source) => renderDetails(source, isNamed)), ...remedies(listed)]
}

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
const remedies = (listed: readonly ListedSource[]): readonly string[] => [
  ...listed.filter(({ rootMissing }) => rootMissing).map(missingLine),
  ...remedyForOld(listed),
]

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
