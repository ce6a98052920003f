import { z } from 'zod'
import type { Kind, Source, StoredDocument } from '../../core/words.ts'
import type { Engine } from '../engine.ts'
import { defineOperation } from '../operation.ts'
import type { IndexReport } from '../parts/index-runs.ts'
import type { AddedSource } from '../parts/sources.ts'
import type { Hit } from '../search/types.ts'
import { indexWithVectors } from './index-sources.ts'
import { renderReport } from './render-report.ts'
import { allFailed, indexReport } from './report.ts'
import { commandLine } from '../../text/show/shell-words.ts'

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

export const start = defineOperation<z.output<typeof input>, FirstRun>({
  name: 'start',
  group: 'admin',
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
  examples: [{ says: 'A folder of notes', input: { folders: ['~/notes'] } }],
  async run({ folders }, context) {
    const { engine } = context
    const sources: AddedSource[] = []
    for (const root of folders) sources.push(await engine.sources.add({ root, options: {} }))
    const report = await indexWithVectors({ sources: sources.map(({ kind, name }) => `${kind}/${name}`) }, context)
    return { sources, report, sample: await sampleSearch(sources, engine) }
  },
  allFailed: ({ report }) => allFailed(report),
  render: ({ report, sample: asked }) => [
    {
      type: 'text',
      text: [renderReport(report), ...(asked ? [`Try: ${commandLine`wuku recall ${asked.query}`}`] : [])].join('\n\n'),
    },
  ],
})

/** Documents of each source among which a title is looked for, and questions that are tried. */
const LOOKED_AT = 100
const TRIED = 5

/** Asks, in a sentence, for one of the newest documents, as the proof that asking works: it has to be the first answer. */
async function sampleSearch(sources: readonly Source[], engine: Engine): Promise<Sample | undefined> {
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
    const asked = await ask(query, sources, engine)
    if (asked.hits[0]?.document.id === document.id) return asked
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
