import type { DraftChunk, DraftDocument, Mark } from '@wuku/core/ports/source-reader'
import { createLineIndex, type LineIndex } from '@wuku/text/markdown/line-index'
import { splitToFit, type Span } from '@wuku/text/markdown/split'
import { markFamilies, type MessageRecord, type BlockRecord, type SnippetSource } from '../record.ts'
import { segmentBehind } from '../paths.ts'
import { notesOf, placeRecord, titleEnd } from './document.ts'

/** Characters of a piece that is not cut. */
const MAX_UNCUT_CHARS = 2_000
/** In estimated tokens, as for notes. */
const size = { target: 400, max: 650 }
/** Files whose names mark one chunk; a call that names more is about none of them. */
const MAX_FILES = 20

/** A title that repeats how the conversation began must not stand before the message that says it. */
const REPEATED = 3
/** `quiet` of the input and output of tools, which name much that no message is about. */
const TOOLS = 2

const loudness = ({ kind }: BlockRecord): Pick<DraftChunk, 'quiet'> =>
  sourceOf(kind) === 'tool' ? { quiet: TOOLS } : {}

/** The title, then each piece of each message, long ones in parts; the lines between them say nothing to search for. */
export function chunkConversation(document: DraftDocument): readonly DraftChunk[] {
  const lines = createLineIndex(document.text)
  const { titleGiven } = notesOf(document)
  const title = chunkOf({ start: 0, end: titleEnd(document) }, lines, [mark('source', 'title')])
  const isRepeated = titleGiven === 'firstLine'
  const chunks: DraftChunk[] = titleGiven ? [isRepeated ? { ...title, quiet: REPEATED } : title] : []
  for (const message of placeRecord(document).messages)
    for (const block of message.pieces) {
      if (block.isLeftOut) continue
      const marks = marksOf(message, block)
      for (const span of spansOf(document.text, block))
        chunks.push({ ...chunkOf(span, lines, marks), anchor: message.id, ...loudness(block) })
    }
  return chunks
}

const chunkOf = ({ start, end }: Span, lines: LineIndex, marks: readonly Mark[]): DraftChunk => ({
  start,
  end,
  line: lines.lineAt(start),
  endLine: lines.lineAt(end - 1),
  headings: [],
  marks,
})

/** A call and an attachment begin with the line that names them. */
function spansOf(text: string, { kind, start, end }: BlockRecord): readonly Span[] {
  const isNamed = kind === 'call' || kind === 'attachment'
  const from = isNamed ? text.lastIndexOf('\n', start - 2) + 1 : start
  const fullSpan = { start: from, end: isNamed && end === start ? start - 1 : end }
  const spans = end - start <= MAX_UNCUT_CHARS ? [fullSpan] : splitToFit(text, fullSpan, size)
  return spans.filter((span) => /\S/.test(text.slice(span.start, span.end)))
}

function marksOf({ role }: MessageRecord, block: BlockRecord): readonly Mark[] {
  const names = new Set((block.files ?? []).map(({ path }) => segmentBehind(path)).filter((name) => name !== ''))
  return [
    mark('role', role),
    mark('source', sourceOf(block.kind)),
    ...[...names].slice(0, MAX_FILES).map((name) => mark('file', name)),
  ]
}

const mark = (family: keyof typeof markFamilies, value: string): Mark => {
  return { family: markFamilies[family], value, weight: 1 }
}

/** Words of people and models are content; input and output of tools are not. */
export const sourceOf = (kind: BlockRecord['kind']): SnippetSource =>
  kind === 'call' || kind === 'result' ? 'tool' : 'content'
