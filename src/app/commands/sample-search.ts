import type { Source } from '../../core/words.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Hit } from '../../engine/search/types.ts'

export interface Sample {
  readonly query: string
  readonly hits: readonly Hit[]
  readonly milliseconds: number
}

/** Documents of each source among which a title is looked for. */
const LOOKED_AT = 100

/** Asks for the newest document that has a title to ask for, as the proof that asking works. */
export async function sampleSearch(sources: readonly Source[], engine: Engine): Promise<Sample | undefined> {
  const documents = await engine.read((view) => Promise.all(sources.map(({ id }) => view.newest(id, LOOKED_AT))))
  const newest = documents.flat().toSorted((one, other) => other.modifiedAt - one.modifiedAt)
  const query = (newest.find(({ title }) => isQuestionable(title)) ?? newest[0])?.title
  if (!query) return undefined
  const { hits, trace } = await engine.search({
    query,
    sources: sources.map(({ name }) => name),
    limit: 3,
    of: 'documents',
  })
  return { query, hits, milliseconds: trace.milliseconds }
}

/** A title of some words, without the marks that mean something in a query. */
const isQuestionable = (title: string): boolean =>
  title.length >= 4 && title.length <= 60 && !/["*`<>[\]{}|-]/.test(title)
