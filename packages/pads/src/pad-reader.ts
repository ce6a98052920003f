import type { Parsed, ChunkFacts } from '@wuku/core/core-types'
import type { RawItem } from '@wuku/core/ports/feed'
import type { PadItem } from '@wuku/core/ports/pads'
import type { DraftDocument, Reader } from '@wuku/core/ports/source-reader'
import { withoutBlockMarks } from '@wuku/text/terms/findable'
import { capped } from './control.ts'
import { padsFacts } from './pad-facts.ts'
import { append } from '@wuku/core/list-helpers'
import { createLineIndex } from '@wuku/text/markdown/line-index'
import { splitToFit, type Span } from '@wuku/text/markdown/split'
import { tokenWeight } from '@wuku/text/terms/tokens'
import { blocksOf } from './pad-lines.ts'

/** In estimated tokens, as for notes. */
const size = { target: 400, max: 650 }
/**
 * Blocks are joined up to this weight: a line or two say too little by themselves. Not further, since an append makes
 * its whole chunk be analysed again: with 200 bytes appended to 400 tokens, that was half the time of the append.
 */
const JOINED = 80

/**
 * Small blocks are joined with their neighbours from the beginning on, and a chunk ends with its last letter: what is
 * appended touches the last chunk at most, and the others need not be analysed again. A text of blanks has none.
 */
export function chunkPad({ text, meta }: DraftDocument): readonly ChunkFacts[] {
  const lines = createLineIndex(text)
  const headings = typeof meta['workflow'] === 'string' && meta['workflow'] !== '' ? [meta['workflow']] : []
  return joinSmall(text, blocksOf(text)).map((part) => {
    const { start, end } = trimmed(text, part)
    return { start, end, line: lines.lineAt(start), endLine: lines.lineAt(end - 1), headings }
  })
}

interface PadPart extends Span {
  /** Weight that the next block may have to be joined. */
  readonly room: number
}

function joinSmall(text: string, blocks: readonly Span[]): readonly PadPart[] {
  const parts: PadPart[] = []
  for (const block of blocks) {
    const { start, end } = trimmed(text, block)
    if (start === end) continue
    const weight = tokenWeight(text, start, end)
    const last = parts.at(-1)
    if (last && weight <= last.room) parts[parts.length - 1] = { start: last.start, end, room: last.room - weight }
    else if (weight <= size.max) parts.push({ start, end, room: JOINED - weight })
    else
      append(
        parts,
        splitToFit(text, { start, end }, size).map((part) => ({ ...part, room: 0 })),
      )
  }
  return parts
}

/** Without the blank lines before it and the blanks behind it; of blanks alone nothing is left. */
function trimmed(text: string, { start, end }: Span): Span {
  const part = text.slice(start, end)
  const blanks = part.length - part.trimStart().length
  if (blanks === part.length) return { start, end: start }
  return { start: start + part.lastIndexOf('\n', blanks) + 1, end: start + part.trimEnd().length }
}

/** A scratchpad is a document, some of its blocks a chunk; all stand under the name of their workflow. */
export const padsReader: Reader = { ...padsFacts, parse: parsePad, chunk: chunkPad }

function parsePad(item: RawItem): Parsed<DraftDocument> {
  const { title, workflow, content } = JSON.parse(Buffer.from(item.bytes).toString('utf8')) as PadItem
  const text = withoutBlockMarks(content)
  const document = { path: item.path, title: capped(title, MAX_CHARS, ''), text }
  return { items: [{ ...document, meta: { workflow: capped(workflow, MAX_CHARS, '') } }], problems: [] }
}

/** Every chunk of a pad repeats them, and a name is found by its first words. */
const MAX_CHARS = 300
