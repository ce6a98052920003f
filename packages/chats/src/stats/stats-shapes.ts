import { z } from 'zod'
import { count, notes } from '@wuku/kernel/base/operation-shapes'
import { agents } from '../conversation.ts'
import { narrowing } from '../narrowing.ts'

export const groupings = ['agent', 'model', 'project', 'day', 'week', 'month'] as const
export type Grouping = (typeof groupings)[number]

export const statsInput = z.strictObject({
  group_by: z
    .array(z.enum(groupings))
    .min(1)
    .max(2)
    .default(['agent'])
    .describe('One or two of agent, model, project, day, week, month.'),
  ...narrowing,
  include_automated: z.boolean().default(true).describe('Include automated runs, without a person, and subagents.'),
  limit: z.int().min(1).max(500).default(50).describe('Maximum number of groups; the totals include the others.'),
})

const measures = {
  conversations: count,
  messages: count,
  turns: count.describe('Messages of the user.'),
  inputTokens: count.describe('If the program records it.'),
  outputTokens: count,
  activeSeconds: count.describe('Time between messages, without pauses of more than 5 minutes.'),
}

export const statsOutput = z.strictObject({
  groups: z
    .array(
      z.strictObject({
        agent: z.enum(agents).optional(),
        model: z.string().nullable().optional().describe('null: not recorded.'),
        project: z.string().nullable().optional(),
        day: z.string().optional(),
        week: z.string().optional().describe('2026-W47, from Monday.'),
        month: z.string().optional(),
        ...measures,
      }),
    )
    .describe('Newest first when by time, else by messages.'),
  totals: z.strictObject(measures),
  groups_left_out: count,
  reckoned: count.describe('Conversations that were not read; estimated from their known totals.'),
  utc_offset_minutes: z.int().describe('Time zone of the days.'),
  notes,
})

export type StatsInput = z.output<typeof statsInput>
export type StatsOutput = z.output<typeof statsOutput>
export type Group = StatsOutput['groups'][number]
export type Totals = StatsOutput['totals']
