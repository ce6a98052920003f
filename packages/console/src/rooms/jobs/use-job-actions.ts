import { ref, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { useStale } from '../../api/stale.ts'
import { cancelJob, hasEnded, retryJob, type Job } from '../../jobs/jobs.ts'
import { useSession } from '../../session/session.ts'
import { problemText } from '../../ui/problem-text.ts'
import { useToasts } from '../../ui/toasts.ts'

export interface JobActions {
  readonly isBusy: Ref<boolean>
  mayCancel(job: Job): boolean
  mayRetry(job: Job): boolean
  cancel(job: Job): Promise<Job | undefined>
  /** Answers with the new job. */
  retry(job: Job): Promise<Job | undefined>
}

/** A job is stopped and begun again by who started it, and by administrators. */
export function useJobActions(): JobActions {
  const { t } = useI18n()
  const toasts = useToasts()
  const makeStale = useStale()
  const session = useSession()
  const isBusy = ref(false)
  const isTheirs = ({ actor }: Job): boolean =>
    session.canWrite && (session.isAdmin || session.isLocal || actor === session.me?.user_id)

  async function run(work: () => Promise<Job>, said: string): Promise<Job | undefined> {
    isBusy.value = true
    try {
      const job = await work()
      toasts.say(said)
      return job
    } catch (error) {
      const { message, remedy } = problemText(error, t)
      toasts.say(`${message} ${remedy}`, { tone: 'bad' })
      return undefined
    } finally {
      isBusy.value = false
      makeStale('jobs')
    }
  }

  return {
    isBusy,
    mayCancel: (job) => isTheirs(job) && !hasEnded(job),
    mayRetry: (job) => isTheirs(job) && (job.status === 'failed' || job.status === 'cancelled'),
    cancel: async ({ job_id: id }) => run(async () => cancelJob(id), t('jobs.said.cancelled')),
    retry: async ({ job_id: id }) => run(async () => retryJob(id), t('jobs.said.retried')),
  }
}
