import { isWukuError } from '../core/errors.ts'
import type { Json } from '../core/words.ts'
import { graphemeBorder } from '../text/terms/graphemes.ts'
import { maskNamed } from '../text/secrets/secrets.ts'
import { dayOf } from './day.ts'
import type { Operation } from './operation.ts'
import type { OperationContext, CallFacts } from './engine.ts'

/** Longer texts of what was asked are cut: the log tells what was asked for, and keeps no documents. */
const LONGEST_TEXT = 300
/** A secret that begins in what is kept ends in here; whole documents are not searched for any. */
const LOOKED_AT = 20_000
const LONGEST_LIST = 20
const ERROR_CHARS = 500

/** Runs an operation and writes down, after its answer, who asked what and how it went. */
export async function runLogged<Output>(
  operation: Operation,
  input: unknown,
  { surface, ...context }: OperationContext & { readonly surface: string },
): Promise<Output> {
  const { engine, caller } = context
  const started = engine.now()
  const begun = performance.now()
  let noted: CallFacts = {}
  const note = (facts: CallFacts): void => void (noted = { ...noted, ...facts })
  const log = (output: unknown, error: string | null): void => {
    const milliseconds = Math.round((performance.now() - begun) * 10) / 10
    const library = noted.library ?? null
    engine.record({
      calls: [
        {
          at: started,
          operation: operation.name,
          client: caller.client,
          surface,
          library,
          input: operation.forgets ? null : redacted(input),
          results: noted.results ?? countResults(output),
          milliseconds,
          error,
        },
      ],
      counts: [
        { day: dayOf(started), metric: `call.${operation.name}`, library: library ?? 0, count: 1, sum: milliseconds },
        ...(error === null ? [] : [{ day: dayOf(started), metric: 'call.failed', library: 0, count: 1, sum: 0 }]),
      ],
    })
  }
  try {
    const output = await operation.run(input, { ...context, note })
    log(output, null)
    return output as Output
  } catch (thrown) {
    log(undefined, nameOf(thrown))
    throw thrown
  }
}

const nameOf = (thrown: unknown): string =>
  isWukuError(thrown) ? thrown.code : thrown instanceof Error ? beginningOf(thrown.message, ERROR_CHARS) : 'unknown'

const beginningOf = (text: string, most: number): string => text.slice(0, graphemeBorder(text, most))

/** The first list of an answer is what was asked for. */
function countResults(output: unknown): number | null {
  if (typeof output !== 'object' || output === null) return null
  const list = Object.values(output).find((value) => Array.isArray(value))
  return list === undefined ? null : (list as readonly unknown[]).length
}

/** As plain data, secrets masked. */
export function redacted(value: unknown, name = ''): Json {
  if (typeof value === 'string') {
    const text = maskNamed(name, value.slice(0, LOOKED_AT))
    return text.length > LONGEST_TEXT || value.length > LOOKED_AT
      ? `${beginningOf(text, LONGEST_TEXT)}… (${value.length} characters)`
      : text
  }
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map((each) => redacted(each, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redacted(each, key)]))
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}
