import { parseCitation } from '@wuku/core/citation'
import type { Tools } from '../house/build.ts'
import type { Shown } from './metric.ts'

export const SOURCE = 'bench'

/** The most files that one answer may name. */
const MOST_FILES = 50

interface Answer {
  readonly results: readonly Result[]
  /** As `path:12-40`. */
  readonly further?: readonly string[]
}

interface Result {
  readonly path: string
  readonly startLine: number
  readonly endLine: number
  readonly snippet?: string
  /** Citations. */
  readonly twins?: readonly string[]
}

/** As an agent asks, all else by default. Paths are those of the source. */
export const askProduct = (product: Pick<Tools, 'call'>, query: string): Promise<readonly Shown[]> =>
  ask(product, { query })

/** Files and lines alone: the snippets of fifty would not fit into one answer. */
export const askProductDeep = (product: Pick<Tools, 'call'>, query: string): Promise<readonly Shown[]> =>
  ask(product, { query, max_results: MOST_FILES, response_mode: 'paths_only', budget: 100_000 })

async function ask(product: Pick<Tools, 'call'>, input: object): Promise<readonly Shown[]> {
  const { results, further = [] } = await product.call<Answer>('repo_semantic_search', {
    ...input,
    project_path: SOURCE,
  })
  const shown = results.map((result) => ({
    path: result.path,
    lines: { start: result.startLine, end: result.endLine },
    twins: (result.twins ?? []).map(readTwin),
    // All that the answer says of it, keys and braces too.
    text: JSON.stringify(result),
  }))
  return [...shown, ...further.map(readPlace)]
}

function readTwin(citation: string): Pick<Shown, 'path' | 'lines'> {
  const { path, lines } = parseCitation(citation)
  return { path, ...(lines && { lines: { start: lines.from, end: lines.to } }) }
}

function readPlace(text: string): Shown {
  const [, path = text, start, end] = /^(.*):(\d+)-(\d+)$/.exec(text) ?? []
  return { path, text, ...(start !== undefined && { lines: { start: Number(start), end: Number(end) } }) }
}
