import { z } from 'zod'
import { isoTime } from '../day.ts'
import type { Json, Problem, Source } from '../../core/words.ts'
import type { SourceFacts } from '../../ports/store.ts'
import type { Engine } from '../engine.ts'
import { GONE } from '../index/diff.ts'
import { defineOperation } from '../operation.ts'
import { counted } from './counted.ts'
import { problemLines } from './report.ts'
import { count, kindName, problem, sourceName } from './shapes.ts'

/** Documents of a source that are compared with the disk: enough to notice a source left alone, cheap enough for each call. */
const LOOKED_AT = 1_000
/** Problems shown of each source; `wuku index --json` has them all. */
const SHOWN_PROBLEMS = 5

const time = z.string().nullable()

const sourceFacts = z.strictObject({
  kind: kindName,
  name: sourceName,
  root: z.string().describe('Where it lies.'),
  documents: count.describe('Documents that are indexed.'),
  chunks: count.describe('Passages that they are cut into.'),
  bytes: count.describe('UTF-8 bytes of text.'),
  indexedAt: time.describe('When the last whole index run ended, ISO 8601; null: never.'),
  lastModified: time.describe('When its newest document was written, ISO 8601.'),
  searchedByDefault: z.boolean().describe('false: searched only when named.'),
  watch: z.boolean().describe('true: a running server keeps it fresh.'),
  freshness: z
    .strictObject({
      lookedAt: count.describe('The newest documents, which were compared with the disk.'),
      stale: count.describe('Written to since they were indexed.'),
      missing: count.describe('Gone since they were indexed.'),
    })
    .describe('Whether it still is as it was indexed.'),
  problems: z.array(problem).describe('The first problems of the last index run.'),
  problemCount: count.describe('All problems of the last index run.'),
})

const input = z.strictObject({})
const output = z.strictObject({ sources: z.array(sourceFacts).describe('All of them.') })

type Output = z.output<typeof output>
type ListedSource = z.output<typeof sourceFacts>

export const sources = defineOperation<z.output<typeof input>, Output>({
  name: 'sources',
  group: 'core',
  title: 'Sources',
  description:
    'Lists what is indexed: every source with its storehouse, size, age, freshness and problems. Their names narrow `recall`.',
  effect: 'read',
  input,
  output,
  searchHint: 'list sources collections status freshness what is indexed 来源 状态',
  command: { name: 'sources' },
  route: { method: 'GET', path: '/sources' },
  examples: [{ says: 'All of them', input: {} }],
  async run(_, { engine }) {
    const facts = await engine.read((view) => view.sourceFacts())
    const listed: ListedSource[] = []
    for (const each of facts) listed.push(await listSource(each, engine))
    return { sources: listed }
  },
  render: ({ sources: listed }) => [{ type: 'text', text: renderSources(listed) }],
})

async function listSource(
  { source, report, lastModified, ...counts }: SourceFacts,
  engine: Engine,
): Promise<ListedSource> {
  const { problems, problemCount } = problemsIn(report)
  return {
    kind: source.kind,
    name: source.name,
    root: source.root,
    documents: counts.documents,
    chunks: counts.chunks,
    bytes: counts.bytes,
    indexedAt: isoTime(source.indexedAt),
    lastModified: isoTime(lastModified),
    searchedByDefault: source.options.searchedByDefault !== false,
    watch: source.options.watch === true,
    freshness: await lookAt(source, engine),
    problems: problems.slice(0, SHOWN_PROBLEMS),
    problemCount,
  }
}

async function lookAt(source: Source, engine: Engine): Promise<ListedSource['freshness']> {
  const newest = await engine.read((view) => view.newest(source.id, LOOKED_AT))
  // What an archive keeps although it is gone needs no run.
  const found = [...(await engine.freshness(newest.filter(({ stamp }) => stamp !== GONE))).values()]
  return {
    lookedAt: newest.length,
    stale: found.filter((each) => each === 'stale').length,
    missing: found.filter((each) => each === 'missing').length,
  }
}

/** The store keeps the report of a run as plain JSON; a source that never ran has none. */
function problemsIn(report: Json): { readonly problems: readonly Problem[]; readonly problemCount: number } {
  const parsed = keptReport.safeParse(report)
  return parsed.success ? parsed.data : { problems: [], problemCount: 0 }
}

const keptReport = z.object({ problems: z.array(problem), problemCount: count })

function renderSources(listed: readonly ListedSource[]): string {
  if (listed.length === 0) return 'Nothing is indexed yet. Add a folder: "wuku add <folder>".'
  return listed.map(renderSource).join('\n\n')
}

function renderSource(source: ListedSource): string {
  const rest = source.problemCount - source.problems.length
  return [
    `${source.kind}/${source.name}  ${source.root}`,
    `  ${counted(source.documents, 'document')}, ${counted(source.chunks, 'chunk')}, ${sizeOf(source.bytes)}; ${ageOf(source)}`,
    ...(source.searchedByDefault ? [] : ['  searched only when named']),
    ...(source.problemCount > 0 ? [`  ${counted(source.problemCount, 'problem')} when it was last indexed:`] : []),
    ...source.problems.map((each) => problemLines(each).replaceAll(/^/gm, '  ')),
    ...(rest > 0 ? [`    and ${rest} more; "wuku index ${source.name} --json" names them all`] : []),
  ].join('\n')
}

function ageOf({ indexedAt, freshness: { lookedAt, stale, missing }, watch, name }: ListedSource): string {
  if (indexedAt === null) return `not wholly indexed yet: run "wuku index ${name}"`
  const outdated = [...(stale > 0 ? [`${stale} changed`] : []), ...(missing > 0 ? [`${missing} gone`] : [])]
  const state =
    outdated.length === 0
      ? 'fresh'
      : `${outdated.join(' and ')} of the ${lookedAt} newest since then: run "wuku index ${name}"`
  return `indexed ${readableTime(indexedAt)}${watch ? ', watched' : ''}, ${state}`
}

/** ISO 8601 to the minute, without its letters. */
const readableTime = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`

function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  const units = ['kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1_000 ** power).toFixed(1)} ${units[power - 1]}`
}
