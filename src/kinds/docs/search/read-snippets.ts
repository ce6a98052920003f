import { toWritten } from '../../../core/written-lines.ts'
import type { Passage } from '../../../core/words.ts'
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
  const documents = [...new Set(snippets.map(({ document }) => document))]
  const [passages, outlines] = await Promise.all([
    view.passages(snippets.map(({ chunk }) => chunk)),
    view.outlines(documents),
  ])
  const byChunk = new Map(passages.map((passage) => [passage.chunk, passage]))
  return snippets.flatMap((snippet) => {
    const passage = byChunk.get(snippet.chunk)
    return passage ? [readOne(snippet, passage, outlines.get(snippet.document))] : []
  })
}

function readOne(snippet: RankedSnippet, passage: Passage, outline: unknown): ReadSnippet {
  const { document, facts, text } = passage
  const places = outline as DocOutline | undefined
  const known = places?.snippets.find(({ start }) => start === facts.start)
  const lines = toWritten(places, { from: facts.line, to: facts.endLine })
  return {
    ...snippet,
    path: document.path,
    pageTitle: document.title,
    text: text.replace(/^(?:[ \t]*\n)+/, '').trimEnd(),
    anchor: facts.anchor,
    line: lines.from,
    endLine: lines.to,
    headings: facts.headings,
    facts: known ?? plainFacts(passage),
  }
}

const plainFacts = ({ document, facts: { start, headings }, text }: Passage): SnippetFacts => ({
  start,
  type: 'info',
  title: headings.join(' > ') || document.title,
  description: '',
  language: '',
  tokens: estimateTokens(text),
})
