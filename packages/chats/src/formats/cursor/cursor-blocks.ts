import { decodePercent } from '@wuku/core/lenient-parsing'
import type { DraftBlock, Role } from '../../conversation.ts'
import { fieldsOf, listOf, textIn } from '../fields.ts'
import { callBlock, resultBlocks, textBlocks, thinkingBlocks } from '../draft-blocks.ts'

/** The content of a message of the command line or of a transcript: a text, or blocks, each spelt in two ways. */
export function readContentBlocks(content: unknown, role: Role): readonly DraftBlock[] {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content)
  return blocks.flatMap((block) => readBlock(block, role))
}

/** All texts of a message together, for what Cursor wrote among them. */
export const textOfContent = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listOf(content)
        .flatMap((block) => textIn(fieldsOf(block), 'text') ?? [])
        .join('\n')

function readBlock(value: unknown, role: Role): readonly DraftBlock[] {
  const block = fieldsOf(value)
  const tool = textIn(block, 'toolName', 'name')
  const call = textIn(block, 'toolCallId', 'id', 'tool_use_id')
  switch (block.type) {
    case 'text':
      return textBlocks(role === 'user' ? typedIn(textIn(block, 'text') ?? '').text : textIn(block, 'text'))
    case 'reasoning':
    case 'thinking':
      return thinkingBlocks(textIn(block, 'text', 'thinking'))
    case 'tool-call':
    case 'tool_use':
      return tool === undefined ? [] : [callBlock({ call, tool, args: block.args ?? block.input })]
    case 'tool-result':
    case 'tool_result':
      return resultBlocks({
        call: textIn(block, 'toolCallId', 'tool_use_id'),
        tool,
        output: block.result ?? block.content ?? block.output,
        isError: block.isError === true || block.is_error === true,
      })
    case 'file':
    case 'image': {
      const name = textIn(block, 'filename', 'name') ?? pathOf(block.uri)
      return name === undefined ? [] : [{ kind: 'attachment', name, text: '' }]
    }
    default:
      return []
  }
}

const QUERY = /<user_query>([^]*?)(?:<\/user_query>|$)/g

/** Blocks that a person does not write. */
const ADDED =
  /^\s*<(user_info|project_layout|git_status|rules|always_applied_workspace_rules|agent_skills|open_and_recently_viewed_files|system_reminder|additional_data|attached_files|environment_details|timestamp)\b/

const FOLDER = /^[ \t]*Workspace Path: *(\S.*)$/m

/**
 * The user's own text, separated from what Cursor sends with it, unless there is nothing else; and the open folder, if Cursor
 * reported it to the model.
 */
export function typedIn(text: string): { readonly text?: string; readonly project?: string } {
  const folder = text.includes('<user_info>') ? FOLDER.exec(text)?.[1]?.trimEnd() : undefined
  const project = folder === undefined ? {} : { project: folder }
  const queries = [...text.matchAll(QUERY)].map((found) => (found[1] ?? '').trim()).filter((query) => query !== '')
  if (queries.length > 0) return { text: queries.join('\n\n'), ...project }
  return ADDED.test(text) || text.trim() === '' ? project : { text, ...project }
}

/** A path out of a URI, an object that holds one, or a path. */
export function pathOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : fromUri(value)
  const fields = fieldsOf(value)
  const text = [fields, fieldsOf(fields.uri)].map((each) => textIn(each, 'fsPath', '_fsPath', 'path', 'external'))
  return fromUri(text[0] ?? text[1] ?? '') || undefined
}

function fromUri(uri: string): string {
  const found = /^[a-z][a-z0-9+.-]+:\/\/[^/]*(\/.*)$/i.exec(uri)
  if (!found) return uri
  const path = decodePercent(found[1] ?? '')
  // "/c:/Users": a drive of Windows.
  return /^\/[a-z]:/i.test(path) ? path.slice(1) : path
}
