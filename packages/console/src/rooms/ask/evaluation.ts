import { recall } from '../../ask/recall.ts'
import type { EvaluationLine } from '../../ask/kept.ts'
import { citedIn } from '../../ui/citations.ts'

/** Ranks of what a line expects in the answer of today, from 1; null: not found. */
export interface Judged {
  readonly line: EvaluationLine
  readonly ranks: readonly (number | null)[]
}

const DEPTH = 10

/** Asks `recall` as an agent does, and as `wuku eval` does. */
export async function judgeLine(line: EvaluationLine, signal: AbortSignal): Promise<Judged> {
  const { hits } = await recall({ query: line.query }, { limit: DEPTH }, signal)
  const names = hits.map(({ kind, source, path, also }) => [
    `${kind}/${source}/${path}`,
    ...also.map((citation) => documentIn(citation)),
  ])
  const ranks = line.expected.map((expected) => {
    const at = names.findIndex((all) => all.includes(documentIn(expected)))
    return at < 0 ? null : at + 1
  })
  return { line, ranks }
}

/** Storehouse, source and path: lines of a citation count as their document. */
function documentIn(citation: string): string {
  const { kind, source, version, path } = citedIn(citation) ?? {}
  return kind === undefined ? citation : `${kind}/${source}${version === undefined ? '' : `@${version}`}/${path}`
}

/** Lines of which something expected stands first today. */
export const firstOf = (judged: readonly Judged[]): number => judged.filter(({ ranks }) => ranks.includes(1)).length

export const fileOf = (lines: readonly EvaluationLine[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('')
