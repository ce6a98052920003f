import type { ExportOutput } from '../../../kinds/chats/export/shapes.ts'
import { printJson } from '../../../surfaces/cli/answer.ts'
import { usage } from '../../../surfaces/cli/arguments.ts'
import { harmless, paintFor } from '../../../surfaces/cli/terminal.ts'
import type { Action } from '../actions.ts'
import { ask } from './ask.ts'

/** A page at a time goes out: a long conversation is never held as a whole. */
const PAGE_CHARS = 1_000_000

/** All of one or several conversations to standard output. */
export const exportChats: Action = async ({ words, flags: { format, tools, thinking } }, shell) => {
  if (words.length === 0) throw usage('"wuku chats export" needs an id.', 'Ids are listed by: wuku chats')
  const { out, err } = shell.terminal
  const input = {
    chatIds: words,
    format,
    include_tools: tools === true,
    include_thinking: thinking === true,
    max_chars: PAGE_CHARS,
  }
  const parts: string[] = []
  let page: ExportOutput | undefined
  do {
    const cursor: string | undefined = page?.cursor ?? undefined
    page = await ask<ExportOutput>(shell, 'export_conversation', { ...input, cursor })
    if (shell.json) parts.push(page.content)
    else out.write(out.isTerminal ? harmless(page.content) : page.content)
  } while (page.cursor !== null && !shell.signal.aborted)
  if (shell.json) printJson(out, { ...page, content: parts.join('') })
  const missing = [...page.unknown, ...page.ambiguous.map(({ id }) => id)]
  for (const id of missing) err.write(`${paintFor(err).yellow('!')} Not one conversation: ${harmless(id)}\n`)
  if (!shell.quiet) for (const note of page.notes) err.write(`${paintFor(err).yellow('!')} ${note}\n`)
  return missing.length > 0 || shell.signal.aborted ? 'failed' : 'done'
}
