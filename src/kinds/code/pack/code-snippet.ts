import type { Hit } from '../../../engine/search/types.ts'
import { analyseQuery } from '../../../text/query.ts'
import { bestSnippet } from '../../../text/snippet.ts'
import type { Outline } from '../outline.ts'

/** Code that an answer shows, with the line that it begins on. */
export interface CodeSnippet {
  readonly line: number
  readonly text: string
}

export interface SnippetRequest {
  readonly query: string
  readonly chars: number
}

/** The part of a passage that says most, as it stands in the file. `text`: of the whole passage. */
export function codeSnippet(
  hit: Pick<Hit, 'snippet' | 'passage'>,
  { imports }: Pick<Outline, 'imports'>,
  passage: { readonly text: string; readonly request: SnippetRequest },
): CodeSnippet {
  const { snippet } = hit
  const holdsImport = imports.some(({ line }) => line >= snippet.line && line <= snippet.endLine)
  const body = holdsImport ? belowImports(hit.passage, imports, passage.text) : undefined
  return body ? around(body, passage.request) : { line: snippet.line, text: withoutNumbers(snippet.text) }
}

/** Lines as they stand in the file: `12: text` without its number. */
export const withoutNumbers = (numbered: string): string => numbered.replaceAll(/^\d+: /gm, '')

/** Imports hold the names of all that a file uses, and say nothing about any of it. */
function belowImports(
  { line, endLine }: Hit['passage'],
  imports: Outline['imports'],
  text: string,
): CodeSnippet | undefined {
  const last = Math.max(
    0,
    ...imports.filter((each) => each.line >= line && each.line <= endLine).map((each) => each.line),
  )
  const rest = text.split('\n').slice(last - line + 1)
  const blank = rest.findIndex((each) => each.trim() !== '')
  return blank < 0 ? undefined : { line: last + 1 + blank, text: rest.slice(blank).join('\n') }
}

function around({ line, text }: CodeSnippet, { query, chars }: SnippetRequest): CodeSnippet {
  const terms = analyseQuery(query).flatMap((word) =>
    word.terms.map(({ term, weight }) => [term, weight * word.weight] as const),
  )
  const wanted = new Map(terms.filter(([, weight]) => weight > 0))
  const found = bestSnippet({
    text,
    firstLine: line,
    wanted,
    maxChars: chars,
    maxLines: Math.max(6, Math.ceil(chars / 40)),
  })
  return { line: found.line, text: withoutNumbers(found.text) }
}
