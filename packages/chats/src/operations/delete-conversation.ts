import { z } from 'zod'
import { isCitation, parseCitation } from '@wuku/core/citation'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/chats'
import type { OperationContext } from '@wuku/kernel/base/engine'
import { defineOperation } from '@wuku/kernel/base/operation'
import { count } from '@wuku/kernel/base/operation-shapes'
import { isViewer } from '@wuku/core/ports/access'
import { pathOf, readCatalogue } from '../catalogue.ts'
import { requireFound, resolveChats } from '../gathering/resolve-chats.ts'

const chatId = z.string().trim().min(1).max(2_000)

const input = z.strictObject({
  chatId: chatId.optional().describe('Id of a conversation, or a unique prefix of it (at least 6 characters).'),
  chatIds: z.array(chatId).min(1).max(100).optional().describe('Several ids.'),
  dry_run: z.boolean().default(true).describe('true: show what would be deleted; false: delete permanently.'),
})

const counts = z.strictObject({
  chat: count.describe('1 if the conversation exists, else 0.'),
  messages: count.describe('Of the conversation.'),
})

const totals = z.strictObject({ chat: count.describe('Conversations.'), messages: count.describe('Their messages.') })

const output = z.strictObject({
  status: z.literal('ok').describe('Each failure is an error.'),
  dryRun: z.boolean().describe('true: nothing was changed.'),
  chatIds: z.array(z.string()).describe('Full ids of those that exist.'),
  perChat: z
    .array(
      z.strictObject({
        chatId: z.string().describe('The full id, or the given one if there is none.'),
        exists: z.boolean().describe('Whether the conversation exists.'),
        title: z.string().optional().describe('Title of the conversation.'),
        toDelete: counts.describe('What is deleted.'),
      }),
    )
    .describe('Existing conversations first.'),
  totals: totals.describe('Totals.'),
  deleted: totals.optional().describe('What was deleted; absent in a dry run.'),
  notes: z.array(z.string()).describe('What this means.'),
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>

export const deleteConversation = defineOperation({
  name: 'delete_conversation',
  group: 'chats',
  title: 'Delete conversations',
  description:
    'Permanently delete conversations from this archive; by default a dry run that only shows what would be deleted. ' +
    'The files of the original program are never touched.',
  effect: 'delete',
  forgets: true,
  idempotent: true,
  input,
  output,
  aliases: { chat_id: 'chatId', id: 'chatId', chat_ids: 'chatIds', ids: 'chatIds', dryRun: 'dry_run' },
  searchHint: 'delete remove forget conversation chat history privacy 删除 忘记 会话 对话 隐私',
  route: { method: 'POST', path: '/chats/delete' },
  examples: [
    { label: 'Preview what would be removed', input: { chatId: '7f3c9a12' } },
    { label: 'Permanently', input: { chatIds: ['7f3c9a12', 'b81e04c2'], dry_run: false } },
  ],
  run: (requested, context) => deleteChats(requested, context),
})

async function deleteChats(
  { chatId: one, chatIds = [], dry_run: dryRun }: Input,
  { engine, caller }: OperationContext,
): Promise<Output> {
  const ids = [...new Set([...(one === undefined ? [] : [one]), ...chatIds])]
  if (ids.length === 0) throw new WukuError('bad-input', msg('noneNamed'))
  for (const id of ids)
    if (isCitation(id) && parseCitation(id).anchor !== undefined)
      throw new WukuError('bad-input', msg('oneMessage', { named: id.slice(0, 200) }))
  const { found, unknown } = await engine.read(async (view) => {
    const catalogue = await readCatalogue(view, engine)
    const requested = resolveChats(ids, catalogue)
    // A beginning that fits several is an error before anything goes, whatever else was named.
    requireFound(requested.ambiguous.length > 0 ? { ...requested, found: [] } : requested, catalogue)
    return requested
  })
  const paths = found.map(pathOf)
  const { kept: retained } = await engine.index.forget({ kind: 'chats', paths, dryRun })
  const totalled = { chat: found.length, messages: found.reduce((sum, { messages }) => sum + messages, 0) }
  return {
    status: 'ok',
    dryRun,
    chatIds: found.map(({ id }) => id),
    perChat: [
      ...found.map(({ id, title, messages }) => ({ chatId: id, exists: true, title, toDelete: { chat: 1, messages } })),
      ...unknown.map((id) => ({ chatId: id, exists: false, toDelete: { chat: 0, messages: 0 } })),
    ],
    totals: totalled,
    ...(!dryRun && { deleted: totalled }),
    notes: [
      dryRun ? DRY : isViewer(caller.sees) ? GONE_FROM_OWN : GONE,
      ...(retained === undefined ? [] : [SHARED_COPY_RETAINED]),
      UNTOUCHED,
    ],
  }
}

const DRY = 'Nothing was deleted: call again with dry_run false to delete permanently.'
const GONE = 'No byte of it is left in this archive, and later index runs do not bring it back.'
const GONE_FROM_OWN = 'No byte of it is left in what is yours here, and later index runs do not bring it back.'
const SHARED_COPY_RETAINED =
  'The copy that another user shares with you stays: only its owner and administrators can delete it.'
const UNTOUCHED = 'The files of the original program are not touched: to remove it everywhere, delete it there too.'
