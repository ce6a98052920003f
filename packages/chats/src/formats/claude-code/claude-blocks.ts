import type { DraftBlock } from '../../conversation.ts'
import { attachmentOf, blocksOf, plainText } from '../content-blocks.ts'
import { fieldsOf, listOf, textOf, writeJson, type Fields } from '../fields.ts'
import type { GrowingMessage } from '../draft.ts'
import { callOf, namedFile } from '../tools.ts'
import { ownWords } from './kinds.ts'

/** The message that a call stands in, and what was called. */
export interface Caller {
  readonly message: GrowingMessage
  readonly tool: string
}

export const isResult = (block: Fields): boolean => block['type'] === 'tool_result'

/** The user's words and attachments. */
export const userBlocks = (content: unknown): readonly DraftBlock[] =>
  blocksOf(content).flatMap((block): readonly DraftBlock[] => {
    if (isHandedIn(block)) return [attachmentOf(block)]
    const text = isResult(block) ? '' : ownWords(textOf(block['text']) ?? '')
    return text.trim() === '' ? [] : [{ kind: 'text', text }]
  })

const isHandedIn = ({ type }: Fields): boolean => type === 'image' || type === 'document'

export const answerBlocks = (content: unknown): readonly DraftBlock[] =>
  blocksOf(content).flatMap((block) => answerBlock(block) ?? [])

function answerBlock(block: Fields): DraftBlock | undefined {
  const { type, id, name, input } = block
  if (type === 'tool_use' || type === 'server_tool_use') {
    const tool = textOf(name) ?? 'tool'
    return callOf({ call: textOf(id), name: tool, args: input, files: filesOf(tool, fieldsOf(input)) })
  }
  if (isHandedIn(block)) return attachmentOf(block)
  if (typeof type === 'string' && type.endsWith('_tool_result')) return foundOnline(block)
  const thinking = textOf(block['thinking'])
  if (thinking !== undefined) return { kind: 'thinking', text: thinking }
  const text = textOf(block['text'])
  return text === undefined ? undefined : { kind: 'text', text }
}

const edits: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit'])
const reads: ReadonlySet<string> = new Set(['Read', 'NotebookRead', 'Grep'])

const filesOf = (tool: string, args: Fields) =>
  edits.has(tool) || reads.has(tool) ? namedFile(args, ['file_path', 'notebook_path', 'path'], edits.has(tool)) : []

/** Results of the provider's own tools, which arrive within the answer. */
function foundOnline({ tool_use_id: call, content }: Fields): DraftBlock {
  const found = listOf(content).map((each) => {
    const { title, url } = fieldsOf(each)
    return [textOf(title), textOf(url)].filter((part) => part !== undefined).join(' ')
  })
  const text = found.some((line) => line !== '') ? found.join('\n') : writeJson(content)
  return { kind: 'result', ...(typeof call === 'string' && { call }), text }
}

/** An answer of a tool as people read it, and the images in it. */
export function resultBlocks(
  { tool_use_id: call, content, is_error: isError }: Fields,
  { caller, about }: { readonly caller: Caller | undefined; readonly about: Fields },
): readonly DraftBlock[] {
  const text = plainText(content)
  return [
    {
      kind: 'result',
      ...(typeof call === 'string' && { call }),
      ...(caller && { tool: caller.tool }),
      text: withPointer(text, textOf(about['persistedOutputPath'])),
      ...(isError === true && { isError }),
    },
    ...blocksOf(content).filter(isHandedIn).map(attachmentOf),
  ]
}

/** A long output is cut here; the path shows where the rest is. */
const withPointer = (text: string, path: string | undefined): string =>
  path === undefined || text.includes(path) ? text : `${text}\n[All of it: ${path}]`.trimStart()
