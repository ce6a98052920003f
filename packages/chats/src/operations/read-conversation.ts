import type { Engine } from '@wuku/kernel/base/engine'
import { defineOperation } from '@wuku/kernel/base/operation'
import { aliasesOf } from '@wuku/kernel/base/operation-shapes'
import type { ChatEntry } from '../catalogue.ts'
import { readChat } from '../gathering/resolve-chats.ts'
import { readPage } from '../pages/conversation-page.ts'
import { readInput, readOutput, type ReadInput, type ReadOutput } from '../pages/conversation-page-shapes.ts'
import { howToResume } from './resume-conversation.ts'

export const readConversation = defineOperation({
  name: 'read-conversation',
  group: 'chats',
  title: 'Show one conversation',
  description:
    'Show one conversation as a page of messages with their parts: texts, thinking, tool calls and results, files. ' +
    'Tells its branches, the files it touched, where words stand in it, and how to resume it. ' +
    'To read conversations within a budget of tokens, use gather_chats.',
  effect: 'read',
  openWorld: true,
  input: readInput,
  output: readOutput,
  aliases: aliasesOf({ conversation: ['chatId', 'chat_id', 'id', 'citation'], from_message: ['from'] }),
  searchHint:
    'show one conversation messages parts branches thread page find within 显示 会话 对话 消息 分支 分页 会话内搜索',
  route: { method: 'GET', path: '/chats/{conversation}' },
  examples: [
    { label: 'Its first messages', input: { conversation: '7f3c9a12' } },
    { label: 'Where words stand in it', input: { conversation: '7f3c9a12', query: 'tide table' } },
    { label: 'One that was cited', input: { conversation: 'wuku://chats/claude-code/7f3c9a12#b81e' } },
  ],
  run: show,
})

async function show(request: ReadInput, { engine }: { readonly engine: Engine }): Promise<ReadOutput> {
  const { entry, page } = await readChat(request.conversation, engine, async (found, view) => ({
    entry: found,
    page: await readPage(request, found, view),
  }))
  const isOwn = engine.sources.isOwn(entry.source)
  return { ...page, project: isOwn ? (entry.project ?? null) : null, ...(await resumptionFor(entry, isOwn, engine)) }
}

/** Folders of another user's machine are private. */
async function resumptionFor(entry: ChatEntry, isOwn: boolean, engine: Engine) {
  if (!isOwn) return { resume: null, resume_note: 'Only its owner can resume it, on the machine it took place on.' }
  const { line, note } = await howToResume(entry, engine)
  return { resume: line, resume_note: note }
}
