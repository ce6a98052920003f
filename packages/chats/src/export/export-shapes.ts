import { z } from 'zod'
import { notes, integerBetween } from '@wuku/kernel/base/operation-shapes'
import { ambiguousId, chatIds } from '../gathering/gather-shapes.ts'

export const exportFormats = ['markdown', 'json', 'jsonl', 'pairs'] as const

export const exportInput = z.strictObject({
  chatIds: chatIds(50),
  format: z
    .enum(exportFormats)
    .default('markdown')
    .describe(
      'markdown: for people. json: a list of {chat, messages}. jsonl: the same, one line per conversation. pairs: one line of ' +
        '{messages: [user, assistant]} for each question and its answer, for fine-tuning; text only.',
    ),
  include_tools: z.boolean().default(false).describe('Include tool calls and their results.'),
  include_thinking: z.boolean().default(false).describe("Include the model's thinking."),
  branches: z
    .enum(['active', 'all'])
    .default('active')
    .describe('all: include messages that were undone or regenerated, marked as such; never in pairs.'),
  max_chars: integerBetween(1_000, 4_000_000)
    .default(100_000)
    .describe('Characters of this page. Default 100000; the pages together are the whole text.'),
  cursor: z
    .string()
    .max(100)
    .optional()
    .describe('Cursor from the previous answer, to continue; with the same arguments.'),
})

export const exportOutput = z.strictObject({
  format: z.enum(exportFormats),
  content: z.string().describe('The text, or this page of it.'),
  chatIds: z.array(z.string()).describe('Full ids of the exported conversations, in order.'),
  unknown: z.array(z.string()).describe('Ids without a conversation.'),
  ambiguous: z.array(ambiguousId).describe('Prefixes that fit several conversations.'),
  cursor: z.string().nullable().describe('Pass it with the same arguments for the rest; null: this is all.'),
  notes,
})

export type ExportInput = z.output<typeof exportInput>
export type ExportOutput = z.output<typeof exportOutput>
