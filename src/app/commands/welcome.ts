import { counted, grouped } from '../../engine/operations/counted.ts'
import { rulesOf } from '../../engine/operations/render-report.ts'
import { harmless, paintFor, type Paint, type Sink, cutToWidth } from '../../surfaces/cli/terminal.ts'
import { clients } from '../connect/clients.ts'
import type { Started } from './start.ts'
import { shellText } from '../../text/show/shell-words.ts'
import type { Kind, Source, StoredDocument } from '../../core/words.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Hit } from '../../engine/search/types.ts'

/** What `wuku start` leaves on the screen: what is in, that it is found, and how an agent comes to it. */
export function welcome(started: Started, out: Sink): string {
  const paint = paintFor(out)
  const parts = [
    `${paint.bold('wuku')} ${paint.cyan('五库')} ${paint.dim(started.version)}`,
    takenIn(started, paint),
    ...(started.sample ? [found(started.sample, started.typed, { paint, columns: out.columns })] : []),
    connecting(started, paint),
  ]
  return `${parts.map(indented).join('\n\n')}\n`
}

const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ')

function takenIn({ sources, report, typed }: Started, paint: Paint): string {
  const lines = sources.map(({ kind, name, root }) => {
    const counts = report.sources.find((each) => each.source === name && each.kind === kind)
    const documents = counts ? counts.added + counts.changed + counts.moved + counts.unchanged : 0
    return `${paint.green('✓')} ${paint.bold(`${kind}/${name}`)}  ${counted(documents, 'document')}  ${paint.dim(root)}`
  })
  const problems = report.problems.length
  const how = `${typed} index --verbose lists them`
  return [
    ...lines,
    ...(problems > 0 ? [`${paint.yellow('!')} ${counted(problems, 'problem')}: ${how}`] : []),
    ...(report.skipped.length > 0 ? [`${paint.dim('·')} ${leftOutSummary(report.skipped)}: ${how}`] : []),
  ].join('\n')
}

const SHOWN_RULES = 2

/** `34 files left out (31 not matched by **\/*.md, 2 hidden, 1 for other reasons)` */
function leftOutSummary(skipped: Started['report']['skipped']): string {
  const rules = rulesOf(skipped).map(({ rule, paths }) => ({ rule, count: paths.length }))
  const rest = rules.slice(SHOWN_RULES).reduce((sum, { count }) => sum + count, 0)
  const reasons = rules.slice(0, SHOWN_RULES).map(({ rule, count }) => `${grouped(count)} ${harmless(rule)}`)
  if (rest > 0) reasons.push(`${grouped(rest)} for other reasons`)
  return `${counted(skipped.length, 'file')} left out (${reasons.join(', ')})`
}

function found(
  { query, hits, milliseconds }: Sample,
  typed: string,
  { paint, columns }: { paint: Paint; columns: number },
): string {
  const rows = hits.map(({ score, document, source, line }) => {
    const place = `${source.name}/${document.path}:${line}`
    return `  ${paint.dim(score.toFixed(2))}  ${cutToWidth(harmless(`${document.title}  ${place}`), columns - 12)}`
  })
  const head = `${paint.bold('Ask')}  ${paint.dim(`${Math.max(1, Math.round(milliseconds))} ms`)}`
  return [head, `  ${typed} recall ${shellText(query)}`, ...rows].join('\n')
}

function connecting({ server, typed }: Started, paint: Paint): string {
  const command = [server.command, ...server.args].map(shellText).join(' ')
  const env = Object.entries(server.env)
    .map(([name, value]) => ` --env ${shellText(`${name}=${value}`)}`)
    .join('')
  const rows = [
    ['Claude Code', `claude mcp add --scope user wuku${env} -- ${command}`],
    ['Codex', `codex mcp add wuku${env} -- ${command}`],
    ['Gemini CLI', `gemini mcp add --scope user${env} wuku ${command}`],
  ] as const
  const others = clients.map(({ name }) => name).join(', ')
  return [
    `${paint.bold('Connect an agent')}  ${paint.dim('with one of these, and ask it something from your files')}`,
    ...rows.map(([name, line]) => `  ${paint.cyan(name)}\n    ${line}`),
    `  ${paint.cyan('These and others')}\n    ${typed} connect <name>\n    ${paint.dim(`one of: ${others}`)}`,
  ].join('\n')
}

export interface Sample {
  readonly query: string
  readonly hits: readonly Hit[]
  readonly milliseconds: number
}

/** Documents of each source among which a title is looked for, and questions that are tried. */
const LOOKED_AT = 100
const TRIED = 5

/** Asks, in a sentence, for one of the newest documents, as the proof that asking works: it has to be the first answer. */
export async function sampleSearch(sources: readonly Source[], engine: Engine): Promise<Sample | undefined> {
  const documents = await engine.read((view) =>
    Promise.all(sources.map(({ id }) => view.documents.newest(id, LOOKED_AT))),
  )
  const newest = documents.flat().toSorted((one, other) => other.modifiedAt - one.modifiedAt)
  const kindOf = new Map(sources.map(({ id, kind }) => [id, kind]))
  for (const document of newest
    .filter(({ title }) => isQuestionable(title))
    .toSorted(byWords)
    .slice(0, TRIED)) {
    const query = asQuestion(document.title, kindOf.get(document.source) ?? 'notes')
    const sample = await ask(query, sources, engine)
    if (sample.hits[0]?.document.id === document.id) return sample
  }
  const title = (newest.find((document) => isQuestionable(document.title)) ?? newest[0])?.title
  return title ? ask(title, sources, engine) : undefined
}

async function ask(query: string, sources: readonly Source[], engine: Engine): Promise<Sample> {
  const named = sources.map(({ kind, name }) => `${kind}/${name}`)
  const { hits, trace } = await engine.search.find({ query, sources: named, limit: 3, of: 'documents' })
  return { query, hits, milliseconds: trace.milliseconds }
}

/** A title of some words, without the marks that mean something in a query. */
const isQuestionable = (title: string): boolean =>
  title.length >= 4 && title.length <= 60 && !/["*`<>[\]{}|-]/.test(title)

const isSeveralWords = (title: string): boolean => /\S\s+\S/.test(title.trim()) || CHINESE.test(title)

/** Titles of several words say what they are about; the newest of them first. */
const byWords = (one: StoredDocument, other: StoredDocument): number =>
  Number(isSeveralWords(other.title)) - Number(isSeveralWords(one.title))

const CHINESE = /\p{Script=Han}{2}/u

function asQuestion(title: string, kind: Kind): string {
  if (CHINESE.test(title)) return `关于${title}是怎么说的`
  if (kind === 'chats') return `what did we say about ${title}`
  return kind === 'code' ? `where is ${title}` : `what is said about ${title}`
}
