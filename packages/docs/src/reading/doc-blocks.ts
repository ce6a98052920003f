import { fenceEnd, indentEnd, isTableRow } from '@wuku/text/markdown/fences'
import { afterLine } from '@wuku/text/markdown/line-index'
import { skipBlankLines, splitToFit, type Block, type ChunkSize, type Span } from '@wuku/text/markdown/split'
import { tokenWeight } from '@wuku/text/terms/tokens'
import { isLetter } from '@wuku/text/markdown/headings'

/** In estimated tokens. A longer fence is cut between its lines, since nobody reads so much as one answer. */
const MAX_CODE_TOKENS = 8_000
/** A longer item of a list is a page by itself. */
const MAX_ITEM_TOKENS = 2_000
/** A shorter paragraph before code introduces it. */
const LEAD = 200

type BlockKind = 'code' | 'table' | 'item' | 'heading' | 'paragraph'

interface KindOfBlock extends Block {
  readonly is: BlockKind
}

/**
 * Units of documentation that are not cut: fences with their introduction, list items with everything indented under
 * them, paragraphs; tables, too, where they fit. They are adjacent and cover the range.
 */
export function docBlocksOf(text: string, range: Span, size: ChunkSize): readonly Block[] {
  const blocks: KindOfBlock[] = []
  for (const block of rawBlocks(text, range)) {
    const before = blocks.at(-1)
    if (before && introduces(text, before, block)) blocks[blocks.length - 1] = mergeKinds(before, block)
    else blocks.push(block)
  }
  return blocks.flatMap((block) => (block.weight <= limitOf(block, size) ? [block] : splitBlock(text, block, size)))
}

const limitOf = ({ is }: KindOfBlock, { max }: ChunkSize): number =>
  Math.max(max, is === 'code' ? MAX_CODE_TOKENS : is === 'item' ? MAX_ITEM_TOKENS : 0)

function splitBlock(text: string, block: KindOfBlock, size: ChunkSize): readonly Block[] {
  const { target, max } = block.is === 'code' ? { target: MAX_CODE_TOKENS / 4, max: MAX_CODE_TOKENS / 2 } : size
  return splitToFit(text, block, { target, max }).map((part) => ({ ...part, worth: block.worth }))
}

const mergeKinds = (a: KindOfBlock, b: KindOfBlock): KindOfBlock => ({
  is: b.is,
  start: a.start,
  end: b.end,
  weight: a.weight + b.weight,
  worth: a.worth,
})

function introduces(text: string, before: KindOfBlock, block: KindOfBlock): boolean {
  if (before.is === 'heading' || isLabel(text, before)) return true
  if (!isShown(block) || isShown(before)) return false
  return (before.is === 'paragraph' && before.weight <= LEAD) || endsWithColon(text, before)
}

const isShown = ({ is }: KindOfBlock): boolean => is === 'code' || is === 'table'

/** A line that is bold and nothing else: the title of a box or a tab, "Example:". */
const isLabel = (text: string, { is, start, end }: KindOfBlock): boolean =>
  is === 'paragraph' && end - start < 200 && /^[ \t]*(?:> ?)?\*\*[^*\n]+\*\*:?\s*$/.test(text.slice(start, end))

function endsWithColon(text: string, { start, end }: Span): boolean {
  let at = end - 1
  while (at > start && isSpace(text.charCodeAt(at))) at--
  return text[at] === ':' || text[at] === '：'
}

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 13

function* rawBlocks(text: string, range: Span): Generator<KindOfBlock> {
  for (let start = range.start, end = start; start < range.end; start = end) {
    const { is, end: own } = readBlock(text, start, range.end)
    end = Math.min(skipBlankLines(text, own), range.end)
    yield { is, start, end, weight: tokenWeight(text, start, end), worth: is === 'item' ? 0.7 : 1 }
  }
}

function readBlock(text: string, start: number, end: number): { readonly is: BlockKind; readonly end: number } {
  const fence = text.startsWith('```', indentEnd(text, start)) || text.startsWith('~~~', indentEnd(text, start))
  if (fence) {
    const closed = fenceEnd(text, start, end)
    if (closed > start) return { is: 'code', end: closed }
  }
  if (isTableRow(text, start)) return { is: 'table', end: endOfLines(text, start, end, isTableRow) }
  if (itemAt(text, start)) return { is: 'item', end: itemEnd(text, start, end) }
  if (headingAt(text, start)) return { is: 'heading', end: afterLine(text, start) }
  return { is: 'paragraph', end: endOfLines(text, start, end, (_, line) => !beginsOther(text, line)) }
}

function endOfLines(text: string, start: number, end: number, continues: (text: string, line: number) => boolean) {
  let line = afterLine(text, start)
  while (line < end && continues(text, line)) line = afterLine(text, line)
  return line
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

const itemAt = (text: string, line: number): boolean => matchesAt(/[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/y, text, line)
const headingAt = (text: string, line: number): boolean => matchesAt(/ {0,3}#{1,6}[ \t\n]/y, text, line)

function beginsOther(text: string, line: number): boolean {
  const at = indentEnd(text, line)
  const first = text.charCodeAt(at)
  if (isLetter(first)) return false
  return isSpace(first) || first === BAR || itemAt(text, line) || headingAt(text, line) || fenceAt(text, at)
}

const BAR = 124
const fenceAt = (text: string, at: number): boolean => text.startsWith('```', at) || text.startsWith('~~~', at)

/** Up to the next line that is no deeper than the item's own, behind a blank one or as an item. */
function itemEnd(text: string, start: number, end: number): number {
  const indent = indentEnd(text, start) - start
  // The fence that an item opens with ends with it.
  let line = Math.max(afterLine(text, start), fenceEnd(text, start, end))
  let afterBlank = false
  while (line < end) {
    const at = indentEnd(text, line)
    const isBlank = isSpace(text.charCodeAt(at))
    const isDeeper = at - line > indent
    if (!isBlank && !isDeeper && (afterBlank || beginsOther(text, line))) return line
    const fence = isDeeper && fenceAt(text, at) ? fenceEnd(text, line, end) : line
    line = fence > line ? fence : afterLine(text, line)
    afterBlank = isBlank
  }
  return line
}
