import type { ChunkId, DocumentId, PassagePlace } from '@wuku/core/core-types'
import { chunksWithTerms } from '@wuku/kernel/chunks-with-terms'
import type { ExactPassage, ExactReader, ReadAs } from '@wuku/kernel/base/searched'
import type { DocumentFilter } from '@wuku/core/ports/index-view'
import { topicOf } from '@wuku/kernel/query/plan'
import { markTerm, plainName } from '@wuku/text/terms/mark-terms'
import { placeMarks } from '../code-marks.ts'
import { createCodeContexts } from '../graph/code-context.ts'
import type { CodePlace } from '../graph/import-links.ts'
import type { PathIndex } from '../resolve/path-index.ts'
import { isPrototype } from '../outline.ts'
import { isWritten, roleOf } from '../roles.ts'
import { formsOf, isDirectlyIn, readName, type RequestedName } from '../symbols/name.ts'
import { answeringTo, definitionsOf, type FoundSymbol } from '../symbols/symbol-search.ts'
import { readFrames, type Frame } from '../read-frames.ts'

interface ExactPlace {
  readonly document: DocumentId
  readonly path: string
  readonly line: number
  readonly readAs: ReadAs
}

/** Passages at the places that a question names, in all repositories that are asked. */
export const readExact: ExactReader = async (question, { view, sources, cache }) => {
  const contexts = createCodeContexts(cache)
  const found = await Promise.all(
    sources.map(async (source) => passagesIn(question, { view, context: await contexts.of(view, source) })),
  )
  return found.flat()
}

async function passagesIn(question: string, request: CodePlace): Promise<readonly ExactPassage[]> {
  const places = await exactPlaces(question, request)
  const paths = new Map(places.map(({ document, path }) => [document, path]))
  const chunks = new Map(
    await Promise.all(
      [...paths].map(async ([document, path]) => [document, await chunksOf(document, path, request)] as const),
    ),
  )
  return places.flatMap(({ document, line, readAs }) => {
    const chunk = chunkAt(chunks.get(document) ?? [], line)
    return chunk === undefined ? [] : [{ document, chunk, readAs }]
  })
}

/** Chunks of a file, by the mark of its name that each of them has. */
const MAX_CHUNKS = 2_000

async function chunksOf(document: DocumentId, path: string, { view, context }: CodePlace) {
  const terms = placeMarks(path).map(({ family, value }) => markTerm(family, value))
  const within = { sources: [context.source], documents: [document] }
  const [found = []] = await chunksWithTerms(view, [{ terms, within, limit: MAX_CHUNKS }])
  return view.chunks.places(found.map(({ chunk }) => chunk))
}

const sizeOf = ({ facts }: PassagePlace): number => facts.endLine - facts.line

/** The smallest that holds the line; else the last one above it. */
function chunkAt(chunks: readonly PassagePlace[], line: number): ChunkId | undefined {
  const [smallest] = chunks
    .filter(({ facts }) => facts.line <= line && line <= facts.endLine)
    .toSorted((a, b) => sizeOf(a) - sizeOf(b))
  return (smallest ?? chunks.findLast(({ facts }) => facts.line <= line))?.chunk
}

/** Frames first, innermost own frame first; then names, as the question has them. */
export async function exactPlaces(question: string, request: CodePlace): Promise<readonly ExactPlace[]> {
  const framed = placesOfFrames(question, request)
  // A trace names each function that it went through.
  const isTrace = framed.some(({ readAs }) => readAs !== 'path')
  const named = isTrace ? [] : ofTopic(question, await placesOfNames(question, request), request)
  const seen = new Set<string>()
  return [...framed, ...named].filter(({ path, line }) => {
    const key = `${path}:${line}`
    return !seen.has(key) && seen.add(key)
  })
}

/** `telnet: drop Curl_isspace`: what stands before a colon says where, and a name that lies elsewhere is only spoken of. */
function ofTopic(question: string, places: readonly ExactPlace[], { context: { paths } }: CodePlace) {
  const topic = places.length === 0 ? [] : topicOf(question)
  if (topic.length === 0) return places
  const named = new RegExp(String.raw`(?:^|/)(?:${topic.map(RegExp.escape).join('|')})(?:\.[^/]*)?(?:/|$)`, 'i')
  // `Error: …` names no file and no folder.
  return paths.all.some((path) => named.test(path)) ? places.filter(({ path }) => named.test(path)) : places
}

function placesOfFrames(question: string, { context }: CodePlace): readonly ExactPlace[] {
  const { frames, format } = readFrames(question)
  const readAs = format === 'diff' || format === 'path' ? format : 'frame'
  return resolveFrames(frames, context.paths).flatMap(({ file, line }) => {
    const document = context.idOf(file)
    return document === undefined ? [] : [{ document, path: file, line, readAs }]
  })
}

