import { allOperations } from '../../src/app/operations.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { DEPTH, type Shown } from './metric.ts'

export const SOURCE = 'bench'

interface Result {
  readonly path: string
  readonly startLine: number
  readonly endLine: number
  readonly snippet?: string
}

/** How the product is asked: as an agent asks it, all else by default. Paths are those of the source. */
export async function askProduct(engine: Engine, query: string): Promise<readonly Shown[]> {
  const operation = allOperations.find(({ name }) => name === 'repo_semantic_search')
  if (!operation) throw new Error('There is no repo_semantic_search to ask.')
  const input = operation.input.parse({ query, project_path: SOURCE, max_results: DEPTH })
  const context = {
    engine,
    caller: { client: 'bench', mayWrite: false },
    progress: () => {},
    signal: new AbortController().signal,
  }
  const { results } = (await operation.run(input as never, context)) as { readonly results: readonly Result[] }
  return results.map((result) => ({
    path: result.path,
    lines: { start: result.startLine, end: result.endLine },
    // All that the answer says of it, keys and braces too.
    text: JSON.stringify(result),
  }))
}
