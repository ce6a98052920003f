import { ref } from 'vue'
import { startJob, type Job } from '../../jobs/jobs.ts'
import { useAttempt } from '../../ui/use-attempt.ts'

/** Adds a source by a job. The form makes way for it; after one that failed it is there again, with what went wrong. */
export function useAdding(tell: (job: Job) => void) {
  const { problem, isBusy, attempt } = useAttempt()
  const job = ref<string>()
  const isAway = ref(false)
  const add = async (input: object): Promise<void> =>
    attempt(async () => {
      job.value = (await startJob('add', input)).job_id
      isAway.value = true
    })
  /** Asks what would be read; the problem of a run before is out of date then. */
  const look = async (ask: () => Promise<void>): Promise<void> => {
    job.value = undefined
    await attempt(ask)
  }
  function ended(run: Job): void {
    isAway.value = run.status === 'succeeded'
    tell(run)
  }
  return { problem, isBusy, job, isAway, add, look, ended }
}
