import { z } from 'zod'
import { count, notes } from '../../../engine/operations/shapes.ts'
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
  include_automated: z.boolean().default(true).describe('Also runs that no person sat at, and subagents.'),
  limit: z.int().min(1).max(500).default(50).describe('Most groups; the others are in the totals.'),
})

const measures = {
  conversations: count,
  messages: count,
  turns: count.describe('Messages of the person.'),
  inputTokens: count.describe('As far as programs tell.'),
  outputTokens: count,
  activeSeconds: count.describe('Time between messages, without pauses of more than 5 minutes.'),
}

export const statsOutput = z.strictObject({
  groups: z
    .array(
      z.strictObject({
        agent: z.enum(agents).optional(),
        model: z.string().nullable().optional().describe('null where none is told.'),
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
  reckoned: count.describe('Conversations that were not looked into, but counted by what is known of them as a whole.'),
  utc_offset_minutes: z.int().describe('By which days were counted.'),
  notes,
})

export type StatsInput = z.output<typeof statsInput>
export type StatsOutput = z.output<typeof statsOutput>
export type Group = StatsOutput['groups'][number]
export type Totals = StatsOutput['totals']
