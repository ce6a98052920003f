import { z } from 'zod'
import type { Kind, Source } from '@wuku/core/core-types'
import type { Engine } from '../base/engine.ts'
import { defineOperation } from '../base/operation.ts'
import type { IndexReport } from '../base/parts/index-runs.ts'
import type { AddedSource } from '../base/parts/engine-sources.ts'
import type { Hit } from '../query/types.ts'
import { indexWithVectors } from './index-sources.ts'
import { renderReport } from './render-report.ts'
import { allFailed, indexReport } from './report.ts'
import { commandLine } from '@wuku/text/show/shell-words'

const input = z.strictObject({
  folders: z.array(z.string().max(4_096)).describe('Folders or files to register and index.'),
})

const output = z.strictObject({
  sources: z.array(z.unknown()).describe('Registered sources, with all that is known of them.'),
  report: indexReport.describe('The index run.'),
  sample: z
    .strictObject({
      query: z.string().describe('The question.'),
      hits: z.array(z.unknown()).describe('The first 3 hits, with all that is known of them.'),
      milliseconds: z.number().min(0).describe('Time taken.'),
    })
    .optional()
    .describe('A question that the new sources answer; absent if they are empty.'),
})

/** Sources and hits are answered whole: the schema names only what a caller may rely on. */
export interface FirstRun {
  readonly sources: readonly AddedSource[]
  readonly report: IndexReport
  readonly sample?: Sample | undefined
}

export interface Sample {
  readonly query: string
  readonly hits: readonly Hit[]
  readonly milliseconds: number
}

export const start = defineOperation({
  name: 'start',
  title: 'Start with some folders',
  description: 'Registers folders, indexes them, and asks a question that they answer, as a proof that search works.',
  effect: 'write',
  level: 'admin',
  long: 'index',
  places: ['folders'],
  idempotent: true,
  input,
  output: output as unknown as z.ZodType<FirstRun>,
  aliases: { folder: 'folders', roots: 'folders' },
  searchHint: 'start first run folders index sample 开始 首次',
  command: { name: 'start', positional: ['folders...'] },
  route: { method: 'POST', path: '/start' },
  examples: [{ label: 'A folder of notes', input: { folders: ['~/notes'] } }],
  async run({ folders }, context) {
    const { engine } = context
    const sources: AddedSource[] = []
    for (const root of folders) sources.push(await engine.sources.add({ root, options: {} }))
    const report = await indexWithVectors({ sources: sources.map(({ kind, name }) => `${kind}/${name}`) }, context)
    return { sources, report, sample: await sampleSearch(sources, engine) }
  },
  allFailed: ({ report }) => allFailed(report),
  render: ({ report, sample }) =>
    [renderReport(report), ...(sample ? [`Try: ${commandLine`wuku recall ${sample.query}`}`] : [])].join('\n\n'),
})

/** Documents of each source among which a sentence is looked for, and questions that are tried. */
const MAX_SAMPLED = 100
const READ = 40
const TRIED = 8

/** Asks a sentence of one of the newest documents, as the proof that asking works: it has to be the first answer. */
async function sampleSearch(sources: readonly Source[], engine: Engine): Promise<Sample | undefined> {
  const kindOf = new Map(sources.map(({ id, kind }) => [id, kind]))
  const { newest, bodies } = await engine.read(async (view) => {
    const documents = await Promise.all(sources.map(({ id }) => view.documents.newest(id, MAX_SAMPLED)))
    const latest = documents
      .flat()
      .toSorted((one, other) => other.modifiedAt - one.modifiedAt)
      .slice(0, READ)
    return { newest: latest, bodies: await view.documents.bodies(latest.map(({ id }) => id)) }
  })
  const questions = newest.flatMap(({ id, source }) => {
    const query = sentenceIn(bodies.get(id) ?? '', kindOf.get(source) ?? 'notes')
    return query === undefined ? [] : [{ id, query }]
  })
  let first: Sample | undefined
  for (const { id, query } of easyFirst(questions).slice(0, TRIED)) {
    const sample = await ask(query, sources, engine)
    if (sample.hits[0]?.document.id === id) return sample
    first ??= sample.hits.length > 0 ? sample : undefined
  }
  return first
}

/** In the script that most of them have, and short ones before long ones: the first question is one to read at a glance. */
export function easyFirst<Question extends { readonly query: string }>(questions: readonly Question[]) {
  const isHan = ({ query }: Question): boolean => /\p{Script=Han}/u.test(query)
  const isMostlyHan = questions.filter(isHan).length * 2 > questions.length
  const strangeness = (question: Question): number =>
    (isHan(question) === isMostlyHan ? 0 : LONGEST) + question.query.length
  return questions.toSorted((one, other) => strangeness(one) - strangeness(other))
}

async function ask(query: string, sources: readonly Source[], engine: Engine): Promise<Sample> {
  const named = sources.map(({ kind, name }) => `${kind}/${name}`)
  const { hits, trace } = await engine.search.find({ query, within: { sources: named }, limit: 3, of: 'documents' })
  return { query, hits, milliseconds: trace.milliseconds }
}

/** The first sentence of a document that says something; of code, of its comments. */
export function sentenceIn(text: string, kind: Kind): string | undefined {
  const lines = kind === 'code' ? commentsIn(text) : proseIn(text)
  return lines
    .flatMap((line) => line.split(/(?<=[.!?])\s+|(?<=[。！？])/))
    .map((sentence) => sentence.trim().replace(/[.。!！:：]$/, ''))
    .find((sentence) => sentence.length <= LONGEST && SENTENCE_START.test(sentence) && !MARKED.test(sentence))
}

const LONGEST = 90
/** Five words, or ten characters of Chinese. */
const SENTENCE_START = /^[\p{Lu}\p{Lo}](?=(?:\S+\s+){4,}\S|(?:[^\p{Script=Han}]*\p{Script=Han}){10})/u
/** Signs of query syntax, and words of headers that are no prose. */
const MARKED = /["*`<>[\]{}|=\\#$]|:\/\/|(?:^|\s)[-+]\w|\b(?:copyright|license|licensed|todo|fixme)\b/i

/** Paragraphs, without front matter, headings, lists, tables and code. */
const proseIn = (text: string): readonly string[] =>
  text
    .replace(/^---\n[^]*?\n---\n/, '')
    .replaceAll(/^(`{3,}|~{3,})[^]*?^\1/gm, '')
    .split(/\n\s*\n/)
    .filter((paragraph) => /^[\p{L}]/u.test(paragraph))
    .map((paragraph) => paragraph.replaceAll(/\s*\n\s*/g, ' '))

/** Comments above declarations (blocks, lines, strings of documentation), as one line each. */
const commentsIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(COMMENT), ([comment]) =>
    comment
      .replaceAll(/^[ \t]*(?:\/\*+|\*+\/|\*|\/{2,3}!?|#+|--|["']{3})/gm, '')
      .replaceAll(/(?:\*+\/|["']{3})\s*$/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )

const COMMENT =
  /\/\*\*[^]{0,600}?\*\/|(?:^[ \t]*(?:\/\/|#(?!!)|--)[^\n]*\n){1,8}|(?:"{3}|'{3})[^]{0,600}?(?:"{3}|'{3})/gm
