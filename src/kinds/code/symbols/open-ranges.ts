import { fileGone } from '../gone.ts'
import { isWukuError, WukuError } from '../../../core/errors.ts'
import type { Freshness, StoredDocument } from '../../../core/words.ts'
import type { Engine } from '../../../engine/engine.ts'
import { createLineIndex, sliceLines } from '../../../text/lines.ts'
import type { CodeContexts } from '../graph/context.ts'
import { fileAt, type CodeFile } from '../graph/links.ts'
import { symbolAt } from '../pack/reason.ts'
import { projectOf, type Project } from '../project.ts'
import { readRange, sourceCited, type AskedRange, type WrittenRange } from './asked-range.ts'
import { symbolsInFile } from './in-file.ts'
import { mergeRanges, type Range } from './merge-ranges.ts'
import { placeNow } from './place-now.ts'

export interface OpenRequest {
  readonly ranges: readonly WrittenRange[]
  readonly projectPath: string | undefined
  readonly contextLines: number
}

/** Some lines of a file as they are now. */
export interface OpenedRange extends Range {
  readonly project: Project
  readonly path: string
  readonly text: string
  readonly totalLines: number
  /** What the lines asked for lie in; `null` between symbols, and where lines have moved since the file was parsed. */
  readonly symbol: string | null
  /** No lines of it were named: the file as such was asked for. */
  readonly isWhole: boolean
  readonly freshness: Freshness | 're-read'
}

export interface Refused {
  readonly asked: WrittenRange
  readonly error: WukuError
}

export interface OpenedRanges {
  /** Files in the order in which they were asked for, lines from the top, ranges that overlap as one. */
  readonly opened: readonly OpenedRange[]
  readonly refused: readonly Refused[]
}

/** One range that cannot be opened does not keep the others closed. */
export async function openRanges(request: OpenRequest, engine: Engine, contexts: CodeContexts): Promise<OpenedRanges> {
  const refused: Refused[] = []
  const files = new Map<string, ReadFile>()
  const spans = new Map<string, Span[]>()
  for (const asked of request.ranges) {
    try {
      const { key, range } = await readAsked(asked, { request, engine, contexts, files })
      const file = files.get(key)
      if (file) spans.set(key, [...(spans.get(key) ?? []), ...spansOf(range, file)])
    } catch (error) {
      if (!isWukuError(error)) throw error
      refused.push({ asked, error })
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
  readonly contexts: CodeContexts
  readonly files: Map<string, ReadFile>
}

async function readAsked(
  asked: WrittenRange,
  { request, engine, contexts, files }: Reading,
): Promise<{ readonly key: string; readonly range: AskedRange }> {
  const source = sourceCited(asked.path)
  const project = await projectOf(source === undefined ? request.projectPath : `code/${source}`, engine)
  const { range, found } = await engine.read(async (view) => {
    const context = await contexts.of(view, project.source.id)
    const read = readRange(asked, project, context)
    if (files.has(keyOf(project, read.path))) return { range: read, found: undefined }
    const file = await fileAt(view, context, read.path)
    const [document] = file ? await view.documentsById([file.document]) : []
    const before = file && (await view.bodies([file.document])).get(file.document)
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
  const freshness = (await engine.freshness([document])).get(document.id) ?? 'unknown'
  if (freshness === 'missing') throw fileGone(document.path)
  const now = freshness === 'stale' ? await engine.readNow(source, document.item) : undefined
  const text = now ?? before
  return {
    freshness: now === undefined ? freshness : 're-read',
    text,
    totalLines: Math.max(1, createLineIndex(text).count),
  }
}

interface Span extends Range {
  readonly symbol: string | null
  readonly isWhole: boolean
}

function spansOf(range: AskedRange, read: ReadFile): readonly Span[] {
  if (range.symbol !== undefined) return symbolSpans(range.symbol, read)
  const { from, to } = range.lines ?? { from: 1, to: read.totalLines }
  if (from > read.totalLines) throw pastTheEnd(range.path, from, read.totalLines)
  const symbol = read.freshness === 're-read' ? null : symbolAt(read.file.outline.symbols, from)
  return [{ from, to: Math.max(from, to), symbol: range.lines ? symbol : null, isWhole: !range.lines }]
}

const pastTheEnd = (path: string, from: number, lines: number): WukuError =>
  new WukuError(
    'bad-input',
    `${path} has ${lines} lines; line ${from} is past its end.`,
    `Ask for lines from 1 to ${lines}.`,
  )

function symbolSpans(name: string, { file, freshness, before, text }: ReadFile): readonly Span[] {
  return symbolsInFile(name, file).map(({ line, endLine }) => {
    const span = { from: line, to: endLine }
    const now = freshness === 're-read' ? (placeNow(span, before, text) ?? span) : span
    return { ...now, symbol: symbolAt(file.outline.symbols, line), isWhole: false }
  })
}

function openFile(read: ReadFile | undefined, spans: readonly Span[], contextLines: number): readonly OpenedRange[] {
  if (!read) return []
  const { project, file, freshness, text, totalLines } = read
  const within = spans.map(({ from, to, ...span }) => ({
    ...span,
    from: Math.max(1, Math.min(from, totalLines) - contextLines),
    to: Math.min(totalLines, to + contextLines),
  }))
  return mergeRanges(within, join).map(({ from, to, symbol, isWhole }) => ({
    project,
    path: file.path,
    from,
    to,
    symbol,
    isWhole,
    text: sliceLines(text, from, to - from + 1),
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
