import { writeMinute } from '../days.ts'
import { lastSegment } from '../replies.ts'
import type { TimelineOutput } from './timeline-shapes.ts'

/** A line for each conversation of a day; its citation leads to its first message of that day. */
export const briefTimeline = ({ days, utc_offset_minutes: offset, left_out, ...rest }: TimelineOutput): unknown => ({
  ...(days.length === 0 && { message: 'No conversation took place then.' }),
  conversations: days.flatMap(({ projects }) =>
    projects.flatMap(({ project, conversations }) =>
      conversations.map(({ chatId: _id, agent, timeRange, firstQuestion, title, ...each }) => ({
        about: [
          writeMinute(timeRange.from + offset * MINUTE),
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

const MINUTE = 60_000
