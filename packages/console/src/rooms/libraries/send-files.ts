import { ApiProblem } from '../../api/client.ts'
import type { Job } from '../../jobs/jobs.ts'
import { accessToken, renewToken } from '../../session/token.ts'
import type { FoundFile } from './dropped-files.ts'
import { pause } from '../../api/under-way.ts'

export interface UploadTarget {
  /** A library that is there, or the name of one that may not be. */
  readonly library: number | string
  readonly version: string
  /** Of a library that is new. */
  readonly visibility: string
}

export interface Sending {
  readonly target: UploadTarget
  readonly files: readonly FoundFile[]
  readonly signal: AbortSignal
  /** Bytes of the body that went. */
  sent(bytes: number): void
  /** The server does not answer: the files are sent again until it does. */
  lost(isLost: boolean): void
}

const FIRST_WAIT = 500
const LONGEST_WAIT = 10_000

/**
 * Sends files and answers with the job that takes them in. A connection that breaks off, and a server that begins anew, are
 * waited for: all tries have one key, so that what arrived is not done twice.
 */
export async function sendFiles(sending: Sending): Promise<Job> {
  const key = crypto.randomUUID()
  let wait = FIRST_WAIT
  let token = accessToken()
  for (;;) {
    const answer = await post(sending, key, token)
    const renewed = answer?.status === 401 ? await renewToken(token) : undefined
    if (renewed !== undefined && renewed !== token) {
      token = renewed
      continue
    }
    if (answer && !isForLater(answer)) {
      sending.lost(false)
      if (answer.status === 202 || answer.status === 200) return jobOf(answer)
      throw problemOf(answer)
    }
    await demandReadable(sending.files)
    sending.lost(true)
    await pause(wait, sending.signal)
    wait = Math.min(wait * 2, LONGEST_WAIT)
    token = accessToken() ?? token
  }
}

/** A file that changed or went since it was chosen cannot be sent, whatever the server does. */
export class UnreadableFile extends Error {
  readonly path: string

  constructor(path: string) {
    super('file-gone')
    this.path = path
  }
}

async function demandReadable(files: readonly FoundFile[]): Promise<void> {
  for (const { path, file } of files)
    await file
      .slice(0, 1)
      .arrayBuffer()
      .catch(() => {
        throw new UnreadableFile(path)
      })
}

interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: unknown
}

/** A login that ended is waited for as well: another tab may bring a new one. */
const isForLater = ({ status, retryAfter }: Answer): boolean =>
  status === 401 ||
  status === 429 ||
  status === 502 ||
  status === 503 ||
  status === 504 ||
  (status === 409 && retryAfter !== null)

/** `fetch` does not tell how much of a body went. `undefined`: there was no answer. */
async function post(sending: Sending, key: string, token: string | undefined): Promise<Answer | undefined> {
  const { signal } = sending
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = (): void => request.abort()
    signal.addEventListener('abort', stop, { once: true })
    const settle = (answer: Answer | undefined): void => {
      signal.removeEventListener('abort', stop)
      resolve(answer)
    }
    request.open('POST', '/api/v1/documents/upload')
    request.setRequestHeader('Prefer', 'respond-async')
    request.setRequestHeader('Idempotency-Key', key)
    if (token !== undefined) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded }) => sending.sent(loaded))
    request.addEventListener('load', () => settle(answerOf(request)))
    request.addEventListener('error', () => settle(undefined))
    request.addEventListener('abort', () => reject(signal.reason as Error))
    request.send(formOf(sending))
  })
}

function formOf({ target: { library, version, visibility }, files }: Sending): FormData {
  const form = new FormData()
  form.set(typeof library === 'number' ? 'library_id' : 'library', String(library))
  if (version) form.set('version', version)
  if (visibility) form.set('visibility', visibility)
  // Paths go apart: a browser sends only the last part of a file's name.
  form.set('paths', JSON.stringify(files.map(({ path }) => path)))
  for (const { path, file } of files) form.append('files', file, path.slice(path.lastIndexOf('/') + 1))
  return form
}

function answerOf(request: XMLHttpRequest): Answer {
  const { status, responseText } = request
  const retryAfter = request.getResponseHeader('Retry-After')
  try {
    return { status, retryAfter, body: JSON.parse(responseText) as unknown }
  } catch {
    return { status, retryAfter, body: {} }
  }
}

const jobOf = ({ body }: Answer): Job => (body as { readonly job: Job }).job

function problemOf({ status, body }: Answer): ApiProblem {
  const told = (body as { error?: ConstructorParameters<typeof ApiProblem>[1] }).error
  return new ApiProblem(status, told ?? { code: `http-${status}`, message: `HTTP ${status}`, remedy: '' })
}
