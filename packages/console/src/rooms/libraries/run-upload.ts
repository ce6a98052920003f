import { ApiProblem } from '../../api/client.ts'
import { followJob, standingIn } from '../../jobs/follow-job.ts'
import { isEnd, type FileOutcome, type Job, type JobEvent } from '../../jobs/jobs.ts'
import { batchesOf, keptPath, type FoundFile } from './dropped-files.ts'
import { sendFiles, UnreadableFile, type UploadTarget } from './send-files.ts'

export type FileState = 'waiting' | 'sending' | 'indexing' | 'completed' | 'unchanged' | 'failed' | 'cancelled'

export interface UploadFile extends FoundFile {
  readonly size: number
  state: FileState
  /** Share of its bytes that went, from 0 to 1. */
  sent: number
  chunks: number
  error: string
}

export interface Upload {
  readonly id: number
  readonly name: string
  readonly target: UploadTarget
  readonly files: UploadFile[]
  readonly jobs: Job[]
  readonly stop: AbortController
  isLost: boolean
  isOver: boolean
}

/** Bytes of a part of a form beside its file. */
const FRAME = 180

/** Sends files in batches, and follows the jobs that take them in, to the end of the last. */
export async function runUpload(upload: Upload, files: readonly UploadFile[]): Promise<void> {
  upload.isOver = false
  const followed: Promise<void>[] = []
  for (const batch of batchesOf(files)) await sendBatch(upload, batch, followed)
  await Promise.all(followed)
  upload.isOver = true
  upload.isLost = false
}

async function sendBatch(upload: Upload, files: readonly UploadFile[], followed: Promise<void>[]): Promise<void> {
  const { target, stop } = upload
  if (files.length === 0) return
  try {
    for (const file of files) file.state = 'sending'
    const job = await sendFiles({
      target,
      files,
      signal: stop.signal,
      sent: (bytes) => share(bytes, files),
      lost: (isLost) => (upload.isLost = isLost),
    })
    for (const file of files) Object.assign(file, { state: 'indexing', sent: 1 })
    upload.jobs.push(job)
    followed.push(follow(upload, upload.jobs.at(-1) ?? job, files))
  } catch (error) {
    if (stop.signal.aborted) return settle(files, 'cancelled')
    if (error instanceof UnreadableFile) {
      settle(
        files.filter(({ path }) => path === error.path),
        'failed',
        error.message,
      )
      await sendBatch(
        upload,
        files.filter(({ path }) => path !== error.path),
        followed,
      )
    } else if (error instanceof ApiProblem && error.status === 413 && files.length > 1)
      for (const half of halves(files)) await sendBatch(upload, half, followed)
    else settle(files, 'failed', error instanceof ApiProblem ? `${error.message} ${error.remedy}` : String(error))
  }
}

async function follow(upload: Upload, job: Job, files: readonly UploadFile[]): Promise<void> {
  const byPath = new Map(files.map((file) => [file.path, file]))
  await followJob(job.job_id, {
    signal: upload.stop.signal,
    onState: (state) => (upload.isLost = state === 'lost'),
    onEvent(event) {
      Object.assign(job, standingIn(event), madeIn(event))
      if (event.event === 'file') hear(event, byPath)
      else if (isEnd(event.event)) end(event, files)
    },
  })
  if (upload.stop.signal.aborted) settle(files.filter(isOpen), 'cancelled')
}

/** Files go one after the other, so the bytes that went tell how far each is. */
function share(bytes: number, files: readonly UploadFile[]): void {
  let left = bytes
  for (const file of files) {
    const size = file.size + FRAME
    file.sent = Math.max(file.sent, Math.min(1, Math.max(0, left / size)))
    left -= size
  }
}

function hear({ data }: JobEvent, byPath: ReadonlyMap<string, UploadFile>): void {
  const { path, status, chunks, error } = data as unknown as FileOutcome
  const file = byPath.get(keptPath(path))
  if (file) Object.assign(file, { state: status, chunks, error: error ?? '' })
}

/** A library that is new has its number when it is there. */
function madeIn({ event, data }: JobEvent): Partial<Job> {
  const made = (data['result'] as { readonly library_id?: number } | null | undefined)?.library_id
  return event === 'completed' && made !== undefined ? { library_id: made } : {}
}

/** What no event told of ended with the job. */
function end({ event, data }: JobEvent, files: readonly UploadFile[]): void {
  const error = data['error'] as { message: string; remedy: string } | null
  const state = event === 'completed' ? 'completed' : event
  settle(files.filter(isOpen), state as FileState, error ? `${error.message} ${error.remedy}` : '')
}

const isOpen = ({ state }: UploadFile): boolean => state === 'waiting' || state === 'sending' || state === 'indexing'

function settle(files: readonly UploadFile[], state: FileState, error = ''): void {
  for (const file of files) Object.assign(file, { state, error })
}

const halves = <T>(all: readonly T[]): readonly (readonly T[])[] => {
  const middle = Math.ceil(all.length / 2)
  return [all.slice(0, middle), all.slice(middle)]
}
