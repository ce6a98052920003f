import { api, told, type Answer } from '../../api/client.ts'
import { argumentsOf, listCalls, listSessions, type AgentSession, type Call } from './calls.ts'

export type Said = Answer<'/api/v1/hook/log'>['answers'][number]

/** What an agent did, or was told by a hook, at one moment. */
export type Step = { readonly key: string; readonly at: number } & (
  | { readonly kind: 'call'; readonly call: Call }
  | { readonly kind: 'hook'; readonly said: Said }
)

export interface Trace {
  readonly session: AgentSession
  /** Oldest first. */
  readonly steps: readonly Step[]
  /** Later calls that are too many to show. */
  readonly further: number
}

const MOST = 500
/** A hook speaks before its agent asks, or after. */
const AROUND = 10 * 60_000

/** `isOwn`: hooks keep their log by user, so that it is of this session alone where it is the reader's own. */
export async function askTrace(
  call: number,
  isOwn: (session: AgentSession) => boolean,
  signal: AbortSignal,
): Promise<Trace | undefined> {
  const [session] = (await listSessions({ call }, signal)).rows
  if (!session) return undefined
  const [first, last] = [Date.parse(session.from ?? ''), Date.parse(session.to ?? '')]
  const { actor, client, surface } = session
  const within = { since: String(first), until: String(last + 1), ...(session.session && { session: session.session }) }
  const query = { actor, client, surface: surface as 'mcp', ...within, page: 1, page_size: MOST }
  const [calls, hooks] = await Promise.all([listCalls(query, signal), isOwn(session) ? askHooks(signal) : []])
  const own = calls.rows.filter((each) => each.session === session.session)
  const said = hooks.filter(
    ({ at, client: program }) =>
      Date.parse(at) >= first - AROUND && Date.parse(at) <= last + AROUND && isSameProgram(program, client),
  )
  return { session, steps: stepsOf(own, said), further: Math.max(0, calls.total - calls.rows.length) }
}

/** Without them a trace is whole but for what hooks said: it is shown all the same. */
const askHooks = async (signal: AbortSignal): Promise<readonly Said[]> =>
  told(api.GET('/api/v1/hook/log', { params: { query: { limit: MOST } }, signal })).then(
    ({ answers }) => answers,
    () => [],
  )

/** A program names itself `codex` to its hooks and `codex-mcp-client` to servers. */
export function isSameProgram(one: string, other: string): boolean {
  const [a = '', b = ''] = [one, other].map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  return a !== '' && b !== '' && (a.includes(b) || b.includes(a))
}

export function stepsOf(calls: readonly Call[], hooks: readonly Said[]): readonly Step[] {
  const timeOf = (at: string | null): number => Date.parse(at ?? '') || 0
  return [
    ...calls.map((call): Step => ({ kind: 'call', key: String(call.id), at: timeOf(call.at), call })),
    ...hooks.map((said): Step => ({ kind: 'hook', key: `hook-${said.id}`, at: timeOf(said.at), said })),
  ].toSorted((a, b) => a.at - b.at)
}

/** Messages of the protocol say nothing of the work, unless one failed. */
export const isWork = (step: Step): boolean =>
  step.kind === 'hook' || step.call.operation !== null || step.call.status === 'error'

/** Later steps that opened one of these results, by its citation or its path. */
export function openedNext(hits: readonly string[], from: Step, steps: readonly Step[]): ReadonlyMap<string, Step> {
  const later = steps.slice(steps.indexOf(from) + 1)
  const found = hits.flatMap((hit) => {
    const [place = hit] = hit.split('#')
    const step = later.find(
      (each) => each.kind === 'call' && namesIn(each.call.input).some((name) => isOf(place, name)),
    )
    return step ? [[hit, step] as const] : []
  })
  return new Map(found)
}

const isOf = (place: string, name: string): boolean => {
  const [bare = name] = name.split('#')
  return bare === place || (bare.length > 3 && place.endsWith(`/${bare}`))
}

const namesIn = (input: unknown): readonly string[] =>
  typeof input === 'string' ? [input] : Object.values(Object(input) as object).flatMap(namesIn)

/** What a call asked for, in one line. */
const QUESTIONS = ['query', 'intent_query', 'topic', 'citation', 'path', 'name', 'libraryName', 'symbol', 'pattern']
export function questionOf(call: Call): string {
  const fields = Object(call.input) as Readonly<Record<string, unknown>>
  const found = QUESTIONS.map((key) => fields[key]).find((value) => typeof value === 'string' && value !== '')
  return (found as string | undefined) ?? argumentsOf(call)
}
