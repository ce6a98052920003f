import { z } from 'zod'
import { writeCitation } from '@wuku/core/citation'
import type { DocumentId, Freshness } from '@wuku/core/core-types'
import { citation, count, freshness } from '@wuku/kernel/base/operation-shapes'
import { excerpt } from '@wuku/text/show/excerpt'
import { briefCode } from '../pack/brief.ts'
import { roleOf } from '../roles.ts'
import type { FoundSymbol } from '../symbols/symbol-search.ts'
import { HEAD_TOKENS, tokensOf } from '../symbols/within-budget.ts'
import { certaintyOf, links, type Reference, type ReferringFile } from './references.ts'

const reference = z.strictObject({
  line: count,
  text: z.string().describe('The line, shortened around the name if it is long.'),
  symbol: z.string().nullable().describe('Symbol that contains it.'),
  where: z.enum(['import', 'comment', 'string']).optional().describe('Absent in code.'),
  by: z
    .string()
    .optional()
    .describe(
      'How it is known to mean the definition: "certain: import", "likely: returned". Absent: by its name alone.',
    ),
})

export const definitionSchema = z.strictObject({
  path: z.string(),
  startLine: count,
  endLine: count,
  symbol: z.string(),
  signature: z.string(),
  freshness,
  citation,
})

export const fileSchema = z.strictObject({
  path: z.string(),
  link: z.enum(links).describe('The file defines it, imports the file that does, or only names it.'),
  role: z.string(),
  startLine: count.describe('Of the first line shown.'),
  endLine: count.describe('Of the last line shown.'),
  lines: z.array(reference),
  omitted: count.describe('More lines of this file.'),
  freshness,
  citation,
})
type Definition = z.output<typeof definitionSchema>
type File = z.output<typeof fileSchema>

export interface ReferenceContext {
  readonly source: string
  readonly name: string
  readonly ages: ReadonlyMap<DocumentId, Freshness>
}

export interface FilesRequest extends ReferenceContext {
  readonly limit: number
  readonly budget: number
  readonly start: number
}

const citationOf = (source: string, path: string, lines: { readonly from: number; readonly to: number }): string =>
  writeCitation({ kind: 'code', source, path, lines })

export const describeDefinition = (
  { path, symbol, namePath, document }: FoundSymbol,
  { source, ages }: Pick<ReferenceContext, 'source' | 'ages'>,
): Definition => ({
  path,
  startLine: symbol.line,
  endLine: symbol.endLine,
  symbol: namePath.join('.'),
  signature: symbol.signature,
  freshness: ages.get(document) ?? 'unknown',
  citation: citationOf(source, path, { from: symbol.line, to: symbol.endLine }),
})

/** So many lines of each file come first; what is left of the limits goes to the others, in the order of the files. */
const FIRST_OF_FILE = 4

/** Lines from `start` on, in the order in which they are given out, as many as fit; at least one. `next`: where to go on. */
export function describeReferringFiles(found: readonly ReferringFile[], { start, ...telling }: FilesRequest) {
  const sequence = [
    ...found.flatMap((file) => file.references.slice(0, FIRST_OF_FILE).map((each) => [file, each] as const)),
    ...found.flatMap((file) => file.references.slice(FIRST_OF_FILE).map((each) => [file, each] as const)),
  ]
  const chosen = new Map<ReferringFile, Reference[]>()
  let tokens = telling.budget - HEAD_TOKENS
  let at = start
  for (; at < sequence.length && at - start < telling.limit; at++) {
    const [file, next] = sequence[at] ?? []
    if (!file || !next) break
    const own = chosen.get(file)
    tokens -= tokensOf(own ? describeLine(next, telling.name) : describeFile(file, [next], telling))
    if (tokens < 0 && at > start) break
    if (own) own.push(next)
    else chosen.set(file, [next])
  }
  const files = [...chosen].map(([each, shown]) => describeFile(each, shown, telling))
  return { files, ...(at < sequence.length && { next: at }) }
}

function describeFile(
  { document, path, link, references }: ReferringFile,
  chosen: readonly Reference[],
  { source, ages, name }: ReferenceContext,
): File {
  const shown = chosen.toSorted((a, b) => a.line - b.line)
  const [from, to] = [shown[0]?.line ?? 1, shown.at(-1)?.line ?? 1]
  return {
    path,
    link,
    role: roleOf(path),
    startLine: from,
    endLine: to,
    lines: shown.map((each) => describeLine(each, name)),
    omitted: references.length - shown.length,
    freshness: ages.get(document) ?? 'unknown',
    citation: citationOf(source, path, { from, to }),
  }
}

const LINE_CHARS = 160

function describeLine({ line, text, symbol, where, rule }: Reference, name: string): z.output<typeof reference> {
  const trimmed = text.trim()
  const start = Math.max(0, trimmed.indexOf(name))
  const match = { start, end: start + name.length, term: name, weight: 1 }
  const certainty = certaintyOf({ rule, where })
  return {
    line,
    text: excerpt(trimmed, [match], LINE_CHARS),
    symbol,
    ...(where !== 'code' && { where }),
    ...(certainty !== 'name' && { by: `${certainty}: ${rule}` }),
  }
}

/** `12: text (in symbol, comment)` */
export const briefReferences = <Answer extends { readonly files: readonly File[] }>({ files, ...answer }: Answer) =>
  briefCode({
    files: files.map(({ lines, ...file }) => ({
      ...file,
      lines: lines.map(({ line, text, symbol, where, by }) => {
        const inside = [symbol, where, by].filter((part) => part)
        return `${line}: ${text}${inside.length > 0 ? `  (${inside.join(', ')})` : ''}`
      }),
    })),
    ...answer,
  })
