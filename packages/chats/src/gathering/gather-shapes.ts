import { z } from 'zod'
import type { Json } from '@wuku/core/core-types'
import { aliasesOf, citation, count } from '@wuku/kernel/base/operation-shapes'
import { agents } from '../conversation.ts'

/**
 * Answers of the tools for conversations; the names are those of chatwise-mcp, and times are milliseconds since the epoch.
 */

export const chatIds = (most: number) =>
  z
    .array(z.string().min(1).max(2_000))
    .min(1)
    .max(most)
    .describe(`Ids of 1 to ${most} conversations, unique prefixes (at least 6 characters), or citations.`)

export const chatIdsAliases = aliasesOf({ chatIds: ['chat_ids', 'chatId', 'chat_id', 'ids', 'id'] })

export const timestamp = z.number()

export const timeRange = z.strictObject({ from: timestamp, to: timestamp }).describe('First and last message.')

export const chatInfo = z.strictObject({
  id: z.string(),
  title: z.string(),
  messageCount: count,
  timeRange,
  agent: z.enum(agents),
  project: z.string().optional().describe('Working folder.'),
  branch: z.string().optional().describe('Git branch.'),
  parent: z
    .strictObject({ id: z.string(), as: z.enum(['subagent', 'fork']) })
    .optional()
    .describe('The conversation that started it.'),
  models: z.array(z.string()),
  files: z.array(z.string()).describe('Edited files.'),
  filesOmitted: count.optional(),
  inputTokens: count,
  outputTokens: count,
  source_missing: z
    .literal(true)
    .optional()
    .describe('true: the original file is gone; the conversation is kept here.'),
  citation,
})

/** Only its type differs: what is answered is not written to. */
const anyJson = z.json() as unknown as z.ZodType<Json>

const tools = z.strictObject({
  calls: z.array(z.strictObject({ server: z.string(), tool: z.string(), args: anyJson })).optional(),
  results: z.array(z.strictObject({ text: z.string(), isError: z.literal(true).optional() })).optional(),
})

export const gatheredMessage = z.strictObject({
  messageId: z.string(),
  index: count.describe('From 1, within its conversation.'),
  createdAt: timestamp.nullable(),
  role: z.string(),
  content: z.string(),
  thinking: z.string().optional(),
  branch: z.literal('inactive').optional().describe('true: undone or regenerated.'),
  tools: tools.optional(),
  truncated: z.literal(true).optional().describe('true: shortened; `open` its citation for the rest.'),
  citation: citation.optional(),
})

export const aligned = z.strictObject({
  role: z.string(),
  content: z.string(),
  refs: z.array(z.strictObject({ chatIdx: count, index: count, messageIdPrefix: z.string() })),
})

export const ambiguousId = z.strictObject({
  id: z.string(),
  candidates: z.array(z.strictObject({ id: z.string(), title: z.string() })),
})

export type GatheredMessage = z.output<typeof gatheredMessage>
export type Aligned = z.output<typeof aligned>
export type ChatInfo = z.output<typeof chatInfo>

/** The parts that were read of one conversation, or of several. */
export interface Gathered {
  readonly chat?: ChatInfo | undefined
  readonly messages?: readonly GatheredMessage[] | undefined
  readonly meta?: readonly (ChatInfo & { readonly chatIdx: number })[] | undefined
  readonly narrative?: readonly (GatheredMessage & { readonly chatIdx: number })[] | undefined
}
