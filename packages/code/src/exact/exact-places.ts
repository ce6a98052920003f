import type { DocumentId } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import { plainName } from '@wuku/text/terms/mark-terms'
import type { CodeContext } from '../graph/import-links.ts'
import { answersTo, formsOf, readName } from '../symbols/name.ts'
import { definitionsOf, type FoundSymbol } from '../symbols/symbol-search.ts'
import { roleOf } from '../roles.ts'
import { readFrames, type FrameFormat } from './read-frames.ts'
import { resolveFrames } from './resolve-frames.ts'

/** What a part of a question was read as. */
export type ReadAs = 'frame' | 'diff' | 'path' | 'name'

/** Lines of a file that a question names beyond doubt. */
export interface ExactPlace {
  readonly document: DocumentId
  readonly line: number
  readonly endLine: number
  readonly readAs: ReadAs
}

export interface PlaceRequest {
  readonly view: StoreView
  readonly context: CodeContext
}

/** Places that a question names: frames first, innermost own frame first; then names, as the question has them. */
export async function exactPlaces(question: string, request: PlaceRequest): Promise<readonly ExactPlace[]> {
  const framed = placesOfFrames(question, request)
  // A trace names each function that it went through.
  const isTrace = framed.some(({ readAs }) => readAs !== 'path')
  const named = isTrace ? [] : await placesOfNames(question, request)
  const seen = new Set<string>()
  return [...framed, ...named].filter(({ document, line }) => {
    const key = `${document}:${line}`
    return !seen.has(key) && seen.add(key)
  })
}

function placesOfFrames(question: string, { context }: PlaceRequest): readonly ExactPlace[] {
  const { frames, format } = readFrames(question)
  return resolveFrames(frames, context.paths).flatMap(({ file, line, lastLine = line }) => {
    const document = context.idOf(file)
    return document === undefined ? [] : [{ document, line, endLine: lastLine, readAs: readAsOf(format) }]
  })
}

const readAsOf = (format: FrameFormat | undefined): ReadAs =>
  format === 'diff' || format === 'path' ? format : 'frame'

/** `A.b`, `A::b`, `A#b`, with or without brackets; a name in backticks; names of several words, as programs write them. */
const NAMES =
  /`(?<quoted>[^`\s]{2,120})`|(?<qualified>[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$!?]*){1,5})|(?<joined>\b(?:[a-z]+\d*(?:[A-Z][a-z\d]*)+|(?:[A-Z][a-z\d]+){2,}|[A-Za-z\d]+(?:_[A-Za-z\d]+)+)\b)/g

const MAX_NAMES = 8
/** More places than these, and the name alone does not say which is meant. */
const MAX_DEFINITIONS = 2

async function placesOfNames(question: string, request: PlaceRequest): Promise<readonly ExactPlace[]> {
  const names = [...new Set([...question.matchAll(NAMES)].map(([name]) => name))].slice(0, MAX_NAMES)
  const places: ExactPlace[] = []
  for (const name of names) places.push(...(await placesOfName(name, request)))
  return places
}

async function placesOfName(written: string, request: PlaceRequest): Promise<readonly ExactPlace[]> {
  const name = readName(written)
  const forms = [...new Set(formsOf(name).map(plainName))].filter((form) => form.length > 1)
  const { found } = await definitionsOf(forms, { sources: [request.context.source] }, request)
  const exact = found.filter(({ namePath, path }) => answersTo(name, namePath, path) === 'exact')
  const own = exact.filter(({ path }) => roleOf(path) === 'source')
  const meant = own.length > 0 ? own : exact
  return meant.length > MAX_DEFINITIONS ? [] : meant.map(toPlace)
}

const toPlace = ({ document, symbol: { line, endLine } }: FoundSymbol): ExactPlace => ({
  document,
  line,
  endLine,
  readAs: 'name',
})
