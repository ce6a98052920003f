import { z } from 'zod'
import { budgetOf, citation, count, notes, integerBetween } from '@wuku/kernel/base/operation-shapes'
import { agents } from '../conversation.ts'
import { timeRange } from '../gathering/gather-shapes.ts'
import { dayText, narrowing } from '../narrowing.ts'

export const timelineInput = z.strictObject({
  day: dayText('Only this day: 2026-11-20, today, yesterday, 今天, 昨天.').optional(),
  ...narrowing,
  include_automated: z.boolean().default(false).describe('Include automated runs, without a person, and subagents.'),
  limit: integerBetween(1, 200)
    .default(50)
    .describe('Maximum number of conversations; one that spans days counts for each day.'),
  budget: budgetOf(6_000),
  cursor: z.string().max(100).optional().describe('Cursor from the previous answer, to go further back.'),
})

const timelineConversation = z.strictObject({
  chatId: z.string().describe('Pass it to gather_chats.'),
  title: z.string(),
  agent: z.enum(agents),
  timeRange: timeRange.describe('First and last message on this day.'),
  messages: count.describe('Messages on this day.'),
  turns: count.describe('Messages of the user among them.'),
  firstQuestion: z.string().optional().describe('First message of the user on this day.'),
  files: z.array(z.string()).optional().describe('Files edited on this day.'),
  filesOmitted: count.optional(),
  citation: citation.describe('Citation of the first message on this day.'),
})

export const timelineOutput = z.strictObject({
  days: z
    .array(
      z.strictObject({
        day: z.string(),
        projects: z.array(
          z.strictObject({
            project: z.string().nullable().describe('Working folder; null: unknown.'),
            conversations: z.array(timelineConversation),
          }),
        ),
      }),
    )
    .describe('Newest day first; within a day in order of time.'),
  total: count.describe('Conversations in this period that match the filters.'),
  left_out: count.describe('At most this many of them have activity further back than shown here.'),
  cursor: z.string().nullable().describe('Pass it with the same arguments to go further back.'),
  utc_offset_minutes: z.int().describe('Time zone of the days.'),
  notes,
})

export type TimelineInput = z.output<typeof timelineInput>
export type TimelineOutput = z.output<typeof timelineOutput>
export type TimelineConversation = z.output<typeof timelineConversation>
