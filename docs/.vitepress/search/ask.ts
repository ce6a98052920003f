import './bytes.ts'
import { notesFacts, notesRanking } from '../../../packages/notes/src/note-facts.ts'
import { rememberReading, type SearchPorts } from '../../../packages/kernel/src/search/search-context.ts'
import { searchStore } from '../../../packages/kernel/src/search/search-store.ts'
import { judge, type Confidence } from '@wuku/index-core/ranking/confidence'
import { openIndex } from './open-index.ts'
import type { PackedIndex } from './packed-index.ts'

export interface SiteAnswer {
  readonly sure: Confidence
  readonly hits: readonly SiteHit[]
}

export interface SiteHit {
  /** Path of the page, relative to docs/. */
  readonly path: string
  readonly title: string
  /** Headings that it stands under, outermost first. */
  readonly headings: readonly string[]
  readonly snippet: string
  readonly matched: readonly string[]
}

export type Ask = (query: string) => Promise<SiteAnswer>

/** The search of wuku over one packed index: the same steps as `recall`, with the same scorer, and nothing but words. */
export function createAsk(packed: PackedIndex): Ask {
  const ports = portsOver(packed)
  return async (query) => {
    const { hits } = await searchStore(
      {
        query,
        limit: 10,
        of: 'documents',
        meaning: { mode: 'lexical' },
        shown: { collapse: true, snippetLines: 3, snippetChars: 240 },
      },
      ports,
    )
    const { sure, shown } = judge(hits)
    return {
      sure,
      hits: hits.slice(0, shown).map(({ document, headings, snippet, why }) => ({
        path: document.path,
        title: document.title,
        headings,
        snippet: plain(snippet.text),
        matched: why.matched,
      })),
    }
  }
}

/** Without the numbers of lines and the signs of Markdown: it is read, and not cited. */
const plain = (snippet: string): string =>
  snippet
    .replaceAll(/^\d+: ?/gm, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^(?:#{1,6} |```.*)|^\|[\s|:-]+\|$|\*\*|`/gm, '')
    .replaceAll(/^\| | \|$/gm, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(' | ', ' · ')
    .trim()

const notHere = (): never => {
  throw new Error('A site has no models.')
}

/** Pages do not change under a reader, and no model is asked. */
function portsOver(packed: PackedIndex): SearchPorts {
  return {
    store: openIndex(packed),
    reading: rememberReading(),
    kinds: [
      { kind: 'notes', summary: 'notes', feed: 'folder', facts: notesFacts, ranking: notesRanking, reader: notHere },
    ],
    declared: { file: '', contexts: async () => [], projects: async () => [] },
    clock: { now: () => Date.now(), sleep: notHere, every: notHere },
    meaning: { of: async () => notHere() },
    models: {
      embedder: notHere,
      embedderOf: notHere,
      generator: notHere,
      reranker: () => undefined,
      timeouts: { question: 0, order: 0, words: 0 },
      price: undefined,
      close: async () => {},
    },
    open: {
      feed: () => ({ list: notHere, read: notHere, stamp: async () => '', isThere: async () => true }),
    },
  }
}
