import { defineStore } from 'pinia'
import { computed, markRaw, reactive, ref, watch } from 'vue'
import { useStale } from '../../api/stale.ts'
import { cancelJob } from '../../jobs/jobs.ts'
import { keptPath, type FoundFile, type FoundFiles } from './dropped-files.ts'
import { runUpload, type Upload, type UploadFile } from './run-upload.ts'
import type { UploadTarget } from './send-files.ts'

/** Uploads of this tab. They go on while other pages are shown. */
export const useUploads = defineStore('uploads', () => {
  const makeStale = useStale()
  const staged = ref<readonly FoundFile[]>([])
  const leftOut = ref<readonly string[]>([])
  const all = ref<Upload[]>([])
  let last = 0
  const isSending = computed(() => all.value.some(({ isOver }) => !isOver))
  // Files that were not sent yet are lost with the page.
  watch(isSending, (now) => (now ? addEventListener : removeEventListener)('beforeunload', askFirst))

  /** Files wait for their target; one of the same path takes the place of the former. */
  function stage(found: FoundFiles): void {
    const byPath = new Map(
      [...staged.value, ...found.files].map((one) => [one.path, { ...one, file: markRaw(one.file) }]),
    )
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
    void go(upload as Upload, upload.files as UploadFile[])
    return upload as Upload
  }

  /** Failed files are sent once more. */
  function retry(upload: Upload, files: readonly UploadFile[]): void {
    for (const file of files) Object.assign(file, { state: 'waiting', sent: 0, error: '' })
    void go(upload, files)
  }

  async function go(upload: Upload, files: readonly UploadFile[]): Promise<void> {
    await runUpload(upload, files)
    makeStale('libraries', 'documents', 'jobs')
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

const askFirst = (event: Event): void => event.preventDefault()
