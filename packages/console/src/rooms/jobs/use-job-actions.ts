import { useI18n } from 'vue-i18n'
import { useStale } from '../../api/stale.ts'
import { cancelJob, hasEnded, retryJob, type Job } from '../../jobs/jobs.ts'
import { useSession } from '../../session/session.ts'
import { useToastAttempt } from '../../ui/use-attempt.ts'
import { useToasts } from '../../ui/toasts.ts'

/** A job is stopped and begun again by who started it, and by administrators. */
export function useJobActions() {
  const { t } = useI18n()
  const toasts = useToasts()
  const makeStale = useStale()
  const session = useSession()
  const { isBusy, attempt } = useToastAttempt()
  const isTheirs = ({ actor }: Job): boolean =>
    session.canWrite && (session.isAdmin || session.isLocal || actor === session.me?.user_id)

  async function run(work: () => Promise<Job>, said: string): Promise<Job | undefined> {
    const job = await attempt(work)
    if (job) toasts.say(said)
    makeStale('jobs')
    return job
  }

  return {
    isBusy,
    mayCancel: (job: Job): boolean => isTheirs(job) && !hasEnded(job),
    mayRetry: (job: Job): boolean => isTheirs(job) && (job.status === 'failed' || job.status === 'cancelled'),
    cancel: async ({ job_id: id }: Job) => run(async () => cancelJob(id), t('jobs.said.cancelled')),
    /** Answers with the new job. */
    retry: async ({ job_id: id }: Job) => run(async () => retryJob(id), t('jobs.said.retried')),
  }
}
