import { msg, type Language } from '@wuku/messages/terminal'
import { z } from 'zod'
import { cancelled, WukuError, type ErrorCode } from '@wuku/core/errors'
import type { Progress } from '@wuku/kernel/base/caller'
import type { JobEventType } from '@wuku/core/ports/jobs'
import { eventShape, jobShape, type JobOutput } from '@wuku/kernel/jobs/job-output'
import type { Operation } from '@wuku/kernel/base/operation'
import { acceptInput } from '@wuku/kernel/invoke/invoke'
import type { CallOperation, Input } from './command-types.ts'

/** The address of a server of this data folder, and the proof that we may use it. */
export interface ServerDoor {
  readonly url: string
  readonly token: string
  /** Language of the texts in its answers that people read. */
  readonly language?: Language | undefined
}

export interface CallServer {
  /** The server that long work may be left to now; `undefined` when there is none. */
  find(): Promise<ServerDoor | undefined>
  readonly here: CallOperation
  /** A file or folder that was typed, wherever it is looked up. */
  placeOf(written: string): string
  readonly signal: AbortSignal
}

/**
 * Has a running server do what takes long, so that everybody sees it as a job. Whatever keeps the server from doing it, the
 * work is done here.
 */
export const callServer =
  (door: CallServer): CallOperation =>
  async <Output>(operation: Operation, given: Input, how: Parameters<CallOperation>[2] = {}) => {
    const { here, signal } = door
    const server = operation.long && !isQuick(given) && !signal.aborted ? await door.find() : undefined
    if (!server) return here<Output>(operation, given, how)
    const input = acceptInput(operation, given, how.refuse)
    const job = await submit(operation, withPlaces(operation, given, door), server)
    const done = job && (await followJob(job, { ...door, progress: how.progress ?? ignore }))
    return done ? { input, output: done.result as Output } : here<Output>(operation, given, how)
  }

const ignore = (): void => {}

/** It only looks, or leaves the work for later. */
const isQuick = ({ dryRun, noIndex }: Input): boolean => dryRun === true || noIndex === true

/** The server is elsewhere: what is relative to our folder is none to it. */
function withPlaces({ places = [] }: Operation, given: Input, { placeOf }: CallServer): Input {
  const placed = (value: unknown): unknown =>
    typeof value === 'string' ? placeOf(value) : Array.isArray(value) ? value.map(placed) : value
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, places.includes(key) ? placed(value) : value]),
  )
}

const ask = (path: string, { url, token, language }: ServerDoor, init: RequestInit = {}): Promise<Response> =>
  fetch(url + path, {
    ...init,
    headers: { ...init.headers, ...languageHeader(language), authorization: `Bearer ${token}` },
  })

/** A server answers in English unless a request names another language. */
export const languageHeader = (language: Language | undefined) => (language ? { 'wuku-language': language } : {})

/** `undefined` when the server did not take it: whatever is wrong with the call shows again when it is made here. */
async function submit({ name }: Operation, input: Input, server: ServerDoor): Promise<JobOutput | undefined> {
  try {
    const answer = await ask(`/api/v1/operations/${name}`, server, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
      body: JSON.stringify(input),
    })
    const { job } = (await answer.json()) as { readonly job?: JobOutput }
    return answer.status === 202 && typeof job?.job_id === 'string' ? job : undefined
  } catch {
    return undefined
  }
}

interface Following extends CallServer {
  progress(step: Progress): void
}

interface Done {
  readonly result: unknown
}

/** To its end; `undefined` when the server went away, and the work is ours. */
async function followJob({ job_id: id, message }: JobOutput, following: Following): Promise<Done | undefined> {
  const { find, signal, progress } = following
  const cancel = async (): Promise<void> => {
    const server = await find()
    if (server) await ask(`/api/v1/jobs/${id}/cancel`, server, { method: 'POST' }).catch(ignore)
  }
  const stop = (): void => void cancel()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  progress({ stage: 'connecting', done: 0, total: undefined, said: message })
  try {
    for (let last = 0, before = -1; last > before;) {
      before = last
      const server = await find()
      if (!server) break
      for await (const event of eventsAfter(last, id, server)) {
        last = event.id
        const done = readStreamedEvent(event, following)
        if (done) return done
      }
    }
    return await cancelJob(id, following)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Characters of one event: more than any job answers. */
const MAX_CHARS = 64 * 1024 * 1024

const eventSchema = z.object({
  id: eventShape.shape.id,
  type: eventShape.shape.event,
  data: z.object({
    stage: z.string().optional(),
    message: z.string().optional(),
    percent: z.number().optional(),
    done: z.number().optional(),
    total: z.number().nullish(),
    result: z.unknown().optional(),
    error: jobShape.shape.error.optional(),
  }),
})
export type StreamedEvent = z.output<typeof eventSchema>

/** Ends where the stream does, and where it breaks off. */
export async function* eventsAfter(
  last: number,
  job: string,
  server: ServerDoor,
  signal?: AbortSignal,
): AsyncGenerator<StreamedEvent> {
  try {
    const headers = { 'last-event-id': String(last) }
    const answer = await ask(`/api/v1/jobs/${job}/events`, server, { headers, ...(signal && { signal }) })
    if (answer.status !== 200 || !answer.body) return
    let text = ''
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      const events = (text + chunk).split('\n\n')
      text = events.pop() ?? ''
      if (text.length > MAX_CHARS) return
      for (const event of events) {
        const fields = new Map(
          event.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
        )
        const [id, type, data] = ['id', 'event', 'data'].map((name) => fields.get(name))
        if (id && type && data) yield eventSchema.parse({ id: Number(id), type, data: JSON.parse(data) })
      }
    }
  } catch {
    // The server went away.
  }
}

/** The answer of the job, once it is over; throws the error that it failed with. */
export function readStreamedEvent(
  { type, data }: StreamedEvent,
  { signal, progress }: Pick<Following, 'signal' | 'progress'>,
): Done | undefined {
  const { stage = '', message = '', done = 0, total, percent } = data
  if (type === 'completed') return { result: data.result }
  if (type === 'failed' || type === 'cancelled') throw failureOf(type, data.error, signal)
  if (type !== 'file')
    progress({ stage, done, total: total ?? undefined, said: message, ...(percent !== undefined && { percent }) })
  return undefined
}

function failureOf(type: JobEventType, error: JobOutput['error'] | undefined, signal: AbortSignal): WukuError {
  if (signal.aborted || !error) return cancelled()
  const { code, message, remedy } = error
  if (type === 'cancelled') return new WukuError('cancelled', msg('jobCancelled'))
  return new WukuError(code as ErrorCode, message, remedy)
}

/** A server that comes back is not to do it once more. */
async function cancelJob(id: string, { here }: Following): Promise<Done | undefined> {
  const { jobOperations } = await import('@wuku/kernel/jobs/job-operations')
  const call = async (name: string): Promise<JobOutput | undefined> => {
    const operation = jobOperations.find((each) => each.name === name)
    return operation && (await here<JobOutput>(operation, { job_id: id })).output
  }
  const job = await call('cancel-job').catch(() => call('get-job').catch(() => undefined))
  return job?.status === 'succeeded' ? { result: job.result } : undefined
}
