import type { Engine } from '../../src/engine/engine.ts'
import { askOperation } from '../ask-operation.ts'
import { DEPTH, type Shown } from './metric.ts'

export const SOURCE = 'bench'

/** The most files that one answer may name. */
export const MOST_FILES = 50

interface Answer {
  readonly results: readonly Result[]
}

interface Result {
  readonly path: string
  readonly startLine: number
  readonly endLine: number
  readonly snippet?: string
}

/** How the product is asked: as an agent asks it, all else by default. Paths are those of the source. */
export async function askProduct(engine: Engine, query: string, most = DEPTH): Promise<readonly Shown[]> {
  const asked = { query, project_path: SOURCE, max_results: most }
  // Deep orders are of files and lines: what else would be shown of fifty does not fit into one answer.
  const deep = most > DEPTH && { response_mode: 'paths_only', budget: 100_000 }
  const { results } = await askOperation<Answer>(engine, 'repo_semantic_search', { ...asked, ...deep })
  return results.map((result) => ({
    path: result.path,
    lines: { start: result.startLine, end: result.endLine },
    // All that the answer says of it, keys and braces too.
    text: JSON.stringify(result),
  }))
}
