import { z } from 'zod'
import { isCitation, parseCitation } from '../../../core/citation.ts'
import { WukuError } from '../../../core/errors.ts'
import { wholeOf } from '../../../core/parts.ts'
import { asJson } from '../../../engine/answer.ts'
import type { Engine } from '../../../engine/engine.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { count } from '../../../engine/operations/shapes.ts'
import { readCatalogue, type ChatEntry } from '../catalogue.ts'
import { demandFound, findWanted } from '../gathering/wanted.ts'

const chatId = z.string().trim().min(1).max(2_000)

const input = z.strictObject({
  chatId: chatId.optional().describe('Id of a conversation, or a unique beginning of it (6 characters or more).'),
  chatIds: z.array(chatId).min(1).max(100).optional().describe('Or several.'),
  dry_run: z.boolean().default(true).describe('true: says what would go; false: it goes, for good.'),
})

const counts = z.strictObject({
  chat: count.describe('1 when it is there, else 0.'),
  messages: count.describe('Of the conversation.'),
})

const totals = z.strictObject({ chat: count.describe('Conversations.'), messages: count.describe('Their messages.') })

const output = z.strictObject({
  status: z.literal('ok').describe('What failed is an error.'),
  dryRun: z.boolean().describe('true: nothing was changed.'),
  chatIds: z.array(z.string()).describe('Whole ids of those that are there.'),
  perChat: z
    .array(
      z.strictObject({
        chatId: z.string().describe('Whole, or as it was given when there is none.'),
        exists: z.boolean().describe('Whether there is such a conversation.'),
        title: z.string().optional().describe('As it is called.'),
        toDelete: counts.describe('What goes.'),
      }),
    )
    .describe('Those that are there first.'),
  totals: totals.describe('What goes in all.'),
  deleted: totals.optional().describe('What went; absent in a dry run.'),
  notes: z.array(z.string()).describe('What this means.'),
})

type Input = z.output<typeof input>
type Output = z.output<typeof output>

export const deleteConversation = defineOperation<Input, Output>({
  name: 'delete_conversation',
  group: 'chats',
  title: 'Delete conversations',
  description:
    'Takes conversations out of this archive for good; a dry run that only says what would go, unless dry_run is false. ' +
    'The files of the program that they came from are never touched.',
  effect: 'delete',
  forgets: true,
  idempotent: true,
  input,
  output,
  aliases: { chat_id: 'chatId', id: 'chatId', chat_ids: 'chatIds', ids: 'chatIds', dryRun: 'dry_run' },
  searchHint: 'delete remove forget conversation chat history privacy 删除 忘记 会话 对话 隐私',
  route: { method: 'POST', path: '/chats/delete' },
  examples: [
    { says: 'What would go', input: { chatId: '7f3c9a12' } },
    { says: 'For good', input: { chatIds: ['7f3c9a12', 'b81e04c2'], dry_run: false } },
  ],
  run: (wanted, { engine }) => deleteWanted(wanted, engine),
  render: asJson,
})

async function deleteWanted({ chatId: one, chatIds = [], dry_run: dryRun }: Input, engine: Engine): Promise<Output> {
  const ids = [...new Set([...(one === undefined ? [] : [one]), ...chatIds])]
  if (ids.length === 0) throw noneNamed()
  for (const id of ids) if (isCitation(id) && parseCitation(id).anchor !== undefined) throw oneMessage(id)
  const { found, unknown } = await engine.read(async (view) => {
    const catalogue = await readCatalogue(view, engine)
    const wanted = findWanted(ids, catalogue)
    // A beginning that fits several is an error before anything goes, whatever else was named.
    demandFound(wanted.ambiguous.length > 0 ? { ...wanted, found: [] } : wanted, catalogue)
    return wanted
  })
  const paths = found.map(pathOf)
  if (!dryRun) await engine.forget({ kind: 'chats', paths })
  const totalled = { chat: found.length, messages: found.reduce((sum, { messages }) => sum + messages, 0) }
  return {
    status: 'ok',
    dryRun,
    chatIds: found.map(({ id }) => id),
    perChat: [
      ...found.map((entry) => ({
        chatId: entry.id,
        exists: true,
        title: entry.title,
        toDelete: { chat: 1, messages: entry.messages },
      })),
      ...unknown.map((id) => ({ chatId: id, exists: false, toDelete: { chat: 0, messages: 0 } })),
    ],
    totals: totalled,
    ...(!dryRun && { deleted: totalled }),
    notes: dryRun ? [DRY, UNTOUCHED] : [GONE, UNTOUCHED],
  }
}

/** Parts go with it. */
const pathOf = ({ id, documents: [first] }: ChatEntry): string => wholeOf(first?.path ?? id)

const DRY = 'Nothing was deleted: call again with dry_run false to delete for good.'
const GONE = 'No byte of it is left in this archive, and later index runs do not bring it back.'
const UNTOUCHED = 'Files of the program that it came from are not touched: delete it there too if it should be nowhere.'

const oneMessage = (named: string): WukuError =>
  new WukuError(
    'bad-input',
    `${named.slice(0, 200)} is one message; whole conversations are deleted here.`,
    'To delete the conversation leave out what follows the "#". One message goes with "wuku forget <citation>".',
  )

const noneNamed = (): WukuError =>
  new WukuError('bad-input', 'No conversation is named.', 'Give chatId or chatIds; search_conversations finds the ids.')
