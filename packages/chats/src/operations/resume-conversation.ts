import { z } from 'zod'
import type { Engine } from '@wuku/kernel/base/engine'
import { asJson, defineOperation } from '@wuku/kernel/base/operation'
import { citation, trimmedText } from '@wuku/kernel/base/operation-shapes'
import { shellText } from '@wuku/text/show/shell-words'
import { type ChatEntry, citeChat } from '../catalogue.ts'
import { agents } from '../conversation.ts'
import { agesOf, isMissing } from '../gathering/gathered-messages.ts'
import { readChat } from '../gathering/resolve-chats.ts'
import { hasBreaks, names, resumptionOf } from '../resume.ts'

const input = z.strictObject({
  chatId: trimmedText(2_000).describe(
    'Id of a conversation, a unique prefix of it (at least 6 characters), or a citation.',
  ),
})

const output = z.strictObject({
  chatId: z.string().describe('Full id.'),
  title: z.string(),
  agent: z.enum(agents),
  command: z.string().nullable().describe('Quoted for a POSIX shell; null if no command resumes it: see note.'),
  cwd: z.string().nullable().describe('Directory to run it in; null if unknown.'),
  line: z.string().nullable().describe('Both on one line, ready to paste into a terminal.'),
  url: z.string().optional().describe('Address to continue in a browser.'),
  note: z.string().describe('What to know first.'),
  source_missing: z.literal(true).optional().describe('true: the original is gone; it is kept here.'),
  citation,
})

type Input = z.output<typeof input>
export type Resumption = z.output<typeof output>

export const resumeConversation = defineOperation({
  name: 'resume_conversation',
  group: 'chats',
  title: 'Resume a conversation',
  description:
    'Return the command and directory that resume a past conversation in its original program. ' +
    'Does not run anything.',
  effect: 'read',
  openWorld: true,
  input,
  output,
  aliases: { chat_id: 'chatId', id: 'chatId', conversation_id: 'chatId', session_id: 'chatId', sessionId: 'chatId' },
  searchHint: 'resume continue reopen session conversation command folder 继续 恢复 会话 对话 命令',
  route: { method: 'GET', path: '/chats/{chatId}/resume' },
  examples: [{ label: 'The command', input: { chatId: '7f3c9a12' } }],
  run: resume,
  table: ({ line, url, note }) => ({ above: [{ text: line ?? url ?? '', look: 'bold', fits: 'kept' }], foot: [note] }),
  render: asJson,
})

async function resume({ chatId }: Input, { engine }: { readonly engine: Engine }): Promise<Resumption> {
  const entry = await readChat(chatId, engine, async (found) => found)
  const about = { chatId: entry.id, title: entry.title, agent: entry.agent, citation: citeChat(entry) }
  return { ...about, ...(await howToResume(entry, engine)) }
}

/** Folder and command of a conversation, as long as its program still has it. */
export async function howToResume(
  entry: ChatEntry,
  engine: Engine,
): Promise<Omit<Resumption, 'chatId' | 'title' | 'agent' | 'citation'>> {
  const cwd = isFolder(entry.project) ? entry.project : null
  const resumption = resumptionOf(entry)
  // Conversations on a server exist regardless of the export's file.
  if (resumption.url === undefined && isMissing(entry, await agesOf([entry], engine)))
    return { ...lost(entry), cwd, source_missing: true }
  const { command } = resumption
  const line = command === null || cwd === null ? command : inFolder(cwd, command)
  return { ...resumption, cwd, line }
}

export const inFolder = (folder: string, command: string): string => `cd ${shellText(folder)} && ${command}`

/** Anything else may be read as a flag by `cd`, or means another folder elsewhere. */
export const isFolder = (project: string | undefined): project is string =>
  project !== undefined && /^(?:[\\/]|[A-Za-z]:)/.test(project) && !hasBreaks(project)

const lost = ({ id, agent }: ChatEntry) => ({
  command: null,
  line: null,
  note:
    `${names[agent]} has deleted it and cannot resume it. It is kept here: export_conversation with chatIds ` +
    `${JSON.stringify([id])} returns its text, to start a new one.`,
})
