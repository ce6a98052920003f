import { isWukuError } from '@wuku/core/errors'
import type { Json } from '@wuku/core/core-types'
import { graphemeBorder } from '@wuku/text/terms/graphemes'
import { maskNamed } from '@wuku/text/secrets/secrets'
import { estimateTokens } from '@wuku/text/terms/tokens'
import { dayOf } from './day.ts'
import { actorOf, nameOf, type Caller } from './base/caller.ts'
import type { CallFacts, Engine, OperationContext } from './base/engine.ts'
import type { Operation } from './base/operation.ts'
import type { CallRecord, DailyCount } from '@wuku/core/ports/record-store'

/** Longer texts in arguments are cut: the log records requests, and does not keep documents. */
const LONGEST_TEXT = 300
/** A secret that begins in what is kept ends in here; whole documents are not searched for any. */
const MAX_SCANNED_CHARS = 20_000
const LONGEST_LIST = 20
/** Arguments of operations are flatter; a message may be nested as deep as a caller likes. */
const DEEPEST = 10
const ERROR_CHARS = 500

/** A call as the surface knows it that it came by. */
export interface CallOrigin {
  readonly surface: string
  /** By default the name of the operation. */
  readonly funcName?: string
  /** As the answer names the request; absent where answers name none. */
  readonly requestId?: string
  /** Connection of the client; absent where each request stands for itself. */
  readonly session?: string
  /** Parts of the answer's text as its caller reads it; absent where nobody keeps them. */
  textOf?(output: unknown, input: unknown): readonly string[]
  /** Hears how the call ended, once that is noted. */
  noted?(call: CallRecord): void
  /** Part of a request that has a record of its own; what fails has none, unless it was stopped. */
  readonly isPart?: boolean
}

export interface LoggedContext extends OperationContext {
  readonly origin: CallOrigin
}

/** Runs an operation and writes down, after its answer, who asked what and how it went. */
export async function runLogged<Output>(operation: Operation, input: unknown, { origin, ...context }: LoggedContext) {
  const { engine, caller } = context
  const startedAt = beginCall(engine)
  let noted: CallFacts = {}
  const note = (facts: CallFacts): void => {
    noted = { ...noted, ...facts }
    context.note?.(facts)
  }
  const log = (output: unknown, error: string | null, texts?: readonly string[]): void => {
    const results = noted.results ?? resultsOf(operation, input, output)
    const facts = { ...noted, ...(results !== null && { results }) }
    const hits = operation.effect === 'read' ? hitsOf(output) : []
    startedAt.end({ operation, caller, origin, input, error, texts, facts, hits })
  }
  try {
    const output = await operation.run(input, { ...context, note })
    log(output, null, origin.textOf?.(output, input))
    return output as Output
  } catch (thrown) {
    log(undefined, errorName(thrown))
    throw thrown
  }
}

/** A call whose arguments were refused, or that its caller may not make. */
export function logRefused(
  operation: Operation,
  given: unknown,
  { engine, caller, origin, thrown }: Pick<LoggedContext, 'engine' | 'caller' | 'origin'> & { thrown: unknown },
): void {
  beginCall(engine).end({ operation, caller, origin, input: given, error: errorName(thrown), facts: {} })
}

interface EndedCall {
  readonly operation: Operation | undefined
  readonly caller: Caller
  readonly origin: CallOrigin
  readonly input: unknown
  readonly error: string | null
  readonly texts?: readonly string[] | undefined
  readonly facts: CallFacts
  /** By default none. */
  readonly hits?: readonly string[]
}

export interface StartedCall {
  /** Writes it down. */
  end(call: EndedCall): void
}

/** Its time counts from now on. */
export function beginCall(engine: Pick<Engine, 'now' | 'record'>): StartedCall {
  const at = engine.now()
  const startedAt = performance.now()
  return {
    end({ operation, caller, origin, input, error, texts, facts, hits = [] }) {
      if (operation?.isUnlogged || (origin.isPart && (error === null || error === 'cancelled'))) return
      const loggedInput = operation?.forgets ? null : redacted(input)
      const isWhole = loggedInput !== null && isSame(input, loggedInput)
      const call: CallRecord = {
        at,
        actor: actorOf(caller),
        actorName: nameOf(caller),
        funcName: origin.funcName ?? (operation?.name ?? '').replaceAll('-', '_'),
        operation: operation?.name ?? null,
        client: caller.client,
        surface: origin.surface,
        library: facts.library ?? null,
        input: loggedInput,
        isWhole,
        hits: operation?.forgets ? [] : hits,
        results: facts.results ?? null,
        milliseconds: Math.round((performance.now() - startedAt) * 10) / 10,
        tokens: texts?.reduce((sum, text) => sum + estimateTokens(text), 0) ?? null,
        error,
        requestId: origin.requestId ?? null,
        session: origin.session ?? null,
        // An answer repeats what was asked, and a secret in it need not look like one there.
        answer: texts && isWhole ? keptText(texts.join('\n\n')) : null,
      }
      engine.record({ calls: [call], counts: countsOf(call, facts) })
      origin.noted?.(call)
    },
  }
}

