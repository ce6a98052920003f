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

/** What is so for nearly every result: only its opposite is said. */
const USUAL: Readonly<Record<string, readonly unknown[]>> = {
  freshness: ['fresh', 'unknown'],
  role: ['source'],
  via: ['seed'],
  match: ['exact'],
}

/**
 * An answer about code without what a model pays for and does not use. Lines of code have their numbers, and places that
 * have a citation say their lines in it.
 */
export function briefCode(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(briefCode)
  if (typeof answer !== 'object' || answer === null) return answer
  const fields = answer as Fields
  const { context, ...said } = fields
  const { omittedResults, hasMore } = Object(context) as Fields
  return Object.fromEntries(
    Object.entries({ ...said, omittedResults, hasMore })
      .filter(([key, value]) => isNews(key, value, fields))
      .map(([key, value]) => [key, key === 'snippet' ? numbered(String(value), fields) : briefCode(value)]),
  )
}

function isNews(key: string, value: unknown, fields: Fields): boolean {
  if (
    UNUSED.has(key) ||
    value === undefined ||
    value === false ||
    (value === 0 && /^(?:omitted|more|ofNamesakes)/.test(key))
  )
    return false
  if (/^(?:start|end)Line$/.test(key) && /#L\d+-L\d+$/.test(String(fields['citation']))) return false
  return !USUAL[key]?.includes(value)
}

const numbered = (snippet: string, { snippetStartLine, startLine }: Fields): string =>
  numberLines(snippet, Number(snippetStartLine ?? startLine ?? 1))

interface FullPack extends Fields {
  readonly primaryResults: readonly { readonly path: string }[]
  readonly suggestedPaths: readonly string[]
}

/** Paths that stand above are not suggested again. */
export function briefPack({ primaryResults, suggestedPaths, ...more }: FullPack): unknown {
  const shown = new Set(primaryResults.map(({ path }) => path))
  return briefCode({ primaryResults, ...more, suggestedPaths: suggestedPaths.filter((path) => !shown.has(path)) })
}
