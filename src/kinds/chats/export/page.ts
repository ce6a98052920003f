import { WukuError } from '../../../core/errors.ts'
import type { DocumentId, Freshness } from '../../../core/words.ts'
import type { StoreView } from '../../../ports/store.ts'
import { graphemeBorder } from '../../../text/graphemes.ts'
import { readConversation } from '../assemble.ts'
import type { ChatEntry } from '../catalogue.ts'
import { createTexts } from '../gathering/page.ts'
import type { Exported, Fragment, Wanted } from './fragments.ts'
import { writeMarkdown } from './markdown.ts'
import { writePairs } from './pairs.ts'
import type { ExportInput } from './shapes.ts'
import { writeJson, writeJsonLines } from './structured.ts'

const writers: Readonly<Record<ExportInput['format'], (exported: Exported, wanted: Wanted) => readonly Fragment[]>> = {
  markdown: writeMarkdown,
  json: writeJson,
  jsonl: writeJsonLines,
  pairs: writePairs,
}

export interface ExportPage {
  readonly content: string
  readonly cursor: string | null
}

interface Sources {
  readonly entries: readonly ChatEntry[]
  readonly ages: ReadonlyMap<DocumentId, Freshness>
  readonly view: StoreView
}

/** So many characters from where the page before ended: a page may end within a message, but not within a character. */
export async function readPage(wanted: ExportInput, { entries, ages, view }: Sources): Promise<ExportPage> {
  let { chat, fragment, done } = readCursor(wanted.cursor, entries.length)
  const texts = createTexts(view)
  const parts: string[] = []
  let left = wanted.max_chars
  for (; chat < entries.length; chat++, fragment = 0) {
    const entry = entries[chat]
    if (!entry) break
    const place = { ages, isFirst: chat === 0, isLast: chat === entries.length - 1 }
    const exported = { conversation: await readConversation(entry, view), ...place }
    for (const { messages, write } of writers[wanted.format](exported, wanted).slice(fragment)) {
      const rest = write(await texts.of(messages)).slice(done)
      const end = rest.length <= left ? rest.length : graphemeBorder(rest, left)
      parts.push(rest.slice(0, end))
      if (end < rest.length) return { content: parts.join(''), cursor: [chat, fragment, done + end].join('.') }
      left -= end
      fragment++
      done = 0
    }
  }
  return { content: parts.join(''), cursor: null }
}

interface Cursor {
  /** From 0, each within the one before. */
  readonly chat: number
  readonly fragment: number
  /** Characters of the fragment that are given out. */
  readonly done: number
}

function readCursor(cursor: string | undefined, chats: number): Cursor {
  const [chat = NaN, fragment = NaN, done = NaN] = (cursor ?? '0.0.0').split('.').map(Number)
  const isCursor = cursor === undefined || /^\d{1,2}\.\d{1,9}\.\d{1,10}$/.test(cursor)
  if (isCursor && chat < chats) return { chat, fragment, done }
  throw new WukuError(
    'bad-input',
    `"${(cursor ?? '').slice(0, 100)}" is no cursor for these conversations.`,
    'Give the cursor of the answer before with the same arguments, or leave it out to begin anew.',
  )
}
