import { asJson } from '../../../engine/answer.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { narrowingAliases } from '../narrowing.ts'
import { timelineInput, timelineOutput, type TimelineInput, type TimelineOutput } from '../timeline/shapes.ts'
import { readTimeline } from '../timeline/timeline.ts'

export const timeline = defineOperation<TimelineInput, TimelineOutput>({
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
    { says: 'What was done yesterday', input: { day: 'yesterday', utc_offset_minutes: 480 } },
    { says: 'The last week in one project', input: { time_window: '7d', project: 'shop' } },
    { says: 'Between two days', input: { since: '2026-11-16', until: '2026-11-20' } },
  ],
  run: (wanted, { engine }) => readTimeline(wanted, engine),
  render: asJson,
})
