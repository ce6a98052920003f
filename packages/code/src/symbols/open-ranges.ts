import { isWukuError, WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/code'
import type { Freshness, StoredDocument } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import { nearest } from '@wuku/text/edits/edit'
import { createLineIndex, sliceLines } from '@wuku/text/markdown/line-index'
import { fileGone } from '../missing-files.ts'
import { readProject } from '../graph/code-context.ts'
import { type CodeFile, fileAt } from '../graph/import-links.ts'
import { type CodeSymbol, namePathOf, symbolAt } from '../outline.ts'
import { type Project, projectOf } from '../code-project.ts'
import { type RequestedRange, readRange, sourceCited, type WrittenRange } from './requested-range.ts'
import { answersTo, readName } from './name.ts'
import type { LineSpan } from '@wuku/core/written-lines'

export interface OpenRequest {
  readonly ranges: readonly WrittenRange[]
  /** That of ranges without a citation. */
  project(): Promise<Project>
  readonly contextLines: number
}

/** Some lines of a file as they are now. */
export interface OpenedRange extends LineSpan {
  readonly project: Project
  readonly path: string
  readonly text: string
  readonly totalLines: number
  /** The symbol around the requested lines; `null` between symbols, and where lines have moved since the file was parsed. */
  readonly symbol: string | null
  /** No lines of it were named: the file as such was asked for. */
  readonly isWhole: boolean
  readonly freshness: Freshness | 're-read'
}

export interface Refused {
  readonly requested: WrittenRange
  readonly error: WukuError
}

/**
 * Files in the order in which they were asked for, lines from the top, ranges that overlap as one. One range that cannot be
 * opened does not keep the others closed.
 */
export async function openRanges(request: OpenRequest, engine: Engine) {
  const refused: Refused[] = []
  const files = new Map<string, ReadFile>()
  const spans = new Map<string, Span[]>()
  for (const requested of request.ranges) {
    try {
      const { key, range } = await readRequestedRange(requested, { request, engine, files })
      const file = files.get(key)
      if (file) spans.set(key, [...(spans.get(key) ?? []), ...spansOf(range, file)])
    } catch (error) {
      if (!isWukuError(error)) throw error
      refused.push({ requested, error })
    }
  }
  const opened = [...spans].flatMap(([key, own]) => openFile(files.get(key), own, request.contextLines))
  return { opened, refused }
}

interface ReadFile {
  readonly project: Project
  readonly file: CodeFile
  readonly freshness: OpenedRange['freshness']
  /** As it was indexed, and as it is shown. */
  readonly before: string
  readonly text: string
  readonly totalLines: number
}

interface Reading {
  readonly request: OpenRequest
  readonly engine: Engine
  readonly files: Map<string, ReadFile>
}

async function readRequestedRange(requested: WrittenRange, { request, engine, files }: Reading) {
  const source = sourceCited(requested.path)
  const project = await (source === undefined ? request.project() : projectOf(`code/${source}`, engine))
  const { range, found } = await readProject({ project, engine }, async (place) => {
    const read = readRange(requested, project, place.context)
    if (files.has(keyOf(project, read.path))) return { range: read, found: undefined }
    const file = await fileAt(place, read.path)
    const [document] = file ? await place.view.documents.byId([file.document]) : []
    const before = file && (await place.view.documents.bodies([file.document])).get(file.document)
    return { range: read, found: file && document && { file, document, before: before ?? '' } }
  })
  const key = keyOf(project, range.path)
  if (found) files.set(key, { project, ...found, ...(await readToday(found, project, engine)) })
  return { key, range }
}

const keyOf = ({ source }: Project, path: string): string => `${source.id}/${path}`

async function readToday(
  { document, before }: { readonly document: StoredDocument; readonly before: string },
  { source }: Project,
  engine: Engine,
): Promise<Pick<ReadFile, 'freshness' | 'text' | 'totalLines'>> {
  const freshness = (await engine.search.freshness([document])).get(document.id) ?? 'unknown'
  if (freshness === 'missing') throw fileGone(document.path)
  const now = freshness === 'stale' ? await engine.files.readNow(source, document.item) : undefined
  const text = now ?? before
  const totalLines = Math.max(1, createLineIndex(text).count)
  return { freshness: now === undefined ? freshness : 're-read', text, totalLines }
}

interface Span extends LineSpan {
  readonly symbol: string | null
  readonly isWhole: boolean
}

function spansOf(range: RequestedRange, read: ReadFile): readonly Span[] {
  if (range.symbol !== undefined)
    return symbolsInFile(range.symbol, read.file).map(({ line, endLine }) => {
      const span = { from: line, to: endLine }
      const now = read.freshness === 're-read' ? (placeNow(span, read.before, read.text) ?? span) : span
      return { ...now, symbol: symbolAt(read.file.outline.symbols, line), isWhole: false }
    })
  const { from, to } = range.lines ?? { from: 1, to: read.totalLines }
  const lines = read.totalLines
  if (from > lines)
    throw new WukuError('bad-input', msg('pastTheEnd', { path: range.path, lines, from, lines2: lines }))
  const symbol = read.freshness === 're-read' ? null : symbolAt(read.file.outline.symbols, from)
  return [{ from, to: Math.max(from, to), symbol: range.lines ? symbol : null, isWhole: !range.lines }]
}

function openFile(read: ReadFile | undefined, spans: readonly Span[], contextLines: number): readonly OpenedRange[] {
  if (!read) return []
  const { project, file, freshness, text, totalLines } = read
  const within = spans.map(({ from, to, ...span }) => ({
    ...span,
    from: Math.max(1, Math.min(from, totalLines) - contextLines),
    to: Math.min(totalLines, to + contextLines),
  }))
  return mergeRanges(within, join).map((span) => ({
    ...span,
    project,
    path: file.path,
    text: sliceLines(text, span.from, span.to - span.from + 1),
    totalLines,
    freshness,
  }))
}

const join = (one: Span, other: Span): Span => ({
  from: Math.min(one.from, other.from),
  to: Math.max(one.to, other.to),
  isWhole: one.isWhole || other.isWhole,
  symbol: one.symbol === other.symbol || other.symbol === null ? one.symbol : (one.symbol ?? other.symbol),
})

/**
 * Finds a declaration in a text that changed since it was parsed: by its first line, the nearest that is the same, and
 * by the line that closes it. `undefined` when its first line is no longer there.
 */
export function placeNow({ from, to }: LineSpan, before: string, now: string): LineSpan | undefined {
  const old = linesOf(before)
  const lines = linesOf(now)
  const first = old[from - 1]
  if (first === undefined) return undefined
  const places = lines.flatMap((line, at) => (line === first ? [at] : []))
  const [start] = places.toSorted((a, b) => Math.abs(a - from + 1) - Math.abs(b - from + 1))
  if (start === undefined) return undefined
  const last = from === to ? start : lines.indexOf(old[to - 1] ?? '', start + 1)
  const end = last < 0 ? Math.min(lines.length - 1, start + to - from) : last
  return { from: start + 1, to: end + 1 }
}

const linesOf = (text: string): readonly string[] => text.split(/\r?\n/)

/** Symbols that a file declares under a name, exact spelling first; several for overloads and namesakes. Never none. */
function symbolsInFile(name: string, { path, outline }: Pick<CodeFile, 'path' | 'outline'>): readonly CodeSymbol[] {
  const requested = readName(name)
  const answers = outline.symbols.map((symbol, at) => ({
    symbol,
    answer: answersTo(requested, namePathOf(outline.symbols, at), path),
  }))
  const exact = answers.filter(({ answer }) => answer === 'exact')
  const found = exact.length > 0 ? exact : answers.filter(({ answer }) => answer === 'folded')
  if (found.length > 0) return found.map(({ symbol }) => symbol)
  const names = new Set(outline.symbols.map((symbol) => symbol.name.slice(symbol.name.lastIndexOf('.') + 1)))
  throw noSymbol(name, path, nearest(requested.last, names, { max: 4, limit: 5 }))
}

const noSymbol = (name: string, path: string, near: readonly string[]): WukuError =>
  new WukuError(
    'not-found',
    msg('noSymbol', { path, name: name.slice(0, 200) }),
    near.length > 0 ? msg('didYouMean', { near: near.join(', ') }) : msg('listItsDeclarationsWithFileOutline'),
  )

/** Ranges in their order, those that overlap or touch as one. */
export function mergeRanges<R extends LineSpan>(ranges: readonly R[], combine: (one: R, other: R) => R): readonly R[] {
  const merged: R[] = []
  for (const range of ranges.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const before = merged.at(-1)
    if (before && range.from <= before.to + 1) merged[merged.length - 1] = combine(before, range)
    else merged.push(range)
  }
  return merged
}
