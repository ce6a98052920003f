import { randomUUID } from 'node:crypto'
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import { environmentFailure } from '../../core/environment.ts'
import { isWukuError, type WukuError } from '../../core/errors.ts'
import type { Block } from '../../engine/operation.ts'

/** Where what nobody expected is written down; never to the client. */
export type Log = (line: string) => void

/** Room for a list of arguments with an example; what a caller sent is never echoed at its own length. */
const ERROR_CHARS = 4_000

/** Some clients show a model the content only, some the structured part only: each carries the whole answer. */
export const answered = (blocks: readonly Block[], output: unknown): CallToolResult => ({
  content: [...blocks.map(contentOf), ...namesOf(blocks)],
  structuredContent: output as Record<string, unknown>,
})

/**
 * A call that failed, told so that the model can mend it. The code rides in `_meta` and not in `structuredContent`:
 * older clients hold that against the tool's output schema even in an error, and some would show it instead of the text.
 */
export function failed(thrown: unknown, log: Log): CallToolResult {
  const { code, message, remedy } = explained(thrown, log)
  return {
    content: [{ type: 'text', text: `${tidy(message)}\n\n${tidy(remedy)}\n\n(error: ${code})` }],
    isError: true,
    _meta: { 'wuku/error': { code, message: tidy(message), remedy: tidy(remedy) } },
  }
}

export const explained = (
  thrown: unknown,
  log: Log,
): Pick<WukuError, 'message' | 'remedy'> & { readonly code: string } =>
  isWukuError(thrown) ? thrown : (environmentFailure(thrown) ?? unexpected(thrown, log))

/** A fault of ours: the caller gets a number to quote, the log gets the rest. */
function unexpected(thrown: unknown, log: Log): { code: string; message: string; remedy: string } {
  const id = randomUUID().slice(0, 8)
  log(`error ${id}: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`)
  return {
    code: 'internal',
    message: `wuku failed inside (error ${id}).`,
    remedy: 'Try once more. If it stays, run "wuku doctor" and look for that number in the output of the server.',
  }
}

/** Some clients show the texts of documents one after another and no address: then only this tells which is which. */
function namesOf(blocks: readonly Block[]): readonly ContentBlock[] {
  const names = blocks.flatMap((block) => (block.type === 'document' ? [block.name] : []))
  return names.length > 1 ? [{ type: 'text', text: `The documents above, in order:\n${names.join('\n')}` }] : []
}

function contentOf(block: Block): ContentBlock {
  const { text } = block
  if (block.type === 'text') return { type: 'text', text }
  // The protocol has no place of its own for the name and the title of a document within an answer.
  const _meta = { name: block.name, title: block.title }
  return { type: 'resource', resource: { uri: block.uri, mimeType: block.mimeType, text, _meta } }
}

const tidy = (text: string): string => (text.length > ERROR_CHARS ? `${text.slice(0, ERROR_CHARS)}…` : text)
