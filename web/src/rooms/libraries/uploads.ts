import { useQueryCache } from '@pinia/colada'
import { defineStore } from 'pinia'
import { computed, markRaw, reactive, ref } from 'vue'
import { ApiProblem } from '../../api/client.ts'
import { followJob, standingIn } from '../../jobs/follow-job.ts'
import { cancelJob, isEnd, type FileOutcome, type Job, type JobEvent } from '../../jobs/jobs.ts'
import { batchesOf, keptPath, type FoundFile, type FoundFiles } from './dropped-files.ts'
import { sendFiles, type UploadTarget } from './send-files.ts'

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

/** Uploads of this tab. They go on while other pages are shown. */
export const useUploads = defineStore('uploads', () => {
  const cache = useQueryCache()
  const staged = ref<readonly FoundFile[]>([])
  const leftOut = ref<readonly string[]>([])
  const all = ref<Upload[]>([])
  let last = 0
  const isSending = computed(() => all.value.some(({ isOver }) => !isOver))

  /** Files wait for their target; one of the same path takes the place of the former. */
  function stage(found: FoundFiles): void {
    const byPath = new Map([...staged.value, ...found.files].map((one) => [one.path, { ...one, file: markRaw(one.file) }]))
    staged.value = [...byPath.values()]
    leftOut.value = [...new Set([...leftOut.value, ...found.leftOut])]
  }
  function unstage(path?: string): void {
    staged.value = path === undefined ? [] : staged.value.filter((one) => one.path !== path)
    if (path === undefined) leftOut.value = []
  }

  function begin(target: UploadTarget, name: string): Upload {
    const files = staged.value.map(({ path, file }): UploadFile => {
      const kept = { path: keptPath(path), file: markRaw(file), size: file.size }
      return { ...kept, state: 'waiting', sent: 0, chunks: 0, error: '' }
    })
    const stop = markRaw(new AbortController())
    const upload = reactive<Upload>({ id: ++last, name, target, files, jobs: [], stop, isLost: false, isOver: false })
    all.value = [upload as Upload, ...all.value]
    unstage()
    void run(upload as Upload, upload.files as UploadFile[])
    return upload as Upload
  }

  /** Failed files are sent once more. */
  function retry(upload: Upload, files: readonly UploadFile[]): void {
    for (const file of files) Object.assign(file, { state: 'waiting', sent: 0, error: '' })
    void run(upload, files)
  }

  async function run(upload: Upload, files: readonly UploadFile[]): Promise<void> {
    upload.isOver = false
    const followed: Promise<void>[] = []
    for (const batch of batchesOf(files)) await sendBatch(upload, batch, followed)
    await Promise.all(followed)
    upload.isOver = true
    upload.isLost = false
    for (const key of ['libraries', 'documents', 'jobs']) void cache.invalidateQueries({ key: [key] })
  }

  async function sendBatch(upload: Upload, files: readonly UploadFile[], followed: Promise<void>[]): Promise<void> {
    const { target, stop } = upload
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
      if (error instanceof ApiProblem && error.status === 413 && files.length > 1)
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

  /** Stops what is sent, and the jobs that take in what came. */
  async function cancel(upload: Upload): Promise<void> {
    const open = upload.jobs.filter(({ status }) => status === 'queued' || status === 'running')
    upload.stop.abort(new DOMException('Cancelled', 'AbortError'))
    await Promise.allSettled(open.map(async ({ job_id: id }) => cancelJob(id)))
  }
  const dismiss = (upload: Upload): void => void (all.value = all.value.filter(({ id }) => id !== upload.id))

  return { staged, leftOut, all, isSending, stage, unstage, begin, retry, cancel, dismiss }
})

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
