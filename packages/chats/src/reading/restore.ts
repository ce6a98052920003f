import { partOf } from '@wuku/core/part-paths'
import type { Json } from '@wuku/core/core-types'
import type { StoredText } from '@wuku/kernel/base/kind'
import type { DraftDocument } from '@wuku/core/ports/source-reader'
import type { DraftConversation, DraftBlock } from '../conversation.ts'
import { metaOf, recordOf, type BlockRecord } from '../record.ts'
import { readArguments } from './layout.ts'
import { documentOf } from './document.ts'

/** The document without one of its messages, made from what is stored: the file that it came from may be gone. */
export function without(stored: StoredText, message: string): DraftDocument | undefined {
  const original = restore(stored)
  const messages = original.messages.map((each) => (each.id === message ? { ...each, pieces: [] } : each))
  if (!original.messages.some(({ id }) => id === message)) return undefined
  const { path, modifiedAt } = stored.document
  return { ...documentOf({ ...original, messages }, { part: partOf(path), modifiedAt }), path }
}

/**
 * The conversation as the reader of its format returned it, masked. A title that was the user's first line is dropped
 * and derived again.
 */
function restore({ document, text, outline }: StoredText): DraftConversation {
  const { agent, chat, title, titleGiven = 'firstLine', parent, parentAs = 'fork', ...facts } = metaOf(document)
  const { messages, ...connections } = recordOf(outline)
  return {
    ...connections,
    agent,
    id: chat,
    ...(title !== undefined && titleGiven !== 'firstLine' && { title: { text: title, given: titleGiven } }),
    ...(parent !== undefined && { parent: { id: parent, as: parentAs } }),
    project: facts.project,
    branch: facts.branch,
    isAutomated: facts.isAutomated,
    isArchived: facts.isArchived,
    startedAt: facts.startedAt,
    endedAt: facts.endedAt,
    messages: messages.map(({ pieces: blocks, ...message }) => ({
      ...message,
      pieces: blocks.map((block) => restoreBlock(block, text)),
    })),
  }
}

export function restoreBlock({ start, end, ...block }: BlockRecord, original: string): DraftBlock {
  const text = original.slice(start, end)
  const { call, tool, isError, isLeftOut, name = '' } = block
  if (block.kind === 'attachment') return { kind: 'attachment', name, text, isLeftOut }
  if (block.kind === 'result') return { kind: 'result', call, tool, isError, text, isLeftOut }
  if (block.kind !== 'call') return { kind: block.kind, text }
  const args: Json = readArguments(text)
  return { kind: 'call', call, server: block.server, tool: tool ?? '', args, files: block.files, isLeftOut }
}
