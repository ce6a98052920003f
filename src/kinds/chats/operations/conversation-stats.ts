import { asJson } from '../../../engine/answer.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { narrowingAliases } from '../narrowing.ts'
import { statsInput, statsOutput, type StatsInput, type StatsOutput } from '../stats/shapes.ts'
import { readStats } from '../stats/stats.ts'

export const conversationStats = defineOperation<StatsInput, StatsOutput>({
  name: 'conversation_stats',
  group: 'chats',
  title: 'Conversation statistics',
  description:
    'Count conversations, messages, turns, tokens in and out and active time, by agent, model, project, day, week or ' +
    'month, with totals. For costs, habits and reports.',
  effect: 'read',
  input: statsInput,
  output: statsOutput,
  aliases: { ...narrowingAliases, groupBy: 'group_by', by: 'group_by' },
  searchHint: 'statistics usage tokens cost time spent count conversations per day model 统计 用量 令牌 花费 时长 次数',
  route: { method: 'GET', path: '/chats/stats' },
  examples: [
    { says: 'Tokens by model in the last month', input: { group_by: ['model'], time_window: '30d' } },
    { says: 'Each week by project', input: { group_by: ['week', 'project'], utc_offset_minutes: 480 } },
  ],
  run: (wanted, { engine }) => readStats(wanted, engine),
  render: asJson,
})
