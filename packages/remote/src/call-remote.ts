import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isWukuError, WukuError, type ErrorCode } from '@wuku/core/errors'
import { msg, type Language } from '@wuku/messages/remote'
import type { Progress } from '@wuku/kernel/base/caller'
import { jobShape, type JobOutput } from '@wuku/kernel/jobs/job-output'
import type { Operation } from '@wuku/kernel/base/operation'
import { eventsAfter, languageHeader, readStreamedEvent, type ServerDoor } from '@wuku/terminal/call-server'
import { commandLine } from '@wuku/text/show/shell-words'
import { requireSecureAddress, openServersFile, serverOrigin } from './servers-file.ts'

/** A server elsewhere, as its operations. */
export interface Remote {
  readonly url: string
  /** Host, and the port where it is no usual one: how answers call it. */
  readonly name: string
  call<Output>(operation: Called, input: object, how: { readonly signal: AbortSignal }): Promise<Output>
  /** Long work: followed to its end, also where the connection breaks off meanwhile. */
  run<Output>(operation: Called, input: object, how: Following): Promise<Output>
}

/** An operation by its name, and the schema that its answer is held against: anybody may answer there. */
export type Called = Pick<Operation, 'name' | 'output'>

interface Following {
  readonly signal: AbortSignal
  progress(step: Progress): void
}

export interface RemoteTarget {
  readonly url: string
  /** The data folder, which has what `wuku login` was given. */
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Also over `http:` to another machine. */
  readonly insecure?: boolean
  /** Language of the texts in its answers that people read. */
  readonly language?: Language | undefined
  /** Milliseconds for one request with its whole answer, and for the silence of a job. */
  readonly timeout?: number
}

/** The slowest line that is of use sends a page of texts within it. */
const TIMEOUT_MS = 120_000
/** Characters of an answer: more than any operation answers. */
const MAX_CHARS = 64 * 1024 * 1024

/** `WUKU_SERVER_KEY` wins: a script has a key of its own. */
export async function openRemote(target: RemoteTarget): Promise<Remote> {
  const { home, env, language, insecure = false, timeout = TIMEOUT_MS } = target
  const url = serverOrigin(target.url)
  requireSecureAddress(url, insecure)
  const token = env['WUKU_SERVER_KEY'] || (await openServersFile(home).credentialFor(url))
  if (!token) throw noCredential(url)
  const door = { url, token, language, name: new URL(url).host, timeout }
  return {
    url,
    name: door.name,
    call: async (operation, input, how) =>
      checked(operation.output, await post(door, operation.name, input, how), door) as never,
    async run({ name, output }, input, how) {
      const job = await start(door, name, input, how)
      return checked(output, await follow(door, job, how), door) as never
    },
  }
}

/** A newer server may say more than this version knows: that is left out. Whatever else differs is no answer. */
function checked<Shape extends z.ZodType>(shape: Shape, answer: unknown, door: Door): z.output<Shape> {
  const read = shape.safeParse(answer)
  if (read.success) return read.data
  const strange = read.error.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? [issue] : []))
  if (strange.length < read.error.issues.length) throw noServer(door)
  const known = structuredClone(answer)
  for (const { path, keys } of strange) {
    const place = path.reduce((at, step) => (at as Record<PropertyKey, unknown>)[step], known)
    for (const key of keys) delete (place as Record<string, unknown>)[key]
  }
  const again = shape.safeParse(known)
  if (again.success) return again.data
  throw noServer(door)
}

interface Door extends ServerDoor {
  readonly name: string
  readonly timeout: number
}

interface PostOptions {
  readonly signal: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

const post = (door: Door, operation: string, input: object, how: PostOptions): Promise<unknown> =>
  ask(door, `/api/v1/operations/${operation}`, {
    ...how,
    headers: { 'content-type': 'application/json', ...how.headers },
    body: JSON.stringify(input),
  })

/**
 * A server that has enough for this minute is waited for, within one time for all of it. A connection that breaks off, such
 * as a kept one that the other side closes just then, is made once more: the key keeps the work from being done twice. A
 * redirect is refused: the credential is for this one alone.
 */
async function ask(
  door: Door,
  path: string,
  { signal: stopped, headers, body }: PostOptions & { readonly body?: string },
): Promise<unknown> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(door.timeout)])
  const request: RequestInit = {
    method: body === undefined ? 'GET' : 'POST',
    redirect: 'error',
    signal,
    headers: {
      ...headers,
      ...languageHeader(door.language),
      authorization: `Bearer ${door.token}`,
      'idempotency-key': randomUUID(),
    },
    ...(body !== undefined && { body }),
  }
  let isRepeated = false
  const brokenOff = (error: unknown): undefined => {
    if (stopped.aborted || isWukuError(error)) throw error
    if (isRepeated || signal.aborted || !CUT.has(codeOf(error)))
      throw unreachable(door, signal.aborted ? signal.reason : error)
    isRepeated = true
  }
  for (;;) {
    const answer = await exchange(door, path, request).catch(brokenOff)
    if (!answer) continue
    if (answer.ok) return parsed(answer.text, door)
    const failure = failureOf(answer.status, answer.text, door)
    // A repeated request can meet the first one, which is still worked on.
    if (failure.code !== 'rate-limited' && !(isRepeated && answer.retryAfter)) throw failure
    await wait(answer.retryAfter || 1, signal).catch(brokenOff)
  }
}

