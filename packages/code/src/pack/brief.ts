import type { z } from 'zod'
import type { codeResult, furtherFile } from './results.ts'

interface FullPack {
  readonly [key: string]: unknown
  readonly primaryResults: readonly z.output<typeof codeResult>[]
  readonly further?: readonly z.output<typeof furtherFile>[] | undefined
  readonly suggestedPaths: readonly string[]
  readonly context: { readonly omittedResults: number; readonly hasMore: boolean }
}

/** Keys that say how an answer was made: they are not needed to use it. */
const ABOUT = new Set(
  'effectiveMode rerankMode rerankApplied fallback relatedDepth relatedSeedCount includeRelatedSnippets responseStats'.split(
    ' ',
  ),
)

/**
 * A pack without what a model pays for and does not use: that a file is fresh, paths that stand above, counts of what was
 * asked for.
 */
export function briefPack({ primaryResults, suggestedPaths, context, ...more }: FullPack): unknown {
  const shown = new Set(primaryResults.map(({ path }) => path))
  return {
    ...Object.fromEntries(Object.entries(more).filter(([key]) => !ABOUT.has(key))),
    primaryResults: primaryResults.map(({ freshness, ...result }) => ({
      ...result,
      ...(freshness !== 'fresh' && { freshness }),
    })),
    suggestedPaths: suggestedPaths.filter((path) => !shown.has(path)),
    ...(context.omittedResults > 0 && { omittedResults: context.omittedResults }),
    ...(context.hasMore && { hasMore: true }),
  }
}
