import { z } from 'zod'
import { notes } from '../../../engine/operations/shapes.ts'
import { ambiguousId } from '../gathering/shapes.ts'

export const exportFormats = ['markdown', 'json', 'jsonl', 'pairs'] as const

export const exportInput = z.strictObject({
  chatIds: z
    .array(z.string().min(1).max(2_000))
    .min(1)
    .max(50)
    .describe('Ids of 1 to 50 conversations, unique beginnings of ids (6 characters or more), or citations.'),
  format: z
    .enum(exportFormats)
    .default('markdown')
    .describe(
      'markdown: for people. json: a list of {chat, messages}. jsonl: the same, a line a conversation. pairs: a line of ' +
        '{messages: [user, assistant]} for each question and its answer, for fine-tuning; words only.',
    ),
  include_tools: z.boolean().default(false).describe('With calls of tools and what they answered.'),
  include_thinking: z.boolean().default(false).describe('With what the model thought.'),
  branches: z
    .enum(['active', 'all'])
    .default('active')
    .describe('all: also what was taken back or answered anew, marked as such; never in pairs.'),
  max_chars: z
    .int()
    .min(1_000)
    .max(4_000_000)
    .default(100_000)
    .describe('Characters of this page. Default 100000; the pages one after the other are the whole text.'),
  cursor: z.string().max(100).optional().describe('Of the answer before, for the rest; with the same arguments.'),
})

export const exportOutput = z.strictObject({
  format: z.enum(exportFormats),
  content: z.string().describe('The text, or this page of it.'),
  chatIds: z.array(z.string()).describe('Whole ids of what is exported, in its order.'),
  unknown: z.array(z.string()).describe('Ids that no conversation has.'),
  ambiguous: z.array(ambiguousId).describe('Beginnings that fit several conversations.'),
  cursor: z.string().nullable().describe('Give it with the same arguments for the rest; null when this is all.'),
  notes,
})

export type ExportInput = z.output<typeof exportInput>
export type ExportOutput = z.output<typeof exportOutput>
