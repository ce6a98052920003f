import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { useStale } from '../../api/stale.ts'
import { startJob, type Job } from '../../jobs/jobs.ts'
import { useToastAttempt } from '../../ui/use-attempt.ts'
import { useToasts } from '../../ui/toasts.ts'
import { changeLibrary, deleteLibrary, deleteVersion, type Library, type LibraryChange } from './libraries.ts'

type Named = Pick<Library, 'library_id' | 'name'>

/** What is done to a library: each says so, and takes itself back where that can be. */
export function useLibraryActions() {
  const { t } = useI18n()
  const toasts = useToasts()
  const makeStale = useStale()
  const router = useRouter()
  const { isBusy, attempt } = useToastAttempt()

  const run = async <T>(doing: () => Promise<T>): Promise<T | undefined> =>
    attempt(doing).finally(() => makeStale('libraries', 'documents', 'jobs'))

  async function change(library: Named, body: LibraryChange, said: string, undo?: () => unknown): Promise<boolean> {
    const done = await run(async () => changeLibrary(library.library_id, body))
    if (done) toasts.say(said, undo ? { undo } : {})
    return done !== undefined
  }

  const archive = async (library: Named): Promise<boolean> =>
    change(library, { status: 'archived' }, t('libraries.said.archived', { name: library.name }), () =>
      restore(library),
    )
  const restore = async (library: Named): Promise<boolean> =>
    change(library, { status: 'active' }, t('libraries.said.restored', { name: library.name }))

  async function remove(library: Named): Promise<boolean> {
    const done = await run(async () => deleteLibrary(library.library_id))
    if (!done) return false
    const said = t('libraries.said.deleted', { name: library.name, days: done.restorable_days })
    toasts.say(said, { undo: () => restore(library) })
    return true
  }

  async function removeVersion(library: Named, version: string): Promise<boolean> {
    const done = await run(async () => deleteVersion(library.library_id, version))
    if (!done) return false
    const name = `${library.name} ${version}`
    const back = (): unknown => change(library, { status: 'active', version }, t('libraries.said.restored', { name }))
    toasts.say(t('libraries.said.deleted', { name, days: done.restorable_days }), { undo: back })
    return true
  }

  /** Long work on the library goes on as a job, whose page opens. */
  async function work(operation: string, input: object): Promise<Job | undefined> {
    const job = await run(async () => startJob(operation, input))
    if (job) await router.push(`/jobs/${job.job_id}`)
    return job
  }

  return { isBusy, change, archive, restore, remove, removeVersion, work }
}