function countsOf({ at, operation, library, milliseconds, error }: CallRecord, { cached }: CallFacts): DailyCount[] {
  const day = dayOf(at)
  const one = { day, library: 0, count: 1, sum: 0 }
  return [
    ...(operation === null ? [] : [{ ...one, metric: `call.${operation}`, library: library ?? 0, sum: milliseconds }]),
    ...(error === null ? [] : [{ ...one, metric: 'call.failed' }]),
    ...(cached === undefined ? [] : [{ ...one, metric: cached ? 'cache.hits' : 'cache.misses' }]),
  ]
}

const errorName = (thrown: unknown): string =>
  isWukuError(thrown) ? thrown.code : thrown instanceof Error ? beginningOf(thrown.message, ERROR_CHARS) : 'unknown'

const beginningOf = (text: string, maxLength: number): string => text.slice(0, graphemeBorder(text, maxLength))

/** Arguments of a search that hold the question. */
const QUESTIONS = ['query', 'queries', 'intent_query', 'topic', 'libraryName', 'name', 'pattern', 'symbol', 'path']

/** A change has no results, and a list of what is here that is empty is no search that found nothing. */
function resultsOf({ effect }: Operation, input: unknown, output: unknown): number | null {
  const results = effect === 'read' ? resultsIn(output) : null
  const fields = Object(input) as Readonly<Record<string, unknown>>
  return results === 0 && QUESTIONS.every((key) => (fields[key] ?? '') === '') ? null : results
}

/** The first list of an answer is what was asked for. */
export function resultsIn(output: unknown): number | null {
  if (typeof output !== 'object' || output === null) return null
  const list = Object.values(output).find((value) => Array.isArray(value))
  return list === undefined ? null : (list as readonly unknown[]).length
}

/** Results that the log names, and the longest name. */
const MAX_HITS = 20
const LONGEST_HIT = 500

/** Names of the first results: of the one document that was read, or of the first list whose items have names. */
export function hitsOf(output: unknown): readonly string[] {
  if (typeof output !== 'object' || output === null) return []
  const own = nameIn(output)
  if (own !== undefined) return withoutSecrets([own])
  for (const value of Object.values(output)) {
    if (!Array.isArray(value)) continue
    const names = value.slice(0, MAX_HITS).flatMap((each: unknown) => nameIn(each) ?? [])
    if (names.length > 0) return withoutSecrets(names)
  }
  return []
}

/** Looks at all of them at once: most hold none. */
function withoutSecrets(names: readonly string[]): readonly string[] {
  const all = names.join('\n')
  return maskNamed('', all) === all ? names : names.filter((name) => maskNamed('', name) === name)
}

/** A citation, else a path; what is too long names nothing. */
function nameIn(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined
  const { citation, uri, path } = item as Readonly<Record<string, unknown>>
  const name = [citation, uri, path].find((each) => typeof each === 'string')
  return name !== undefined && name.length <= LONGEST_HIT ? name : undefined
}

/** Nothing was masked or cut. */
function isSame(value: unknown, loggedInput: Json): boolean {
  if (Array.isArray(value))
    return (
      Array.isArray(loggedInput) &&
      value.length === loggedInput.length &&
      value.every((each, at) => isSame(each, loggedInput[at] ?? null))
    )
  if (typeof value !== 'object' || value === null) return (value ?? null) === loggedInput
  const fields =
    loggedInput !== null && typeof loggedInput === 'object' && !Array.isArray(loggedInput) ? loggedInput : undefined
  return (
    fields !== undefined && Object.entries(value).every(([key, each]) => isSame(each, (fields as Fields)[key] ?? null))
  )
}

type Fields = { readonly [key: string]: Json }

/** Longer answers are cut: the index has the documents. */
const MAX_ANSWER_BYTES = 16_384

function keptText(text: string): string {
  const masked = maskNamed('', text.slice(0, MAX_SCANNED_CHARS))
  const bytes = Buffer.from(masked)
  if (bytes.length <= MAX_ANSWER_BYTES && text.length <= MAX_SCANNED_CHARS) return masked
  const kept = new TextDecoder().decode(bytes.subarray(0, MAX_ANSWER_BYTES), { stream: true })
  return `${kept}… (${text.length} characters)`
}

/** As plain data, secrets masked. */
export function redacted(value: unknown, name = '', depth = 0): Json {
  if (depth > DEEPEST) return null
  if (typeof value === 'string') {
    const text = maskNamed(name, value.slice(0, MAX_SCANNED_CHARS))
    return text.length > LONGEST_TEXT || value.length > MAX_SCANNED_CHARS
      ? `${beginningOf(text, LONGEST_TEXT)}… (${value.length} characters)`
      : text
  }
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map((each) => redacted(each, name, depth + 1))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redacted(each, key, depth + 1)]))
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}
