import { z } from 'zod'
import { writeCitation } from '@wuku/core/citation'
import type { DocumentId, Freshness } from '@wuku/core/core-types'
import { citation, count, freshness } from '@wuku/kernel/base/operation-shapes'
import { excerpt } from '@wuku/text/show/excerpt'
import { briefCode } from '../pack/brief.ts'
import { roleOf } from '../roles.ts'
import type { FoundSymbol } from './symbol-search.ts'
import { links, type Reference, type ReferringFile } from './references.ts'
import { HEAD_TOKENS, tokensOf } from './within-budget.ts'

const reference = z.strictObject({
  line: count,
  text: z.string().describe('The line, shortened around the name if it is long.'),
  symbol: z.string().nullable().describe('Symbol that contains it.'),
  where: z.enum(['import', 'comment', 'string']).optional().describe('Absent in code. Judged by the line alone.'),
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
  /** Its name. */
  readonly source: string
  /** The name that was searched. */
  readonly name: string
  readonly ages: ReadonlyMap<DocumentId, Freshness>
}

export interface FilesRequest extends ReferenceContext {
  /** Lines. */
  readonly limit: number
  readonly budget: number
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

/** At least so many lines of a file are shown before others have their turn. */
const LEAST_OF_FILE = 4

export function describeReferringFiles(found: readonly ReferringFile[], telling: FilesRequest): File[] {
  const ofFile = Math.max(LEAST_OF_FILE, Math.ceil(telling.limit / Math.max(1, found.length)))
  const files: File[] = []
  let [lines, tokens] = [telling.limit, telling.budget - HEAD_TOKENS]
  for (const each of found) {
    const rendered = describeReferringFile(each, Math.min(ofFile, lines), telling)
    const cost = tokensOf(rendered)
    const isFirst = files.length === 0
    if (lines <= 0 || (cost > tokens && !isFirst)) break
    const fitting = cost > tokens ? describeReferringFile(each, LEAST_OF_FILE, telling) : rendered
    files.push(fitting)
    lines -= fitting.lines.length
    tokens -= tokensOf(fitting)
  }
  return files
}

function describeReferringFile(
  { document, link, references }: ReferringFile,
  limit: number,
  { source, ages, name }: ReferenceContext,
): File {
  const shown = references.slice(0, Math.max(1, limit))
  const [from, to] = [shown[0]?.line ?? 1, shown.at(-1)?.line ?? 1]
  return {
    path: document.path,
    link,
    role: roleOf(document.path),
    startLine: from,
    endLine: to,
    lines: shown.map((each) => describeLine(each, name)),
    omitted: references.length - shown.length,
    freshness: ages.get(document.id) ?? 'unknown',
    citation: citationOf(source, document.path, { from, to }),
  }
}

const LINE_CHARS = 160

function describeLine({ line, text, symbol, where }: Reference, name: string): z.output<typeof reference> {
  const trimmed = text.trim()
  const start = Math.max(0, trimmed.indexOf(name))
  const match = { start, end: start + name.length, term: name, weight: 1 }
  return { line, text: excerpt(trimmed, [match], LINE_CHARS), symbol, ...(where !== 'code' && { where }) }
}

/** `12: text (in symbol, comment)` */
export const briefReferences = <Answer extends { readonly files: readonly File[] }>({
  files,
  ...answer
}: Answer): unknown =>
  briefCode({
    files: files.map(({ lines, ...file }) => ({
      ...file,
      lines: lines.map(({ line, text, symbol, where }) => {
        const inside = [symbol, where].filter((part) => part)
        return `${line}: ${text}${inside.length > 0 ? `  (${inside.join(', ')})` : ''}`
      }),
    })),
    ...answer,
  })
