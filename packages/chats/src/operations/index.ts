import { asJson, type Operation, defineOperation } from '@wuku/kernel/base/operation'
import { statsTable, timelineTable } from '../chat-layout.ts'
import { deleteConversation } from './delete-conversation.ts'
import { exportConversation } from './export-conversation.ts'
import { findFileHistory } from './find-file-history.ts'
import { gatherChats } from './gather-chats.ts'
import { handoff } from './handoff.ts'
import { listConversations } from './list-conversations.ts'
import { readConversation } from './read-conversation.ts'
import { resolveIds } from './resolve-ids.ts'
import { resumeConversation } from './resume-conversation.ts'
import { searchConversations } from './search-conversations.ts'
import { writeMinute } from '../days.ts'
import { lastSegment } from '../replies.ts'
import { narrowingAliases } from '../narrowing.ts'
import { statsInput, statsOutput } from '../stats/stats-shapes.ts'
import { readStats } from '../stats/stats.ts'
import { timelineInput, timelineOutput, type TimelineOutput } from '../timeline/timeline-shapes.ts'
import { readTimeline } from '../timeline/timeline.ts'

/** A line for each conversation of a day; its citation leads to its first message of that day. */
export const briefTimeline = ({ days, utc_offset_minutes: offset, left_out, ...rest }: TimelineOutput): unknown => ({
  ...(days.length === 0 && { message: 'No conversation took place then.' }),
  conversations: days.flatMap(({ projects }) =>
    projects.flatMap(({ project, conversations }) =>
      conversations.map(({ chatId: _id, agent, timeRange, firstQuestion, title, ...each }) => ({
        about: [
          writeMinute(timeRange.from + offset * 60_000),
          agent,
          ...(project === null ? [] : [lastSegment(project)]),
        ].join(' · '),
        title,
        ...each,
        ...(firstQuestion !== title && { firstQuestion }),
      })),
    ),
  ),
  ...(left_out > 0 && { left_out }),
  ...rest,
})

export const timeline = defineOperation({
  name: 'timeline',
  group: 'chats',
  title: 'What was done when',
  description:
    'What was done when: the conversations of each day by project, with what the user asked and the files edited. ' +
    'For yesterday, last week, a standup or a weekly report. Not for looking for words: search_conversations.',
  effect: 'read',
  openWorld: true,
  input: timelineInput,
  output: timelineOutput,
  aliases: { ...narrowingAliases, date: 'day', limit_chats: 'limit', max_tokens: 'budget' },
  searchHint:
    'timeline diary standup digest yesterday today last week what did I do 时间线 昨天 今天 上周 做了什么 日报 周报',
  route: { method: 'GET', path: '/chats/timeline' },
  examples: [
    { label: 'What was done yesterday', input: { day: 'yesterday', utc_offset_minutes: 480 } },
    { label: 'The last week in one project', input: { time_window: '7d', project: 'shop' } },
    { label: 'Between two days', input: { since: '2026-11-16', until: '2026-11-20' } },
  ],
  run: (request, { engine }) => readTimeline(request, engine),
  brief: briefTimeline,
  table: timelineTable,
  render: asJson,
})

export const conversationStats = defineOperation({
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
    { label: 'Tokens by model in the last month', input: { group_by: ['model'], time_window: '30d' } },
    { label: 'Each week by project', input: { group_by: ['week', 'project'], utc_offset_minutes: 480 } },
  ],
  run: (request, { engine }) => readStats(request, engine),
  table: statsTable,
  render: asJson,
})

/** In order: operations that find, that read, that delete. */
export const chatOperations: readonly Operation[] = [
  searchConversations,
  listConversations,
  timeline,
  findFileHistory,
  gatherChats,
  readConversation,
  resolveIds,
  conversationStats,
  exportConversation,
  handoff,
  resumeConversation,
  deleteConversation,
]
