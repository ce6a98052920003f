import { asJson, defineOperation } from '@wuku/kernel/base/operation'
import { aliasesOf } from '@wuku/kernel/base/operation-shapes'
import { fileTable } from '../chat-layout.ts'
import { readFileHistory } from '../files/history.ts'
import { fileInput, fileOutput } from '../files/file-history-shapes.ts'
import { narrowingAliases } from '../narrowing.ts'

export const findFileHistory = defineOperation({
  name: 'find_file_history',
  group: 'chats',
  title: 'Conversations that touched a file',
  description:
    'Find the conversations in which an agent read or edited a file: how often, with which tools, and its first and ' +
    'last message there. Helps to learn why a file is as it is; read the messages with gather_chats or open.',
  effect: 'read',
  openWorld: true,
  input: fileInput,
  output: fileOutput,
  aliases: {
    ...narrowingAliases,
    ...aliasesOf({
      path: ['file', 'file_path', 'filePath', 'filename'],
      edited_only: ['editedOnly'],
      limit: ['limit_chats'],
      budget: ['max_tokens'],
    }),
  },
  searchHint:
    'which conversation chat session edited touched changed read this file why history blame 文件 修改 编辑 历史 哪次会话',
  route: { method: 'GET', path: '/chats/files' },
  examples: [
    { label: 'Where a file was read or edited', input: { path: 'src/cart.ts' } },
    {
      label: 'Where files of this name were edited in one project',
      input: { path: 'index.ts', project: 'shop', edited_only: true },
    },
  ],
  run: (request, { engine }) => readFileHistory(request, engine),
  table: fileTable,
  render: asJson,
})
