import { numberLines } from '@wuku/text/markdown/line-index'

type Fields = Readonly<Record<string, unknown>>

/** How an answer was made, and what its citation or its order says: nobody needs it to use the answer. */
const UNUSED: ReadonlySet<string> = new Set(
  (
    'mode effectiveMode rerankMode rerankApplied modelReranked fallback resultCount responseMode responseStats ' +
    'relatedDepth relatedSeedCount includeRelatedSnippets counts depth matchTypes snippetStartLine snippetTruncated ' +
    'rank distance language'
  ).split(' '),
)

/** Values that nearly every result has: only others are said. */
const USUAL: Readonly<Record<string, readonly unknown[]>> = {
  freshness: ['fresh', 'unknown'],
  role: ['source'],
  via: ['seed'],
  match: ['exact'],
}

/**
 * An answer about code without what a model pays for and does not use. Places that have a citation say their lines in it,
 * and an excerpt its line numbers.
 */
export function briefCode(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(briefCode)
  if (typeof answer !== 'object' || answer === null) return answer
  const { context, ...fields } = answer as Fields
  const { omittedResults, hasMore } = Object(context) as Fields
  const entries = Object.entries({ ...fields, omittedResults, hasMore })
  return Object.fromEntries(
    entries
      .filter(([key, value]) => isNews(key, value, fields))
      .map(([key, value]) => [key, shown(key, value, fields)]),
  )
}

function isNews(key: string, value: unknown, { citation }: Fields): boolean {
  const isNothing = value === undefined || value === false || (value === 0 && /^(?:omitted|more|of[A-Z])/.test(key))
  const isCited = /^(?:start|end)Line$/.test(key) && /#L\d+-L\d+$/.test(String(citation))
  return !isNothing && !isCited && !UNUSED.has(key) && !USUAL[key]?.includes(value)
}

/** A whole passage begins with the first line of its place. */
const shown = (key: string, value: unknown, { snippetStartLine }: Fields): unknown =>
  key === 'snippet' && typeof value === 'string' && snippetStartLine !== undefined
    ? numberLines(value, Number(snippetStartLine))
    : briefCode(value)

interface FullPack extends Fields {
  readonly primaryResults: readonly { readonly path: string }[]
  readonly suggestedPaths: readonly string[]
}

/** Paths that stand above are not suggested again. */
export function briefPack({ primaryResults, suggestedPaths, ...more }: FullPack): unknown {
  const above = new Set(primaryResults.map(({ path }) => path))
  return briefCode({ primaryResults, ...more, suggestedPaths: suggestedPaths.filter((path) => !above.has(path)) })
}
