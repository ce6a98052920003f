import type { DraftBlock } from '../../conversation.ts'
import { attachmentOf, blocksOf } from '../content-blocks.ts'
import { textBlocks } from '../draft-blocks.ts'
import { textOf } from '../fields.ts'

/** Text that the program sends as the user, who did not write it. */
const preambles = [
  '# AGENTS.md',
  '<environment_context>',
  '<INSTRUCTIONS>',
  '<user_instructions>',
  '<skill>',
  '<permissions instructions>',
  '<turn_aborted>',
  '<subagent_notification>',
  '<recommended_plugins>',
  '<agent_message_board_notification>',
  '<goal_context>',
  '<codex_internal_context',
  '<hook_prompt',
]

/** The user's words and attachments. `kinds` gives the origin of each block, in versions that record it. */
export const userBlocks = (content: unknown, kinds: readonly unknown[] = []): readonly DraftBlock[] => {
  const blocks = blocksOf(content)
  return blocks.flatMap((block, at): readonly DraftBlock[] => {
    if (block['type'] === 'input_image' || block['type'] === 'input_file') return [attachmentOf(block)]
    const kind = kinds.length === blocks.length ? textOf(kinds[at]) : undefined
    return textBlocks(wordsIn(textOf(block['text']) ?? '', kind))
  })
}

function wordsIn(text: string, kind: string | undefined): string {
  const start = text.trimStart()
  if (start.startsWith('<user_shell_command>')) return commandIn(start)
  const isOwn = kind?.startsWith('user.') ?? !preambles.some((opening) => start.startsWith(opening))
  return isOwn ? typedIn(text) : ''
}

/** The command that was typed after "!"; its output follows. */
function commandIn(text: string): string {
  const [from, to] = [text.indexOf('<command>'), text.indexOf('</command>')]
  return from === -1 || to < from ? '' : `! ${text.slice(from + '<command>'.length, to).trim()}`
}

/** Editors list open and attached files before the text that was typed. */
function typedIn(text: string): string {
  if (!ADDED.test(text)) return text
  const start = text.indexOf(REQUEST)
  return start === -1 ? text : text.slice(start + REQUEST.length).trimStart()
}

const ADDED = /^\s*# (?:Context from my IDE setup|Files mentioned by the user):/
const REQUEST = '## My request for Codex:'
