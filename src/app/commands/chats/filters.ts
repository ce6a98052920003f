import type { Engine } from '../../../engine/engine.ts'
import { endOfDay, readDay, startOfDay } from '../../../kinds/chats/days.ts'
import type { Input } from '../../../surfaces/cli/command.ts'

/** Minutes that the clock of this machine is ahead of UTC: people mean their own days. */
export const offsetAt = (at: number): number => -new Date(at).getTimezoneOffset()

/** What narrows a timeline, a history or counts, as operations take it. */
export const filtersOf = ({ project, agent, since, until }: Input, engine: Engine): Input => ({
  project,
  agent,
  since,
  until,
  utc_offset_minutes: offsetAt(engine.now()),
})

/** The same for a search, which knows moments and no days. */
export function searchFiltersOf({ project, agent, since, until }: Input, engine: Engine): Input {
  const calendar = { now: engine.now(), offset: offsetAt(engine.now()) }
  const start = since === undefined ? 0 : Math.max(0, startOfDay(readDay(String(since), calendar), calendar.offset))
  const end = until === undefined ? calendar.now : endOfDay(readDay(String(until), calendar), calendar.offset)
  const isBounded = since !== undefined || until !== undefined
  return { project, agent, ...(isBounded && { time_window: { start, end } }) }
}
