import { tr } from '@wuku/messages/message'
import type { Engine } from '@wuku/kernel/base/engine'
import { defineOperation, type Block } from '@wuku/kernel/base/operation'
import { readPage } from '../export/export-page.ts'
import { exportInput, exportOutput, type ExportInput, type ExportOutput } from '../export/export-shapes.ts'
import { chatIdsAliases } from '../gathering/gather-shapes.ts'
import { agesOf } from '../gathering/gathered-messages.ts'
import { describeUnresolved, readChats, renderUnresolved } from '../gathering/resolve-chats.ts'

export const exportConversation = defineOperation({
  name: 'export_conversation',
  group: 'chats',
  title: 'Export conversations',
  description:
    'Export conversations as Markdown, JSON, JSON lines or pairs for fine-tuning: the active branch, without ' +
    'tools and thinking by default. Use it to keep or share them; to read and compare them, use gather_chats.',
  effect: 'read',
  openWorld: true,
  input: exportInput,
  output: exportOutput,
  aliases: {
    ...chatIdsAliases,
    includeTools: 'include_tools',
    includeThinking: 'include_thinking',
    maxChars: 'max_chars',
  },
  searchHint:
    'export conversation markdown json jsonl fine-tuning dataset transcript backup share 导出 会话 对话 备份 微调 数据集',
  route: { method: 'POST', path: '/chats/export' },
  examples: [
    { label: 'One conversation, for people to read', input: { chatIds: ['7f3c9a12'] } },
    { label: 'Two as pairs of question and answer', input: { chatIds: ['7f3c9a12', 'b81e04'], format: 'pairs' } },
  ],
  run: exportChats,
  render,
})

async function exportChats(request: ExportInput, { engine }: { readonly engine: Engine }): Promise<ExportOutput> {
  const resolved = await readChats(request.chatIds, engine, async (all) => all)
  const { found } = resolved
  const ages = await agesOf(found, engine)
  const page = await engine.read((view) => readPage(request, { entries: found, ages, view }))
  const isEmpty = page.content === '' && request.cursor === undefined
  return {
    format: request.format,
    content: page.content,
    chatIds: found.map(({ id }) => id),
    ...describeUnresolved(resolved),
    cursor: page.cursor,
    notes: isEmpty ? ['It has no answered question, so there are no pairs.'] : [],
  }
}

function render({ content, cursor, notes, ...rest }: ExportOutput): readonly Block[] {
  const notices = [
    ...renderUnresolved(rest),
    ...notes.map(tr),
    ...(cursor === null ? [] : [`More: export_conversation with the same arguments and cursor "${cursor}".`]),
  ]
  return [content, ...notices].map((text) => ({ type: 'text', text }))
}
