import type { Engine } from '../../src/engine/engine.ts'
import { DEPTH, type Shown } from './metric.ts'

export const SOURCE = 'bench'

/** How the product is asked; paths are those of the source. */
export async function askProduct(engine: Engine, query: string): Promise<readonly Shown[]> {
  const { hits } = await engine.search({ query, sources: [SOURCE], of: 'documents', limit: DEPTH, snippetChars: 800 })
  return hits.map(({ document, snippet }) => ({
    path: document.path,
    lines: { start: snippet.line, end: snippet.endLine },
    text: `${document.path}:${snippet.line}-${snippet.endLine}\n${snippet.text}`,
  }))
}
