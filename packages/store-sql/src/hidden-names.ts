import type { CallRecord, CallSummary } from '@wuku/core/ports/record-store'

/** Name of a source or library, and whether a caller is shown it. */
export interface NameOfOne {
  readonly name: string
  readonly isShown: boolean
}

/** As they would stand in a call, in small letters. A name that something shows under as well is no secret. */
export function hiddenNames(named: readonly NameOfOne[]): readonly string[] {
  const written = named.map((each) => ({ ...each, name: asWritten(each.name) }))
  const shown = new Set(written.filter(({ isShown }) => isShown).map(({ name }) => name))
  return written.map(({ name }) => name).filter((name) => !shown.has(name))
}

const asWritten = (text: string): string => JSON.stringify(text).slice(1, -1).toLowerCase()

/** A call about one library may name another one too; then its arguments are hidden. Its results are for its caller alone. */
export function redactedCall(call: CallRecord, hidden: readonly string[]): CallRecord {
  const input = JSON.stringify(call.input).toLowerCase()
  const isNaming = hidden.some((name) => input.includes(name))
  return { ...call, ...(isNaming && { input: null }), hits: [] }
}

export const summaryWithout = (summary: CallSummary, hidden: readonly string[]): CallSummary => ({
  ...summary,
  notFound: summary.notFound.filter(({ query }) => !hidden.some((name) => asWritten(query).includes(name))),
})
