import type { z } from 'zod'
import { numberLines } from '@wuku/text/markdown/line-index'
import type { CodeResult, furtherFile } from './results.ts'

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

type Place = Readonly<Partial<Record<'startLine' | 'endLine', number>>>

type PackedFile = Omit<CodeResult, 'freshness'> & { readonly freshness: string }

interface FullPack extends Fields {
  readonly primaryResults: readonly PackedFile[]
  readonly further?: readonly z.output<typeof furtherFile>[] | undefined
  readonly relatedFiles: readonly object[]
  readonly relatedSnippets: readonly (Place & { readonly path: string; readonly snippet: string })[]
  readonly tests: readonly { readonly path: string; readonly covers: string }[]
  readonly suggestedPaths: readonly string[]
}

/** As plain text, in which code costs least: each passage below its `path:lines`, and then what else is to be read. */
export function briefPack(pack: FullPack): unknown {
  const { primaryResults, further = [], relatedFiles, relatedSnippets, tests, suggestedPaths, ...more } = pack
  const above = new Set(primaryResults.map(({ path }) => path))
  const lists = Object.entries({
    Further: further.map(({ path, startLine, snippet }) => `${placeOf(path, { startLine })}  ${snippet}`),
    Related: relatedFiles.map(describeRelated),
    Tests: tests.map(({ path, covers }) => `${path} of ${covers}`),
    'To read': suggestedPaths.filter((path) => !above.has(path)),
  })
  const passages = [
    ...primaryResults.map(renderFile),
    ...relatedSnippets.map((each) => `${placeOf(each.path, each)}\n${each.snippet}`),
  ]
  const told = lists.flatMap(([title, lines]) => (lines.length > 0 ? [`${title}:\n${lines.join('\n')}`] : []))
  return { ...(briefCode(more) as Fields), plainText: [...passages, ...told].join('\n\n') }
}

/** A name may hold breaks: it must not look like another line. */
const placeOf = (path: string, { startLine, endLine = startLine }: Place): string =>
  path.replaceAll(/\s+/g, ' ') +
  (startLine === undefined ? '' : `:${startLine}${endLine === startLine ? '' : `-${endLine}`}`)

function renderFile(file: PackedFile): string {
  const { path, symbol, matchReason, role, freshness, snippet, more = [] } = file
  const facts = [symbol, matchReason, role, freshness].filter(
    (fact) => fact && !USUAL['freshness']?.includes(fact) && fact !== 'source',
  )
  const blocks = [{ ...file, snippet }, ...more].map(({ snippet: code, ...place }, at) =>
    [`${placeOf(path, place)}${at === 0 ? `  ${facts.join(' · ')}` : ''}`, code]
      .filter((part) => part !== undefined)
      .join('\n'),
  )
  return blocks.join('\n\n')
}

function describeRelated(file: object): string {
  const { sourcePath, symbols, imports, importedBy } = briefCode(file) as Fields
  const facts = Object.entries({ symbols, imports, 'imported by': importedBy }).flatMap(([name, values]) =>
    Array.isArray(values) && values.length > 0 ? [`${name} ${values.map(wordOf).join(', ')}`] : [],
  )
  return [sourcePath, facts.join('; ')].filter((part) => part !== '').join('  ')
}

/** A link or a symbol, short or as a whole object. */
const wordOf = (value: unknown): string => (typeof value === 'string' ? value : Object.values(Object(value)).join(' '))
