import type { DraftPiece } from '../../conversation.ts'
import { attachmentOf, blocksOf } from '../blocks.ts'
import { textOf } from '../fields.ts'

/** What the program sends in the user's name; nobody said it. */
const preambles = [
  '# AGENTS.md',
  '<environment_context>',
  '<INSTRUCTIONS>',
  '<user_instructions>',
  '<skill>',
  '<permissions instructions>',
  '<turn_aborted>',
  '<subagent_notification>',
]

/** What the user said and handed in. */
export const userPieces = (content: unknown): readonly DraftPiece[] =>
  blocksOf(content).flatMap((block): readonly DraftPiece[] => {
    if (block['type'] === 'input_image' || block['type'] === 'input_file') return [attachmentOf(block)]
    const text = textOf(block['text']) ?? ''
    const start = text.trimStart()
    return start === '' || preambles.some((opening) => start.startsWith(opening)) ? [] : [{ kind: 'text', text }]
  })
