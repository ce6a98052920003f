import { parseCitation } from '@wuku/core/citation'
import { fullPathOf } from '@wuku/core/part-paths'
import type { Kind } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import type { Output as Recalled } from '@wuku/kernel/operations/recall/shape'
import type { SearchOutput } from '@wuku/chats/search/chat-search-shapes'
import type { Snippets } from '../../packages/docs/src/operations/get-library-docs.ts'
import type { Confidence } from '@wuku/index-core/ranking/confidence'
import { askOperation } from '../ask-operation.ts'

export interface Question {
  readonly text: string
  /** The library that is asked, where the tool asks one. */
  readonly scope: string
  readonly weak: boolean
}

export interface Answer {
  readonly sure: Confidence
  /** `source/path` of each hit, best first; the same as often as it is hit. */
  readonly found: readonly string[]
  readonly score: number
}

/** A tool that says how sure its answers are. */
export interface Door {
  readonly name: string
  /** Storehouses that it can be asked for. */
  readonly kinds: readonly Kind[]
  ask(question: Question, kind: Kind, engine: Engine): Promise<Answer>
}

/** Nothing is left out for its length: that is another matter. */
const BUDGET = 200_000

/** Versions of a source are named in it. */
const placeOf = (citation: string): string => {
  const { source, path } = parseCitation(citation)
  return `${source.replace(/@.*$/, '')}/${fullPathOf(path)}`
}

export const doors: readonly Door[] = [
  {
    name: 'recall',
    kinds: ['notes', 'chats', 'docs'],
    // A question that names the storehouse is shown everything; this house has no other.
    async ask({ text: query, weak }, _kind, engine) {
      const input = { query, budget: BUDGET, mode: 'lexical', weak }
      const { sure, hits } = await askOperation<Recalled>(engine, 'recall', input)
      const found = hits.map(({ source, path }) => `${source.replace(/@.*$/, '')}/${path}`)
      return { sure, found, score: hits[0]?.score ?? 0 }
    },
  },
  {
    name: 'get-library-docs',
    kinds: ['docs'],
    async ask({ text: topic, scope: library_id, weak }, _kind, engine) {
      const input = { topic, library_id, budget: BUDGET, weak }
      const { sure, documents } = await askOperation<Snippets>(engine, 'get-library-docs', input)
      return { sure, found: documents.map(({ citation }) => placeOf(citation)), score: documents[0]?.relevance ?? 0 }
    },
  },
  {
    name: 'search_conversations',
    kinds: ['chats'],
    async ask({ text: intent_query, weak }, _kind, engine) {
      const input = { intent_query, weak, budget: 100 }
      const { sure = 'none', results } = await askOperation<SearchOutput>(engine, 'search_conversations', input)
      return { sure, found: results.map(({ citation }) => placeOf(citation)), score: results[0]?.score ?? 0 }
    },
  },
]
