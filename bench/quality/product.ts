import type { SearchMode } from '@wuku/kernel/query/types'
import { fileName } from '@wuku/text/file-names'
import type { Citation } from '@wuku/core/citation'
import { askRecall, type Answered, type Depth } from '../house/doors.ts'
import { fillHouse } from '../house/kept.ts'
import { writeFiles } from './files.ts'
import { openScratchHouse } from './houses/open.ts'
import { PRODUCT } from './set-results.ts'
import type { Contestant } from './contestant.ts'
import type { Question, QuestionSet } from './sets.ts'

/** An embedding model that the product is asked with as well; its key is taken from the environment, as usual. */
export interface AskedEmbedder {
  readonly url: string
  readonly model: string
  readonly provider: string
}

/** The product as its users have it, by words; and where there is a model, by meaning and by both, on the same vectors. */
export function products(cache: string, embedder: AskedEmbedder | undefined): readonly Contestant[] {
  const houses = new Map<QuestionSet, { readonly opened: ReturnType<typeof openHouse>; guests: number }>()
  const modes: readonly SearchMode[] = embedder ? ['lexical', 'semantic', 'hybrid'] : ['lexical']
  return modes.map((mode) => ({
    name: mode === 'lexical' ? PRODUCT : `${PRODUCT} ${mode}`,
    async takeIn(set) {
      const house = houses.get(set) ?? { opened: openHouse(set, cache, embedder), guests: modes.length }
      houses.set(set, house)
      const { product, close } = await house.opened
      const ids = new Map(set.documents.map(({ path, id }) => [path, id]))
      const ask = async (question: Question, depth: Depth) =>
        shownIn(await askRecall(product, inputOf(question, mode), depth), ({ path }) => ids.get(path) ?? path)
      return {
        ask: (question) => ask(question, 'default'),
        askDeep: (question) => ask(question, 'deep'),
        async close() {
          if (--house.guests === 0) await close()
        },
      }
    },
  }))
}

const inputOf = ({ text: query, scope }: Question, mode: SearchMode): object => ({
  query,
  ...(scope && { under: fileName(scope) }),
  ...(mode !== 'lexical' && { mode }),
})

export const shownIn = ({ places }: Answered, idOf: (place: Citation) => string): readonly (readonly string[])[] =>
  places.map((place) => place.map(idOf))

async function openHouse(set: QuestionSet, cache: string, embedder: AskedEmbedder | undefined) {
  const house = await openScratchHouse(embedder && embedderEnv(embedder))
  const root = writeFiles(set, cache)
  const { added } = await fillHouse(
    { name: set.name, sources: [{ kind: 'notes', name: set.name, root }] },
    house.product,
  )
  // A document that was not taken in would lower every figure without a word.
  const missing = set.documents.length - added
  if (missing > 0) console.error(`${set.name}: ${missing} documents were not indexed.`)
  if (embedder) await house.engine.models.embed({ sources: [] })
  return house
}

const embedderEnv = (embedder: AskedEmbedder): Readonly<Record<string, string | undefined>> => ({
  WUKU_EMBEDDER_PROVIDER: embedder.provider,
  WUKU_EMBEDDER_URL: embedder.url,
  WUKU_EMBEDDER_MODEL: embedder.model,
  WUKU_EMBEDDER_KEY: process.env['WUKU_EMBEDDER_KEY'],
  // How good a model is does not depend on how long it takes.
  WUKU_EMBEDDER_PATIENCE: '60000',
})
