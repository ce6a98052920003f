import type { DraftPiece, Role } from '../../conversation.ts'
import { fieldsOf, listOf } from '../fields.ts'
import { textIn } from '../lookup.ts'
import { callPiece, resultPieces, textPiece, thinkingPiece } from '../pieces.ts'
import { pathOf } from './paths.ts'
import { typedIn } from './typed.ts'

/** The content of a message of the command line or of a transcript: a text, or blocks, each spelt in two ways. */
export function piecesOfContent(content: unknown, role: Role): readonly DraftPiece[] {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content)
  return blocks.flatMap((block) => blockPieces(block, role))
}

/** All texts of a message together, for what Cursor wrote among them. */
export const textOfContent = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listOf(content)
        .flatMap((block) => textIn(fieldsOf(block), 'text') ?? [])
        .join('\n')

function blockPieces(value: unknown, role: Role): readonly DraftPiece[] {
  const block = fieldsOf(value)
  const tool = textIn(block, 'toolName', 'name')
  const call = textIn(block, 'toolCallId', 'id', 'tool_use_id')
  switch (block.type) {
    case 'text':
      return textPiece(role === 'user' ? typedIn(textIn(block, 'text') ?? '').text : textIn(block, 'text'))
    case 'reasoning':
    case 'thinking':
      return thinkingPiece(textIn(block, 'text', 'thinking'))
    case 'tool-call':
    case 'tool_use':
      return tool === undefined ? [] : [callPiece({ call, tool, args: block.args ?? block.input })]
    case 'tool-result':
    case 'tool_result':
      return resultPieces({
        call: textIn(block, 'toolCallId', 'tool_use_id'),
        tool,
        said: block.result ?? block.content ?? block.output,
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
