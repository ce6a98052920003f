import { z } from 'zod'
import { budgetOf, citation, count, notes } from '../../../engine/operations/shapes.ts'
import { agents } from '../conversation.ts'
import { timeRange } from '../gathering/shapes.ts'
import { dayText, narrowing } from '../narrowing.ts'

export const timelineInput = z.strictObject({
  day: dayText('Only this day: 2026-11-20, today, yesterday, 今天, 昨天.').optional(),
  ...narrowing,
  include_automated: z.boolean().default(false).describe('Also runs that no person sat at, and subagents.'),
  limit: z.int().min(1).max(200).default(50).describe('Most conversations; one that spans days counts on each.'),
  budget: budgetOf(6_000),
  cursor: z.string().max(100).optional().describe('Of the answer before, for what lies further back.'),
})

const told = z.strictObject({
  chatId: z.string().describe('For gather_chats.'),
  title: z.string(),
  agent: z.enum(agents),
  timeRange: timeRange.describe('First and last message on this day.'),
  messages: count.describe('Said on this day.'),
  turns: count.describe('Of them those of the person.'),
  firstQuestion: z.string().optional().describe('What the person said first on this day.'),
  files: z.array(z.string()).optional().describe('Files that were edited on this day.'),
  filesOmitted: count.optional(),
  citation: citation.describe('Of the first message on this day.'),
})

export const timelineOutput = z.strictObject({
  days: z
    .array(
      z.strictObject({
        day: z.string(),
        projects: z.array(
          z.strictObject({
            project: z.string().nullable().describe('Folder that was worked in; null where none is known.'),
            conversations: z.array(told),
          }),
        ),
      }),
    )
    .describe('Newest day first; within a day as it went.'),
  total: count.describe('Conversations of this time and with these filters.'),
  left_out: count.describe('At most so many of them hold something further back than what is told here.'),
  cursor: z.string().nullable().describe('Give it with the same arguments for what lies further back.'),
  utc_offset_minutes: z.int().describe('By which days were told.'),
  notes,
})

export type TimelineInput = z.output<typeof timelineInput>
export type TimelineOutput = z.output<typeof timelineOutput>
export type ToldStretch = z.output<typeof told>
