import type { CallRecord, CallSummary, CallSummaryRequest, NotFound, ToolCalls } from '@wuku/core/ports/record-store'
import { byBytes } from './pages.ts'

export const foundNothing = ({ results, error }: CallRecord): boolean => results === 0 && error === null

const keys = ['query', 'intent_query', 'topic', 'libraryName', 'name', 'path'] as const

export function summarizeCalls(
  all: readonly CallRecord[],
  { actor, library, withoutClient, from, maxNotFound: most }: CallSummaryRequest,
): CallSummary {
  const calls = all.filter(
    (call) =>
      call.operation !== null &&
      call.at >= from &&
      (actor === undefined || call.actor === actor) &&
      (library === undefined || call.library === library) &&
      (withoutClient === undefined || call.client !== withoutClient),
  )
  const by = <T>(keyOf: (call: CallRecord) => string, make: (key: string, own: readonly CallRecord[]) => T): T[] =>
    [...Map.groupBy(calls, keyOf)].map(([key, own]) => make(key, own))
  return {
    byTool: by(({ operation }) => operation ?? '', toolCalls).toSorted(
      (a, b) => b.calls - a.calls || byBytes(a.operation, b.operation),
    ),
    byClient: by(
      ({ client }) => client,
      (client, own) => ({ client, ...counted(own), lastAt: Math.max(...own.map(({ at }) => at)) }),
    ).toSorted((a, b) => b.calls - a.calls || byBytes(a.client, b.client)),
    byDay: by(
      ({ at }) => new Date(at).toISOString().slice(0, 10),
      (day, own) => ({ day, ...counted(own) }),
    ).toSorted((a, b) => byBytes(a.day, b.day)),
    notFound: notFoundIn(calls).slice(0, most),
  }
}

const counted = (own: readonly CallRecord[]) => ({
  calls: own.length,
  failed: own.filter(({ error }) => error !== null).length,
  empty: own.filter(foundNothing).length,
})

function toolCalls(operation: string, own: readonly CallRecord[]): ToolCalls {
  const times = own.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)
  const rank = (percent: number): number => times[Math.ceil((times.length * percent) / 100) - 1] ?? 0
  const tokens = own.reduce((sum, call) => sum + (call.tokens ?? 0), 0)
  return { operation, ...counted(own), tokens, p50: rank(50), p95: rank(95) }
}

function notFoundIn(calls: readonly CallRecord[]): NotFound[] {
  const asked = calls.filter(foundNothing).flatMap((call) => {
    const query = questionIn(call)
    return query === undefined ? [] : [{ query, operation: call.operation ?? '', at: call.at }]
  })
  return [...Map.groupBy(asked, ({ query, operation }) => JSON.stringify([query, operation])).values()]
    .map((own) => ({
      query: own[0]?.query ?? '',
      operation: own[0]?.operation ?? '',
      times: own.length,
      lastAt: Math.max(...own.map(({ at }) => at)),
    }))
    .toSorted(
      (a, b) =>
        b.times - a.times || b.lastAt - a.lastAt || byBytes(a.query, b.query) || byBytes(a.operation, b.operation),
    )
}

function questionIn({ input }: CallRecord): string | undefined {
  const fields = Object(input) as Readonly<Record<string, unknown>>
  const found = keys.map((key) => fields[key]).find((value) => value !== undefined && value !== null)
  return typeof found === 'string' && found !== '' ? found : undefined
}