/** `A.b`, `A::b`, `A#b`, with or without brackets; a name in backticks; names of several words, as programs write them. */
const NAMES =
  /`(?<quoted>[^`\s]{2,120})`|(?<qualified>[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$!?]*){1,5})|(?<joined>\b(?:[a-z]+\d*(?:[A-Z][a-z\d]*)+|(?:[A-Z][a-z\d]+){2,}|[A-Za-z\d]+(?:_[A-Za-z\d]+)+)\b)/g

const MAX_NAMES = 8
/** More places than these, and the name alone does not say which is meant. */
const MAX_DEFINITIONS = 2
/** Passages that define a name: of more, none is meant beyond doubt, and reading them would take time. */
const MAX_DEFINING = 40

const termOf = (form: string): string => markTerm('def', plainName(form))

/** A name that many define is looked up in the files that define what stands around it: `init` of `Plug.Upload.init`. */
async function placesOfNames(question: string, request: CodePlace): Promise<readonly ExactPlace[]> {
  const names = [...new Set([...question.matchAll(NAMES)].map(([name]) => name))].slice(0, MAX_NAMES).map(readName)
  const within = { sources: [request.context.source] }
  const terms = names.flatMap((name) => [...formsOf(name), ...formsOf(containerOf(name))].map(termOf))
  const { holders } = await request.view.terms.stats([...new Set(terms)], within.sources)
  const rareForms = (name: RequestedName): readonly string[] =>
    formsOf(name).filter((form) => (holders.get(termOf(form)) ?? MAX_DEFINING) < MAX_DEFINING)
  const places = await Promise.all(
    names.map(async (name) => {
      const forms = rareForms(name)
      if (forms.length > 0) return placesOfName({ name, forms, within }, request)
      const containers = rareForms(containerOf(name))
      const { found } = await definitionsOf(containers.map(plainName), within, request)
      const documents = [...new Set(found.map(({ document }) => document))]
      if (documents.length === 0) return []
      return placesOfName({ name, forms: [name.last], within: { ...within, documents } }, request)
    }),
  )
  return places.flat()
}

const containerOf = ({ around }: RequestedName): RequestedName => readName(around.join('.'))

async function placesOfName(
  { name, forms, within }: { name: RequestedName; forms: readonly string[]; within: DocumentFilter },
  request: CodePlace,
): Promise<readonly ExactPlace[]> {
  const { found } = await definitionsOf([...new Set(forms.map(plainName))], within, request)
  const exact = answeringTo(name, found).filter((each) => each.isExact && isMeant(each, name))
  const own = exact.filter(({ path }) => roleOf(path) === 'source')
  const known = own.length > 0 ? own : exact
  const direct = known.filter(({ namePath, path }) => isDirectlyIn(name.around, namePath, path))
  const closest = direct.length > 0 ? direct : known
  const bodies = closest.filter(({ symbol, outline }) => !isPrototype(symbol, outline.language))
  // Overloads of a function are one place, where the first of them is.
  const places = Map.groupBy(bodies.length > 0 ? bodies : closest, ({ path, namePath }) =>
    [path, ...namePath].join('\n'),
  )
  const meant = [...places.values()].flatMap(([first]) => first ?? [])
  if (meant.length > MAX_DEFINITIONS) return []
  return meant.map(({ document, path, symbol: { line } }) => ({ document, path, line, readAs: 'name' }))
}

/** Not what is defined elsewhere, as by `class Status;` and `mod router;`, nor a field that is named without what has it. */
const isMeant = ({ symbol: { kind, signature } }: FoundSymbol, { around }: RequestedName): boolean =>
  (kind !== 'field' || around.length > 0) &&
  !(kind !== 'function' && /^(?:(?:class|struct|union|enum)\b|(?:pub(?:\([^)]*\))? +)?mod\b)[^={]*;$/s.test(signature))

/** The rest of a deep recursion says nothing new. */
const MAX_PLACES = 24

/** Packages, toolchains and standard libraries: a frame in one never means a file here of the same name. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|lib\/python\d|\.cargo\/registry|rustc\/[0-9a-f]{6,}|pkg\/mod|gems\/[^/]+-\d|vendor\/(?:bundle|cache)|usr\/(?:lib|include|local\/go|share)|jdk\.internal|java|javax|sun|kotlin|scala|nix\/store|Xcode\.app|deps\/(?:elixir|phoenix|plug|ecto)|elixir|System|Microsoft)\//

/**
 * Own frames first, innermost first, then vendored ones. A path of another machine means the file with the longest equal end;
 * where two files fit equally well, or only the name of a file that lies elsewhere fits, nothing is guessed.
 */
export function resolveFrames(frames: readonly Frame[], paths: PathIndex) {
  const known = new Map<string, string | undefined>()
  const fileOf = (path: string): string | undefined => {
    if (!known.has(path)) known.set(path, findFile(path, paths))
    return known.get(path)
  }
  const resolved: (Frame & { readonly file: string })[] = []
  const seen = new Set<string>()
  for (const frame of frames) {
    const file = fileOf(frame.path)
    if (file === undefined || seen.has(`${file}:${frame.line}`)) continue
    seen.add(`${file}:${frame.line}`)
    resolved.push({ ...frame, file })
  }
  return resolved.toSorted((a, b) => Number(isWritten(b.file)) - Number(isWritten(a.file))).slice(0, MAX_PLACES)
}

/** Folders of a path that are compared; deeper ones are those of a machine. */
const MAX_SEGMENTS = 40

function findFile(path: string, paths: PathIndex): string | undefined {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.' && segment !== '~')
  const isForeign = FOREIGN.test(path)
  const first = Math.max(0, segments.length - MAX_SEGMENTS)
  for (let at = first; at < segments.length; at++) {
    const found = paths.endingIn(segments.slice(at).join('/'))
    if (found.length === 0) continue
    const [only = '', ...others] = found
    if (others.length > 0) return undefined
    const shared = segments.length - at
    const isWhole = shared === segments.length || shared === only.split('/').length
    return isForeign && at > first && !FOREIGN.test(only) ? undefined : isWhole || shared > 1 ? only : undefined
  }
  return undefined
}
