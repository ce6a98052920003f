import { msg, type Text } from '@wuku/messages/remote'
import { sentences } from '@wuku/core/list-helpers'
import { isWukuError } from '@wuku/core/errors'
import type { OperationContext } from '@wuku/kernel/base/engine'
import type { Called, Remote } from './call-remote.ts'
import type { PushRecord } from './pushes-file.ts'
import { serverOrigin } from './servers-file.ts'

/** The server that answers together with this machine. */
export interface Team {
  /** As it was written. */
  readonly url: string
  /** Opened for each question: who logs in meanwhile need not start anything again. */
  open(): Promise<Remote>
  pushes(): Promise<readonly PushRecord[]>
}

/** Host, and the port where it is no usual one. */
export const nameOfServer = (url: string): string => new URL(serverOrigin(url)).host

/** Sources that were pushed from here to this server. */
export async function pushesTo(team: Team): Promise<readonly PushRecord[]> {
  const server = serverOrigin(team.url)
  return (await team.pushes()).filter((each) => each.server === server)
}

/** Milliseconds: a question waits no longer for a server than for anything else. */
const TIMEOUT_MS = 3_000

export async function askTeam<Output>(
  team: Team,
  operation: Called,
  { input, signal }: { readonly input: object; readonly signal: AbortSignal },
): Promise<Output> {
  const timeoutSignal = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  return (await team.open()).call<Output>(operation, input, { signal: timeoutSignal })
}

/** One line; the answer of this machine comes all the same. */
export function whyLocalOnly(reason: unknown, name: string): Text {
  const isLate = reason instanceof Error && reason.name === 'TimeoutError'
  if (isLate) return msg('serverWasLate', { name, seconds: TIMEOUT_MS / 1000 })
  const why = isWukuError(reason) ? sentences([reason.texts.message, reason.texts.remedy]) : String(reason)
  return msg('ofThisMachineAlone', { reason: why })
}

/**
 * Sources that a caller named, for each place; `undefined`: all that it has. A place of which none was named is not asked.
 * A name without a place may be of either, unless the same caller says the place of others.
 */
export function sourcesOfBoth(named: readonly string[] | undefined, name: string) {
  if (!named || named.length === 0) return { own: named, remote: named }
  const remote = named.filter((source) => isAtServer(source, name))
  if (remote.length === 0) return { own: named, remote: named }
  return {
    own: named.filter((source) => !isAtServer(source, name)),
    remote: remote.map((source) => fromServer(source, name)),
  }
}

export interface BothRequest<Output> {
  readonly name: string
  readonly context: OperationContext
  /** `undefined` where only sources of the server were named. */
  readonly own: (() => Promise<Output>) | undefined
  remote(): Promise<Output>
  readonly nothing: Output
  hasHits(output: Output): boolean
  unite(own: Output, remote: Output): Promise<Output>
  withNote(own: Output, note: Text): Output
}

/** Asks both at once. If one of them fails, as it does not know the source, the other may still answer. */
export async function askBoth<Output>(request: BothRequest<Output>): Promise<Output> {
  const { name, context, nothing, hasHits, unite } = request
  const [own, remote] = await Promise.allSettled([
    request.own ? request.own() : Promise.resolve(nothing),
    request.remote(),
  ])
  context.signal.throwIfAborted()
  if (own.status === 'rejected') {
    if (remote.status === 'rejected' || !hasHits(remote.value)) throw own.reason
    return unite(nothing, remote.value)
  }
  if (remote.status === 'fulfilled') return unite(own.value, remote.value)
  const isUnknownThere = isWukuError(remote.reason) && remote.reason.code === 'unknown-source' && hasHits(own.value)
  return isUnknownThere ? own.value : request.withNote(own.value, whyLocalOnly(remote.reason, name))
}

/**
 * A document of a server is cited with the name of the server behind that of the source:
 * `wuku://notes/handbook@wuku.example.com/setup.md#L10-L20`, `handbook@wuku.example.com/setup.md`, `#3f2a1c@wuku.example.com`.
 */
export const atServer = (citation: string, server: string): string =>
  citation.replace(/^(wuku:\/\/[a-z]+\/[^/#]+)/, `$1@${server}`)

/** Collection and path: `handbook@wuku.example.com/keys.md`. */
export const atServerName = (file: string, server: string): string => file.replace(/^[^/]+/, `$&@${server}`)

/** As the server itself calls it. */
export function fromServer(text: string, server: string): string {
  const at = placeOf(text, server)
  return at === undefined ? text : text.slice(0, at.start) + text.slice(at.end)
}

export const isAtServer = (text: string, server: string): boolean => placeOf(text, server) !== undefined

/** Programs that copy an address may percent-encode it. */
function placeOf(text: string, server: string): { readonly start: number; readonly end: number } | undefined {
  const forms = [`@${server}`, `@${encodeURIComponent(server)}`, `%40${encodeURIComponent(server)}`]
  for (const form of forms) {
    const start = text.indexOf(form)
    const end = start + form.length
    if (start > 0 && (end === text.length || /[/:#]/.test(text[end] ?? ''))) return { start, end }
  }
  return undefined
}
