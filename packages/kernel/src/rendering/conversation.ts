import type { LineSpan } from '@wuku/core/written-lines'
import type { WrittenMessage } from '../base/kind.ts'
import { highlightLines, type Pace } from '@wuku/text/html/code'
import { escapeHtml } from '@wuku/text/html/clean'
import { markdownToHtml } from '@wuku/text/html/markdown-to-html'
import { writeMarked, type FindMarks } from '@wuku/text/html/highlight-spans'
import { createLineIndex, type LineIndex } from '@wuku/text/markdown/line-index'
import { linkFrom } from './document-links.ts'

interface Conversation {
  readonly text: string
  readonly pace: Pace
  readonly messages: readonly WrittenMessage[]
  /** Lines to show, with the whole messages around the first of them. */
  readonly lines: LineSpan
  readonly find: FindMarks
}

/** Messages with their roles. Each piece is cleaned by itself: no text closes the element of its message. */
export async function conversationHtml(conversation: Conversation): Promise<string> {
  const { text, messages, lines } = conversation
  const index = createLineIndex(text)
  const [start, end] = [
    index.startOf(lines.from),
    lines.to >= index.lineAt(text.length) ? text.length : index.startOf(lines.to + 1),
  ]
  const shown = messages.filter(
    ({ pieces: [first], pieces: blocks }) => first && first.start < end && (blocks.at(-1)?.end ?? 0) >= start,
  )
  const written: string[] = []
  for (const message of shown) written.push(await messageHtml(message, { ...conversation, index, end }))
  return written.join('\n')
}

interface Writing extends Conversation {
  readonly index: LineIndex
  /** Offset behind the last text to show. */
  readonly end: number
}

async function messageHtml({ role, pieces: blocks }: WrittenMessage, writing: Writing): Promise<string> {
  const written: string[] = []
  for (const block of blocks) if (block.start < writing.end) written.push(await blockHtml(block, writing))
  const line = writing.index.lineAt(blocks[0]?.start ?? 0)
  return `<section class="message" data-role="${escapeHtml(role)}" data-line="${line}">\n${written.join('\n')}\n</section>`
}

async function blockHtml(
  { kind, start, end, name }: WrittenMessage['pieces'][number],
  { text, index, end: last, find, pace }: Writing,
): Promise<string> {
  const own = text.slice(start, Math.min(end, last))
  const line = index.lineAt(start)
  const open = `data-piece="${escapeHtml(kind)}" data-line="${line}">`
  if (kind === 'text') {
    const html = await markdownToHtml({
      text: own,
      link: linkFrom(undefined),
      lineOf: (each) => each + line - 1,
      marks: find,
      pace,
    })
    return `<div class="piece" ${open}${html}</div>`
  }
  const language = kind === 'call' ? 'json' : undefined
  const code = (await highlightLines({ text: own, language, marks: find, pace })).join('\n')
  const label = writeMarked(name ?? kind, [])
  return `<details class="piece" ${open}<summary>${label}</summary><pre><code>${code}</code></pre></details>`
}