async function exchange(door: Door, path: string, request: RequestInit) {
  const answer = await fetch(door.url + path, request)
  const { ok, status, headers } = answer
  return { ok, status, retryAfter: Number(headers.get('retry-after')), text: await textOf(answer, door) }
}

const CUT: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

async function textOf({ body }: Response, door: Door): Promise<string> {
  let responseText = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    responseText += chunk
    if (responseText.length > MAX_CHARS) throw noServer(door)
  }
  return responseText
}

const parsed = (responseText: string, door: Door): unknown => {
  try {
    return JSON.parse(responseText) as unknown
  } catch {
    throw noServer(door)
  }
}

function failureOf(status: number, responseText: string, door: Door): WukuError {
  if (status === 401) return refusedCredential(door)
  const read = failure.safeParse(parsed(responseText, door))
  if (!read.success) return noServer(door)
  const { code, message, remedy } = read.data.error
  return new WukuError(code as ErrorCode, msg('text', { name: door.name, message }), remedy)
}

const words = z.string().max(4_000)
const failure = z.object({ error: z.object({ code: words, message: words, remedy: words.default('') }) })

/** Rejects with the reason of the signal. */
async function wait(seconds: number, signal: AbortSignal): Promise<void> {
  await sleep(seconds * 1000, undefined, { signal }).catch(() => signal.throwIfAborted())
}

async function start(door: Door, operation: string, input: object, how: Following): Promise<JobOutput> {
  const startAnswer = await post(door, operation, input, { signal: how.signal, headers: { prefer: 'respond-async' } })
  return checked(z.object({ job: jobShape }), startAnswer, door).job
}

/** A stream that ends before its job does is taken up where it ended; one that brings nothing new ends the wait. */
async function follow(door: Door, { job_id: id }: JobOutput, how: Following): Promise<unknown> {
  let last = 0
  for (;;) {
    const before = last
    const quiet = AbortSignal.any([how.signal, AbortSignal.timeout(door.timeout)])
    for await (const event of eventsAfter(last, id, door, quiet)) {
      last = Math.max(last, event.id)
      const done = readStreamedEvent(event, how)
      if (done) return done.result
    }
    how.signal.throwIfAborted()
    if (last === before && quiet.aborted) throw unreachable(door, quiet.reason)
    if (last === before) await wait(1, quiet)
    const job = checked(jobShape, await ask(door, `/api/v1/jobs/${encodeURIComponent(id)}`, how), door)
    if (job.status === 'succeeded') return job.result
    if (job.error) throw new WukuError(job.error.code as ErrorCode, job.error.message, job.error.remedy)
    if (job.status !== 'queued' && job.status !== 'running') throw cancelledThere(door)
  }
}

const noCredential = (url: string): WukuError =>
  new WukuError(
    'unauthorized',
    msg('noCredential', { url }),
    msg('logPutKeyServerInto', { command: commandLine`wuku login ${url}` }),
  )

const refusedCredential = ({ url, name }: Door): WukuError =>
  new WukuError(
    'unauthorized',
    msg('refusedCredential', { name }),
    msg('logAgainPutAnotherKey', { command: commandLine`wuku login ${url}` }),
  )

const noServer = ({ url, name }: Door): WukuError =>
  new WukuError(
    'fetch-failed',
    msg('noServer', { name }),
    msg('checkServerAddress', { command: commandLine`curl ${`${url}/version`}` }),
  )

const unreachable = ({ url, name }: Door, cause: unknown): WukuError =>
  new WukuError('fetch-failed', msg('unreachable', { name, reason: reasonOf(cause), url }), { cause })

function reasonOf(thrown: unknown): string {
  if (isWukuError(thrown)) return ''
  const { code } = (thrown as Error).name === 'TimeoutError' ? { code: 'ETIMEDOUT' } : { code: codeOf(thrown) }
  return typeof code === 'string' ? ` (${code})` : ''
}

/** Why `fetch` could not, in the words of the system. */
const codeOf = (thrown: unknown): unknown => (Object((thrown as Error).cause) as { readonly code?: unknown }).code

const cancelledThere = ({ name }: Door): WukuError => new WukuError('cancelled', msg('cancelledThere', { name }))
