import { z } from 'zod'
import { limits } from '@wuku/core/limits'
import type { Json } from '@wuku/core/core-types'
import { citation, count, someText, trimmedText, integerBetween } from '@wuku/kernel/base/operation-shapes'
import { agents, roles } from '../conversation.ts'

/** Input and output of `read-conversation`: a conversation as a page of a console shows it. */

export const readInput = z.strictObject({
  conversation: trimmedText(2_000).describe(
    'Id of a conversation, a unique prefix of it (at least 6 characters), or a citation of it or of a message.',
  ),
  branch: someText(300).optional().describe('Id of a branch. By default "main", or that of a cited message.'),
  from_message: integerBetween(1, 100_000_000)
    .optional()
    .describe('Index of the first message. By default the first, or the page of a cited message.'),
  skip: integerBetween(0, 100_000_000)
    .optional()
    .describe('Messages of what is shown to pass over; instead of from_message, for a list that jumps.'),
  limit: z.int().min(1).max(200).default(50).describe('Maximum number of messages.'),
  part_chars: integerBetween(100, 4_000_000)
    .default(6_000)
    .describe('Longer parts are cut: a page shows the beginning of what a tool printed. Default 6000.'),
  query: z.string().max(limits.queryChars).optional().describe('Words to find in its messages, in all branches.'),
})

const timestamp = z.string().nullable().describe('ISO 8601; null: unknown.')
const anyJson = z.json() as unknown as z.ZodType<Json>

const part = z.strictObject({
  type: z.enum(['text', 'thinking', 'tool_call', 'tool_result', 'image', 'file']),
  text: z.string().describe('Of a call its arguments, as they are read.'),
  name: z.string().optional().describe('Of the tool or the file.'),
  server: z.string().optional().describe('MCP server of the tool.'),
  input: anyJson.optional().describe('Arguments of a call; absent where the text is cut.'),
  is_error: z.literal(true).optional(),
  left_out: z.literal(true).optional().describe('true: what it said is not kept; the text says why.'),
  cut: z.literal(true).optional().describe('true: the text goes on; `open` the citation of the message for all of it.'),
  chars: count.optional().describe('Length of the whole text, where it is cut.'),
})

const message = z.strictObject({
  index: count.describe('From 1, within the whole conversation.'),
  id: z.string(),
  role: z.enum(roles),
  at: timestamp,
  model: z.string().optional(),
  parts: z.array(part),
  citation,
  branch_points: z.array(z.string()).optional().describe('Branches that go on from this message.'),
})

const branch = z.strictObject({
  id: z.string(),
  from_message: count.nullable().describe('Index of the message that it goes on from; null: none.'),
  parent: z.string().nullable().describe('The branch that this message belongs to.'),
  messages: count.describe('Messages of its own.'),
  is_main: z.boolean().describe('The thread that counts.'),
})

const touched = z.strictObject({
  path: z.string(),
  action: z.enum(['edit', 'read']),
  message: count.describe('Index of the message that did so last.'),
  calls: count,
})

const match = z.strictObject({
  index: count,
  id: z.string(),
  role: z.enum(roles),
  at: timestamp,
  branch: z.string(),
  words: z.array(z.string()).describe('As they stand there.'),
  snippet: z.string(),
  citation,
})

export const readOutput = z.strictObject({
  id: z.string(),
  title: z.string(),
  source: z.string(),
  agent: z.enum(agents),
  project: z.string().nullable().describe('Working folder, for its owner and administrators; null: unknown.'),
  git_branch: z.string().optional(),
  parent: z.strictObject({ id: z.string(), as: z.enum(['subagent', 'fork']) }).optional(),
  started_at: timestamp,
  ended_at: timestamp,
  model: z.string().nullable().describe('The one that answered last.'),
  input_tokens: count,
  output_tokens: count,
  citation,
  branch: z.string().describe('The one that is shown.'),
  branches: z.array(branch),
  branches_left_out: count,
  messages: z.array(message).describe('In order: what led to the branch, and the branch.'),
  at: count.nullable().describe('Index of the cited message; null: none was cited.'),
  total: count.describe('Messages of what is shown, on all pages.'),
  skipped: count.describe('How many of them stand before this page.'),
  previous: count.nullable().describe('`from_message` of the page before; null: this is the first.'),
  next: count.nullable().describe('`from_message` of the next page; null: this is the last.'),
  matches: z.array(match).describe('Messages that hold the words of `query`, in order.'),
  matches_total: count,
  files: z.array(touched).describe('Files that calls named, changed ones first.'),
  files_left_out: count,
  resume: z.string().nullable().describe('Line for a terminal that goes on with it; null: there is none.'),
  resume_note: z.string(),
})

export type ReadInput = z.output<typeof readInput>
export type ReadOutput = z.output<typeof readOutput>
export type ReadMessage = ReadOutput['messages'][number]
export type ReadPart = ReadMessage['parts'][number]
export type ReadMatch = ReadOutput['matches'][number]
