import type { AuditEntry } from '@wuku/core/ports/accounts'
import {
  type Activity,
  type CallRecord,
  type DailyCount,
  type NewRecords,
  type RecordView,
  withoutNames,
} from '@wuku/core/ports/record-store'
import { demand } from './checks.ts'
import { foundNothing, summarizeCalls } from './call-summary.ts'
import { byBytes, pageOf } from './pages.ts'

/** Never changed in place. */
export interface RecordsState {
  /** In the order in which they were written, as the calls and the audit are. */
  readonly activities: readonly Activity[]
  readonly calls: readonly CallRecord[]
  readonly audit: readonly AuditEntry[]
  /** By day, metric and library. */
  readonly counts: ReadonlyMap<string, DailyCount>
  /** Moment of the last forgetting. */
  readonly forgottenAt: number
}

export const emptyRecords: RecordsState = {
  activities: [],
  calls: [],
  audit: [],
  counts: new Map(),
  forgottenAt: -Infinity,
}

/** Of whatever `now` answers when it is asked. */
export const createRecordView = (now: () => RecordsState): RecordView => ({
  activities: async ({ task, library, events, ...page }) => {
    const isWanted = (one: Activity): boolean =>
      isOrAny(task, one.task) && isOrAny(library, one.library) && (events?.includes(one.event) ?? true)
    return pageOf(newestFirst(now().activities.filter(isWanted)), page)
  },
  calls: async ({
    id,
    operation,
    library,
    actor,
    client,
    withoutClient,
    surface,
    failedOnly = false,
    emptyOnly = false,
    ...asked
  }) => {
    const { from = -Infinity, to = Infinity, ...page } = asked
    const isWanted = (one: CallRecord): boolean =>
      isOrAny(id, one.id) &&
      isOrAny(operation, one.operation) &&
      isOrAny(library, one.library) &&
      isOrAny(actor, one.actor) &&
      isOrAny(client, one.client) &&
      one.client !== withoutClient &&
      isOrAny(surface, one.surface) &&
      (!failedOnly || one.error !== null) &&
      (!emptyOnly || foundNothing(one)) &&
      from <= one.at &&
      one.at < to
    return pageOf(newestFirst(now().calls.filter(isWanted)), page)
  },
  counts: async ({ from, to, metric = '', library }) =>
    inOrder(
      [...now().counts.values()]
        .filter((one) => from <= one.day && one.day <= to && one.metric.startsWith(metric))
        .filter((one) => isOrAny(library, one.library)),
    ),
  audit: async ({ actor, actions, target, outcome, from = -Infinity, to = Infinity, ...page }) => {
    const isWanted = (one: AuditEntry): boolean =>
      isOrAny(actor, one.actor) &&
      (actions?.includes(one.action) ?? true) &&
      isOrAny(target, one.target) &&
      isOrAny(outcome, one.outcome) &&
      from <= one.at &&
      one.at < to
    return pageOf(newestFirst(now().audit.filter(isWanted)), page)
  },
  countsOf: async ({ actor, from }) => {
    const own = now().calls.filter((call) => call.actor === actor && call.operation !== null)
    return inOrder(
      own
        .map(countOf)
        .filter(({ day }) => day >= from)
        .reduce(addCount, new Map<string, DailyCount>())
        .values(),
    )
  },
  summary: async (request) => summarizeCalls(now().calls, request),
})

const inOrder = (counts: Iterable<DailyCount>): DailyCount[] =>
  [...counts].toSorted((a, b) => byBytes(a.day, b.day) || byBytes(a.metric, b.metric) || a.library - b.library)

/** As daily counts have it. */
const countOf = ({ at, operation, library, milliseconds }: CallRecord): DailyCount => ({
  day: new Date(at).toISOString().slice(0, 10),
  metric: `call.${operation}`,
  library: library ?? 0,
  count: 1,
  sum: milliseconds,
})

const isOrAny = <T>(wanted: NoInfer<T> | undefined, said: T): boolean => wanted === undefined || wanted === said

/** Of one moment the one that was written later. */
const newestFirst = <T extends { readonly at: number }>(records: readonly T[]): T[] =>
  records.toReversed().toSorted((a, b) => b.at - a.at)

export function writeRecords(state: RecordsState, { activities = [], calls = [], ...rest }: NewRecords): RecordsState {
  const { counts = [], audit = [], forgetBefore = -Infinity, forgetNaming = { texts: [], at: -Infinity } } = rest
  const isNamed = (said: unknown): boolean =>
    forgetNaming.texts.some((text) => JSON.stringify(said).includes(JSON.stringify(text).slice(1, -1)))
  const unlessForgotten = (call: CallRecord): CallRecord => (call.at > state.forgottenAt ? call : withoutNames(call))
  const last = state.calls.at(-1)?.id ?? 0
  for (const { at } of [...activities, ...calls, ...audit]) demand(Number.isFinite(at), `${at} is no time`)
  return {
    activities: [...state.activities, ...activities].filter(({ at }) => at >= forgetBefore),
    calls: [...state.calls, ...calls.map((call, at) => ({ ...unlessForgotten(call), id: last + at + 1 }))]
      .filter(({ at }) => at >= forgetBefore)
      .map((call) => (isNamed(call.input) ? { ...call, input: null } : call))
      .map((call) => (isNamed(call.hits) ? { ...call, hits: [] } : call)),
    audit: [...state.audit, ...audit].filter(({ at }) => at >= forgetBefore),
    counts: counts.reduce(addCount, state.counts),
    forgottenAt: Math.max(state.forgottenAt, forgetNaming.at),
  }
}

function addCount(counts: RecordsState['counts'], added: DailyCount): RecordsState['counts'] {
  const { day, metric, library } = added
  demand(/^\d{4}-\d\d-\d\d$/.test(day), `"${day}" is no day`)
  demand(Number.isInteger(library) && Number.isInteger(added.count), `"${metric}" is counted in parts`)
  const key = JSON.stringify([day, metric, library])
  const { count, sum } = counts.get(key) ?? { count: 0, sum: 0 }
  return new Map([...counts, [key, { ...added, count: count + added.count, sum: sum + added.sum }]])
}
