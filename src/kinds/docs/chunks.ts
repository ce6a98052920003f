import { hash } from 'node:crypto'
import type { Json } from '../../core/words.ts'
import type { DraftChunk, DraftDocument, Mark } from '../../ports/reader.ts'
import { alignLines } from '../../text/align-lines.ts'
import { createLineIndex } from '../../text/lines.ts'
import { notesOf, placePage, type PlacedPage } from './reading/draft.ts'
import { factsOf } from './reading/facts.ts'
import { placeHeadings } from './reading/headings.ts'
import { piecesOf, type DocPiece } from './reading/pieces.ts'
import { SNIPPET_MARK, type DocOutline, type SnippetFacts, type SnippetType } from './snippets.ts'

/** Each snippet of a page; its marks tell whether it shows code, explains, or both. */
export function chunkDocs(document: DraftDocument): readonly DraftChunk[] {
  const lines = createLineIndex(document.text)
  return snippetsOf(document).map(({ piece, facts, isGiven }) => {
    const { start, end, headings, anchor } = piece
    return {
      start,
      end,
      line: lines.lineAt(start),
      endLine: lines.lineAt(end - 1),
      headings: isGiven ? [...headings, facts.title] : headings,
      ...(anchor !== '' && { anchor }),
      marks: marks[facts.type],
    }
  })
}

export function outlineDocs(document: DraftDocument): Json {
  const { format, written } = notesOf(document)
  const index = createLineIndex(document.text)
  const outline: DocOutline = {
    format,
    ...(written !== undefined && { lines: alignLines(document.text, written) }),
    headings: headingsOf(placePage(document)).map(({ start, level, anchor }) => ({
      line: index.lineAt(start),
      level,
      anchor,
    })),
    snippets: snippetsOf(document).map(({ facts }) => facts),
  }
  // Plain values all the way down; only the type of an interface does not say so.
  return outline as unknown as Json
}

/** A part is known by its own name, and so is all in it. */
function headingsOf({ text, anchors, parts }: PlacedPage): readonly { start: number; level: number; anchor: string }[] {
  const named = parts.filter(({ anchor }) => anchor !== '')
  const outer: { start: number; level: number; anchor: string }[] = []
  let at = 0
  for (const { start, level, anchor } of placeHeadings(text, anchors)) {
    while ((named[at]?.end ?? Infinity) <= start) at++
    if (start < (named[at]?.start ?? Infinity)) outer.push({ start, level, anchor })
  }
  const own = named.map(({ start, anchor }) => ({ start, level: PART_LEVEL, anchor }))
  return [...outer, ...own].toSorted((a, b) => a.start - b.start)
}

/** Deeper than any heading: a part ends where anything else begins. */
const PART_LEVEL = 7

interface Snippet {
  readonly piece: DocPiece
  readonly facts: SnippetFacts
  /** Its words were written for it and stand nowhere in its text. */
  readonly isGiven: boolean
}

function snippetsOf(document: DraftDocument): readonly Snippet[] {
  const { given } = notesOf(document)
  const isAnyGiven = Object.keys(given).length > 0
  const page = placePage(document)
  return piecesOf(page).map((piece) => {
    const text = page.text.slice(piece.start, piece.end)
    const { part } = piece
    const own: SnippetFacts = {
      start: piece.start,
      ...factsOf({
        text,
        headings: piece.headings,
        pageTitle: page.title,
        names: piece.names,
        title: part?.title,
        description: part?.description,
      }),
    }
    const words = isAnyGiven ? given[snippetKey(text)] : undefined
    if (!words) return { piece, facts: own, isGiven: false }
    const { type = own.type, language = own.language, title, description } = words
    return { piece, facts: { ...own, type, title, description, language }, isGiven: true }
  })
}

/** By which what was said about a snippet is found again. */
export const snippetKey = (text: string): string => hash('sha256', text, 'hex').slice(0, 16)

/** As little as an index can hold: marks narrow a search and speak for nothing. */
const mark = (value: 'code' | 'info'): Mark => ({ family: SNIPPET_MARK, value, weight: 1 / 32 })

const marks: Readonly<Record<SnippetType, readonly Mark[]>> = {
  code: [mark('code')],
  info: [mark('info')],
  mixed: [mark('code'), mark('info')],
}
