import type { Kind, Source, StoredDocument } from '../../core/words.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Hit } from '../../engine/search/types.ts'

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
  const documents = await engine.read((view) => Promise.all(sources.map(({ id }) => view.newest(id, LOOKED_AT))))
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
  const { hits, trace } = await engine.search({ query, sources: named, limit: 3, of: 'documents' })
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
