import { defined } from '@wuku/core/list-helpers'
import { cancelled, WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/kernel'
import type { Json } from '@wuku/core/core-types'
import { isViewer } from '@wuku/core/ports/access'
import type { Job, JobKind, JobRequest, JobTransaction } from '@wuku/core/ports/jobs'
import { actorOf, type Caller, type JobSubject } from '../base/caller.ts'
import type { Engine } from '../base/engine.ts'
import { newUlid } from '../ulid.ts'
import { endOf, hasEnded, jobStateOf } from './job-output.ts'

export interface JobSubmission {
  readonly kind: JobKind
  readonly subject: JobSubject
  /** By default its own. */
  readonly queue?: string
  readonly actor: string
  readonly request: JobRequest
}

/** The job is durable when this answers; the process that runs jobs finds it. */
export async function submitJob(requested: JobSubmission, engine: Engine): Promise<Job> {
  const at = engine.now()
  const id = newUlid(at)
  const { subject, kind, actor, request, queue = id } = requested
  const draft = {
    id,
    kind,
    queue,
    actor,
    status: 'queued',
    stage: 'connecting',
    percent: 0,
    message: 'Waiting for its turn',
    attempt: 1,
    library: subject.library,
    libraryName: subject.name,
    version: subject.version,
    createdAt: at,
    startedAt: null,
    request,
    events: [],
  } as const
  return engine.jobs.write(async (jobs) => {
    await jobs.add([draft])
    return jobIn(jobs, id)
  })
}

/** As the caller sees it. */
export async function findJob(id: string, { engine, caller }: JobContext): Promise<Job> {
  const { items } = await engine.read((view) =>
    view.jobs.list({ ids: [id], maker: actorOf(caller), limit: 1, offset: 0 }),
  )
  if (items[0]) return items[0]
  throw new WukuError('not-found', msg('thereIsNoJob', { id: id.slice(0, 100) }))
}

export interface JobContext {
  readonly engine: Engine
  readonly caller: Caller
}

/** A queued job ends at once; a running one is stopped by the process that runs it. */
export async function cancelJob(id: string, context: JobContext): Promise<Job> {
  const { engine, caller } = context
  requireVisibleJob(await findJob(id, context), caller)
  return engine.jobs.write(async (jobs) => {
    const job = await jobIn(jobs, id)
    if (hasEnded(job)) throw new WukuError('conflict', msg('ended', { id: job.id, status: job.status }))
    const step = job.status === 'queued' ? endNow(job, engine.now()) : { change: { isCancelling: true } }
    await jobs.change([{ id, ...step }])
    return jobIn(jobs, id)
  })
}

function endNow(job: Job, at: number) {
  const { code, texts } = cancelled()
  const change = { status: 'cancelled', message: texts.message, error: { code, ...texts }, finishedAt: at } as const
  const first = job.lastSeq === 0 ? [{ at, type: 'job', data: jobStateOf(job) } as const] : []
  return { change, events: [...first, endOf({ ...job, ...change }, at)] }
}

/** A new job that does the same. */
export async function retryJob(id: string, context: JobContext): Promise<Job> {
  const { engine, caller } = context
  const job = await findJob(id, context)
  requireVisibleJob(job, caller)
  if (job.status !== 'failed' && job.status !== 'cancelled') throw notOver(job)
  const request = await engine.jobs.write(async (jobs) => (await jobs.requests([id])).get(id))
  if (!request) throw notOver(job)
  const subject = { library: job.library, name: job.libraryName, version: job.version }
  const queue = job.queue === job.id ? {} : { queue: job.queue }
  // Its maker may do less now than when it was made; an administrator runs it with the rights of its maker.
  const isOwn = job.actor === actorOf(caller)
  const retriedRequest = isOwn ? { ...request, caller: storedCaller(caller) } : request
  return submitJob({ kind: job.kind, subject, ...queue, actor: actorOf(caller), request: retriedRequest }, engine)
}

/** For whom a job runs, as plain data. */
export function storedCaller({ client, sees, isRemote, ...caller }: Caller): { readonly [key: string]: Json } {
  const { level, actor, actorName, address, requestId } = caller
  return {
    client,
    sees: sees === 'all' ? 'all' : isViewer(sees) ? { user: sees.user, groups: sees.groups } : [...sees],
    ...defined({ level, actor, actorName, isRemote: isRemote || undefined, address, requestId }),
  }
}

export async function jobIn(jobs: JobTransaction, id: string): Promise<Job> {
  const [job] = (await jobs.list({ ids: [id], limit: 1, offset: 0 })).items
  if (job) return job
  throw new WukuError('not-found', msg('thereIsNoJob2', { id }))
}

/** Its starter and administrators see it. */
export const isVisibleJob = ({ actor }: Pick<Job, 'actor'>, caller: Caller): boolean =>
  actor === actorOf(caller) || (caller.level ?? 'admin') === 'admin'

function requireVisibleJob(job: Job, caller: Caller): void {
  if (isVisibleJob(job, caller)) return
  throw new WukuError('forbidden', msg('jobBelongsToAnotherUser'))
}

const notOver = ({ id, status }: Job): WukuError => new WukuError('conflict', msg('notOver', { id, status }))
