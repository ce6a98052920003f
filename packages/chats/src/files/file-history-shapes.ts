import { z } from 'zod'
import { budgetOf, citation, count, notes } from '@wuku/kernel/base/operation-shapes'
import { agents } from '../conversation.ts'
import { timestamp, timeRange } from '../gathering/gather-shapes.ts'
import { narrowing } from '../narrowing.ts'

export const fileInput = z.strictObject({
  path: z.string().trim().min(1).max(4_000).describe('File: its full path, the end of it, or its name; `/` or `\\`.'),
  edited_only: z.boolean().default(false).describe('Only where it was changed, not where it was read.'),
  ...narrowing,
  include_automated: z.boolean().default(true).describe('Include automated runs, without a person, and subagents.'),
  limit: z.int().min(1).max(100).default(20).describe('Maximum number of conversations.'),
  budget: budgetOf(6_000),
})

const mention = z.strictObject({
  messageId: z.string(),
  index: count.describe('From 1, within the conversation.'),
  createdAt: timestamp,
  citation,
  branch: z.literal('inactive').optional().describe('true: undone or regenerated.'),
})

const touched = z.strictObject({
  chatId: z.string().describe('Pass it to gather_chats.'),
  title: z.string(),
  agent: z.enum(agents),
  project: z.string().optional().describe('Working folder.'),
  timeRange,
  edits: count.describe('Calls that changed it.'),
  reads: count.describe('Calls that named it otherwise.'),
  paths: z.array(z.string()).describe('As the calls named it.'),
  tools: z.array(z.strictObject({ tool: z.string(), calls: count })).describe('By number of calls.'),
  first: mention,
  last: mention,
  citation,
})

export const fileOutput = z.strictObject({
  results: z.array(touched).describe('Newest conversation first.'),
  left_out: count.describe('At most this many older conversations that are not shown here.'),
  notes,
})

export type FileInput = z.output<typeof fileInput>
export type FileOutput = z.output<typeof fileOutput>
export type TouchedIn = z.output<typeof touched>
