import type { Json, Parsed, Problem } from '@wuku/core/core-types'
import type { RawItem } from '@wuku/core/ports/feed'
import type { DraftChunk, DraftDocument, Reader } from '@wuku/core/ports/source-reader'
import type { Syntax } from '@wuku/core/ports/syntax'
import { decodeText } from '@wuku/text/decode'
import { pageOfPath } from '@wuku/core/ports/history-page'
import { codeFacts } from './code-facts.ts'
import { chunkHistory, historyVersion, parseHistory } from './history/commit-reader.ts'
import { grammarsFor, languageNamed, languageOf } from './languages/index.ts'
import { markChunks } from './code-marks.ts'
import { packOutline, type Outline } from './outline.ts'
import { cutCode } from './reading/code-chunks.ts'
import { structureOf } from './reading/read.ts'
import { roleOf } from './roles.ts'
import type { Structure } from './languages/rules.ts'

/** Source code: a file is a document, a function a chunk. `syntax` parses it. */
export function createCodeReader(syntax: Syntax): Reader {
  /** Chunks and outline of a document are asked for one after the other; it is parsed once. */
  const known = new WeakMap<DraftDocument, Structure>()
  const structure = (document: DraftDocument): Structure => {
    const before = known.get(document)
    if (before) return before
    const now = structureOf(syntax, document.text, languageNamed(languageNameOf(document) ?? ''))
    known.set(document, now)
    return now
  }
  return {
    ...codeFacts,
    versionOf: (path) => (isHistory(path) ? historyVersion : undefined),
    prepare: (paths) => syntax.load(grammarsFor(paths)),
    parse: (item) => (isHistory(item.path) ? parseHistory(item) : parseCode(item)),
    chunk: (document) => (isHistory(document.path) ? chunkHistory(document) : chunkCode(document, structure(document))),
    outline: (document) => (isHistory(document.path) ? null : outlineOf(document, structure(document))),
  }
}

const isHistory = (path: string): boolean => pageOfPath(path) !== undefined

/** Characters examined to recognise the language and the role of a file. */
const HEAD_CHARS = 8_000

function parseCode({ path, bytes }: RawItem): Parsed<DraftDocument> {
  const decoded = decodeText(bytes)
  if (decoded === 'binary') return refused(notText(path))
  const { text } = decoded
  const head = text.slice(0, HEAD_CHARS)
  const language = languageOf(path, head)
  if (isForPrograms(text)) return refused(notForReading(path))
  const title = path.slice(path.lastIndexOf('/') + 1)
  const meta = { language: language?.name ?? null, role: roleOf(path, head) }
  return { items: [{ path, title, text, meta }], problems: [] }
}

const refused = (problem: Problem): Parsed<DraftDocument> => ({ items: [], problems: [problem] })

const notText = (path: string): Problem => ({
  path,
  said: 'It is not text: it contains binary bytes.',
  remedy: 'Leave it out with an exclude pattern or a line in .wukuignore, or save it as UTF-8 text.',
})

const notForReading = (path: string): Problem => ({
  path,
  said: 'It is minified, or data: most of it is in lines of many hundred characters.',
  remedy: 'Leave it out with an exclude pattern or a line in .wukuignore; index its sources instead.',
})

function chunkCode(document: DraftDocument, { symbols, imports, module }: Structure): readonly DraftChunk[] {
  const file = { path: document.path, language: languageNameOf(document), module, symbols, imports }
  return markChunks(cutCode(document.text, symbols), file)
}

const outlineOf = (document: DraftDocument, structure: Structure): Json =>
  packOutline({ ...structure, language: languageNameOf(document) } satisfies Outline)

function languageNameOf({ meta }: DraftDocument): string | null {
  const { language } = meta
  return typeof language === 'string' ? language : null
}

/** In a smaller file long lines do no harm. */
const LEAST_CHARS = 50_000
/** Lines of code are not so long; paragraphs of prose are seldom longer, and tables of data always. */
const LONG_LINE = 1_000

/** Minified code and data in long lines: more than half of the text. A table among code does not count. */
function isForPrograms(text: string): boolean {
  if (text.length < LEAST_CHARS) return false
  let inLongLines = 0
  for (let at = 0; at < text.length;) {
    const found = text.indexOf('\n', at)
    const end = found < 0 ? text.length : found + 1
    if (end - at > LONG_LINE) inLongLines += end - at
    at = end
  }
  return inLongLines * 2 > text.length
}
