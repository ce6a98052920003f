import type { ChunkFacts, DocumentId, StoredDocument } from '../../../core/words.ts'
import type { StoreView } from '../../../ports/store.ts'
import { estimateTokens } from '../../../text/tokens.ts'
import type { DocOutline, SnippetFacts } from '../snippets.ts'
import type { RankedSnippet } from './rank-snippets.ts'

/** A snippet with its text and all that is known of it. */
export interface ReadSnippet extends RankedSnippet {
  readonly path: string
  readonly pageTitle: string
  readonly text: string
  readonly anchor: string | undefined
  readonly line: number
  readonly endLine: number
  readonly headings: readonly string[]
  readonly facts: SnippetFacts
}

/** What went meanwhile is left out. */
export async function readSnippets(
  snippets: readonly RankedSnippet[],
  view: StoreView,
): Promise<readonly ReadSnippet[]> {
  const ids = [...new Set(snippets.map(({ document }) => document))]
  const [documents, outlines] = await Promise.all([view.documentsById(ids), view.outlines(ids)])
  const shelf = new Map<DocumentId, Shelved>()
  for (const document of documents) {
    const [text = '', chunks] = await Promise.all([view.text(document.id), view.chunks(document.id)])
    shelf.set(document.id, { document, text, chunks, outline: outlines.get(document.id) as DocOutline | undefined })
  }
  return snippets.flatMap((snippet) => {
    const shelved = shelf.get(snippet.document)
    return shelved ? (readOne(snippet, shelved) ?? []) : []
  })
}

interface Shelved {
  readonly document: StoredDocument
  readonly text: string
  readonly chunks: readonly ChunkFacts[]
  readonly outline: DocOutline | undefined
}

function readOne(snippet: RankedSnippet, { document, text, chunks, outline }: Shelved): ReadSnippet | undefined {
  const at = chunks.findIndex(({ start }) => start === snippet.start)
  const chunk = chunks[at]
  if (!chunk) return undefined
  const own = text.slice(chunk.start, chunk.end).trim()
  return {
    ...snippet,
    path: document.path,
    pageTitle: document.title,
    text: own,
    anchor: chunk.anchor,
    line: chunk.line,
    endLine: chunk.endLine,
    headings: chunk.headings,
    facts: outline?.snippets[at] ?? plainFacts(document, chunk, own),
  }
}

const plainFacts = ({ title }: StoredDocument, { headings }: ChunkFacts, text: string): SnippetFacts => ({
  type: 'info',
  title: headings.join(' > ') || title,
  description: '',
  language: '',
  tokens: estimateTokens(text),
})
