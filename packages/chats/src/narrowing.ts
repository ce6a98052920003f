import { z } from 'zod'
import { aliasesOf, integerBetween } from '@wuku/kernel/base/operation-shapes'
import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/chats'
import type { Catalogue, ChatEntry } from './catalogue.ts'
import { endOfDay, readDay, startOfDay, type Calendar } from './days.ts'
import { searchInput } from './search/chat-search-shapes.ts'
import { filterOf, windowOf, type Window } from './search/choose.ts'

const { time_window, project, agent } = searchInput.shape

export const dayText = (description: string) => z.string().trim().min(1).max(40).describe(description)

/** Which conversations are meant, in the words of search_conversations, and with days. */
export const narrowing = {
  time_window,
  since: dayText('From this day on: 2026-11-20, yesterday, 昨天.').optional(),
  until: dayText('Up to this day and with it.').optional(),
  utc_offset_minutes: integerBetween(-900, 900)
    .default(0)
    .describe("The user's time zone in minutes ahead of UTC, 480 in China; days begin at its midnight. Default 0."),
  project,
  agent,
}

export const narrowingAliases = aliasesOf({
  time_window: ['timeWindow', 'window'],
  since: ['from', 'after'],
  until: ['to', 'before'],
  utc_offset_minutes: ['utcOffsetMinutes', 'tz_offset'],
  project: ['folder'],
  include_automated: ['includeAutomated'],
})

export type NarrowingInput = z.output<z.ZodObject<typeof narrowing>> & { readonly include_automated: boolean }

export type Narrowed = ReturnType<typeof narrow>

/** Newest first; some of what was said in each may lie outside of the window. A subagent speaks with the agent that called it. */
export function narrow(input: NarrowingInput, catalogue: Catalogue, now: number) {
  const window = windowIn(input, { now, offset: input.utc_offset_minutes })
  const accepts = filterOf(input, window)
  const isWanted = (entry: ChatEntry) => accepts(entry) && (input.include_automated || entry.parent?.as !== 'subagent')
  const entries: readonly ChatEntry[] = catalogue.entries.filter(isWanted)
  return { entries, window }
}

/** The intersection of all time limits in the request. */
function windowIn({ time_window: timeWindow, since, until }: NarrowingInput, calendar: Calendar): Window {
  const { from, to } = windowOf(timeWindow, calendar.now) ?? { from: -Infinity, to: Infinity }
  const { offset } = calendar
  const first = since === undefined ? -Infinity : startOfDay(readDay(since, calendar), offset)
  const last = until === undefined ? Infinity : endOfDay(readDay(until, calendar), offset)
  if (first <= last) return { from: Math.max(from, first), to: Math.min(to, last) }
  throw new WukuError('bad-input', msg('untilIsDayBeforeSince'))
}
