import type { paths } from '../../../schema.d.ts'
import { api, told, type Answer } from '../../api/client.ts'
import type { Page } from '../../ui/use-pages.ts'

type Listed = paths['/api/v1/calls']['get']
export type CallsQuery = NonNullable<Listed['parameters']['query']>
export type Call = Listed['responses']['200']['content']['application/json']['list'][number]
export type ShownCall = Answer<'/api/v1/calls/{id}'>
export type Replay = Answer<'/api/v1/calls/{id}/replay', 'post'>

/** How pages of ours name themselves in the log. */
const CONSOLE = 'console'

/** Where calls came from: by default from agents, which speak MCP; scripts and the console would hide them. */
export const origins = ['cli', 'rest', 'programs', 'console', 'all'] as const

export function originQuery(origin: string): CallsQuery {
  if (origin === 'all') return {}
  if (origin === 'console') return { client: CONSOLE }
  if (origin === 'programs') return { without_client: CONSOLE }
  return { without_client: CONSOLE, surface: origin === 'cli' || origin === 'rest' ? origin : 'mcp' }
}

export async function listCalls(query: CallsQuery, signal?: AbortSignal): Promise<Page<Call>> {
  const { list, total } = await told(api.GET('/api/v1/calls', { params: { query }, ...(signal && { signal }) }))
  // A member that may be anything is told as one that may be missing.
  return { rows: list as never, total }
}

type ListedSessions = paths['/api/v1/sessions']['get']
export type SessionsQuery = NonNullable<ListedSessions['parameters']['query']>
export type AgentSession = Answer<'/api/v1/sessions'>['list'][number]

export async function listSessions(query: SessionsQuery, signal?: AbortSignal): Promise<Page<AgentSession>> {
  const { list, total } = await told(api.GET('/api/v1/sessions', { params: { query }, ...(signal && { signal }) }))
  return { rows: list, total }
}

/** Any of its calls names a session. */
export const sessionAddress = ({ call }: Pick<AgentSession, 'call'>): string => `/agents/sessions/${call}`

/** `0:07`, `1:02:33` */
export function durationOf({ from, to }: { readonly from: string | null; readonly to: string | null }): string {
  const seconds = Math.round((Date.parse(to ?? '') - Date.parse(from ?? '')) / 1_000) || 0
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [first = 0, ...others] = parts[0] === 0 ? parts.slice(1) : parts
  return [first, ...others.map((each) => String(each).padStart(2, '0'))].join(':')
}

export const showCall = async (id: number, signal: AbortSignal): Promise<ShownCall> =>
  (await told(api.GET('/api/v1/calls/{id}', { params: { path: { id: String(id) } }, signal }))) as ShownCall

export const replayCall = async (id: number, signal: AbortSignal): Promise<Replay> =>
  told(api.POST('/api/v1/calls/{id}/replay', { params: { path: { id: String(id) } }, signal }))

export const callAddress = ({ id }: Pick<Call, 'id'>): string => `/agents/calls/${id}`

/** Arguments in one line. */
const SHORT = 300
export function argumentsOf({ input }: Pick<Call, 'input'>): string {
  if (input === null) return ''
  const text = JSON.stringify(input)
  return text === '{}' ? '' : text.slice(0, SHORT)
}
