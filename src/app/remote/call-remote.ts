import { isWukuError, WukuError, type ErrorCode } from '../../core/errors.ts'
import type { Progress } from '../../engine/caller.ts'
import type { ToldJob } from '../../engine/jobs/tell.ts'
import { eventsAfter, heardEvent } from '../../surfaces/cli/call-server.ts'
import { commandLine } from '../../text/show/shell-words.ts'
import { openServersFile, serverOrigin } from './servers-file.ts'

/** A server elsewhere, as its operations. */
export interface Remote {
  readonly url: string
  /** Host, and the port where it is no usual one: how answers call it. */
  readonly name: string
  call<Output>(operation: string, input: object, how: { readonly signal: AbortSignal }): Promise<Output>
  /** Long work: followed to its end, also where the connection breaks off meanwhile. */
  run<Output>(operation: string, input: object, how: Following): Promise<Output>
}

interface Following {
  readonly signal: AbortSignal
  progress(step: Progress): void
}

export interface RemoteWanted {
  readonly url: string
  /** The data folder, which has what `wuku login` was given. */
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** `WUKU_SERVER_KEY` wins: a script has a key of its own. */
export async function openRemote({ url: written, home, env }: RemoteWanted): Promise<Remote> {
  const url = serverOrigin(written)
  const token = env['WUKU_SERVER_KEY'] || (await openServersFile(home).credentialFor(url))
  if (!token) throw noCredential(url)
  const door = { url, token, name: new URL(url).host }
  return {
    url,
    name: door.name,
    call: async (operation, input, { signal }) => (await post(door, operation, input, { signal })).body as never,
    run: async (operation, input, how) => (await follow(door, await start(door, operation, input, how), how)) as never,
  }
}

interface Door {
  readonly url: string
  readonly token: string
  readonly name: string
}

interface Answered {
  readonly status: number
  readonly body: unknown
}

interface Asking {
  readonly signal: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

const post = (door: Door, operation: string, input: object, how: Asking): Promise<Answered> =>
  ask(door, `/api/v1/operations/${operation}`, {
    ...how,
    headers: { 'content-type': 'application/json', ...how.headers },
    body: JSON.stringify(input),
  })

/** A server that has enough for this minute is waited for. A redirect is refused: the credential is for this one alone. */
async function ask(
  door: Door,
  path: string,
  { signal, headers, body }: Asking & { readonly body?: string },
): Promise<Answered> {
  for (;;) {
    const answer = await fetch(door.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'error',
      signal,
      headers: { ...headers, authorization: `Bearer ${door.token}` },
      ...(body !== undefined && { body }),
    }).catch((error: unknown) => {
      throw signal.aborted ? error : unreachable(door, error)
    })
    const said = await answer.text().catch((error: unknown) => {
      throw signal.aborted ? error : unreachable(door, error)
    })
    if (answer.ok) return { status: answer.status, body: parsed(said, door) }
    const failure = failureOf(answer.status, said, door)
    if (failure.code !== 'rate-limited') throw failure
    await wait(Number(answer.headers.get('retry-after')) || 1, signal)
  }
}

const parsed = (said: string, door: Door): unknown => {
  try {
    return JSON.parse(said) as unknown
  } catch {
    throw noServer(door)
  }
}

function failureOf(status: number, said: string, door: Door): WukuError {
  const { error } = readFailure(said)
  if (status === 401) return refusedCredential(door)
  if (typeof error?.code !== 'string') return noServer(door)
  return new WukuError(error.code as ErrorCode, `${door.name}: ${error.message ?? ''}`, error.remedy ?? '')
}

interface Failure {
  readonly error?: { readonly code?: string; readonly message?: string; readonly remedy?: string }
}

function readFailure(said: string): Failure {
  try {
    return Object(JSON.parse(said)) as Failure
  } catch {
    return {}
  }
}

function wait(seconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, seconds * 1000)
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  return promise.finally(() => clearTimeout(timer))
}

async function start(door: Door, operation: string, input: object, how: Following): Promise<ToldJob> {
  const { body } = await post(door, operation, input, { signal: how.signal, headers: { prefer: 'respond-async' } })
  const { job } = Object(body) as { readonly job?: ToldJob }
  if (typeof job?.job_id !== 'string') throw noServer(door)
  return job
}

/** A stream that ends before its job does is taken up where it ended. */
async function follow(door: Door, { job_id: id }: ToldJob, how: Following): Promise<unknown> {
  let last = 0
  for (;;) {
    for await (const event of eventsAfter(last, id, door)) {
      last = event.id
      const done = heardEvent(event, how)
      if (done) return done.result
    }
    how.signal.throwIfAborted()
    const { body } = await ask(door, `/api/v1/jobs/${id}`, how)
    const job = body as ToldJob
    if (job.status === 'succeeded') return job.result
    if (job.error) throw new WukuError(job.error.code as ErrorCode, job.error.message, job.error.remedy)
    if (job.status !== 'queued' && job.status !== 'running') throw cancelledThere(door)
  }
}

const noCredential = (url: string): WukuError =>
  new WukuError(
    'unauthorized',
    `Nobody has logged in to ${url} from here.`,
    commandLine`Log in: wuku login ${url}; or put a key of that server into WUKU_SERVER_KEY.`,
  )

const refusedCredential = ({ url, name }: Door): WukuError =>
  new WukuError(
    'unauthorized',
    `${name} does not take the credential that is kept for it: it expired, or was revoked.`,
    commandLine`Log in again: wuku login ${url}; or put another key into WUKU_SERVER_KEY.`,
  )

const noServer = ({ url, name }: Door): WukuError =>
  new WukuError(
    'fetch-failed',
    `${name} does not answer as a wuku server of this version does.`,
    commandLine`Check the address (curl ${`${url}/version`}), and that both have the same version.`,
  )

const unreachable = ({ url, name }: Door, cause: unknown): WukuError =>
  new WukuError(
    'fetch-failed',
    `${name} cannot be reached, or the connection broke off${reasonOf(cause)}.`,
    `Run the same command again when ${url} answers.`,
    { cause },
  )

function reasonOf(thrown: unknown): string {
  if (isWukuError(thrown)) return ''
  const { code } = Object((thrown as Error).cause) as { readonly code?: string }
  return typeof code === 'string' ? ` (${code})` : ''
}

const cancelledThere = ({ name }: Door): WukuError =>
  new WukuError('cancelled', `The job was cancelled on ${name}.`, 'Run the same command again.')
