import { setTimeout as sleep } from 'node:timers/promises'
import { hasEnded, type JobOutput } from '@wuku/kernel/jobs/job-output'
import { groupCommand, type Action, type ActionRequest, type Calls } from './action-groups.ts'
import type { Shell } from './command-types.ts'
import { withProgress } from './progress.ts'

const POLL_INTERVAL_MS = 500

/** `wuku jobs <action>`, in the order in which help lists them. */
const jobsActions: Readonly<Record<string, Action>> = {
  list: {
    description: 'What is queued, what runs, and what ended within a day',
    flags: ['status', 'kind', 'library', 'limit'],
    calls: ['list-jobs'],
    input: ({ flags: { limit, ...others } }) => ({ ...others, page_size: limit }),
  },
  show: {
    description: 'How far one is, to its end, or what became of it',
    takes: '<id>',
    flags: ['wait'],
    calls: ['get-job'],
    async does(request, shell, calls) {
      const isWatched = shell.terminal.err.isTerminal && !shell.json && !shell.quiet
      if (isWatched || request.flags['wait'] === true) await followJob(request, shell, calls)
      return calls.print('get-job', request.words)
    },
  },
  cancel: { description: 'Stop one; nothing of it becomes visible', takes: '<id>', calls: ['cancel-job'] },
  retry: { description: 'Start a failed or cancelled one once more', takes: '<id>', calls: ['retry-job'] },
}

const followJob = (request: ActionRequest, shell: Shell, { ask }: Calls): Promise<void> =>
  withProgress(shell, async ({ step }) => {
    while (!shell.signal.aborted) {
      const job = await ask<JobOutput>('get-job', request.words)
      if (hasEnded(job)) return
      step({ stage: job.stage, done: job.percent, total: undefined, said: `${job.percent}%  ${job.message}` })
      await sleep(POLL_INTERVAL_MS, undefined, { signal: shell.signal }).catch(() => {})
    }
  })

export const jobsCommand = groupCommand({
  name: 'jobs',
  title: 'Long work of a server: list, show, cancel, retry',
  examples: [
    { description: 'What runs', line: 'wuku jobs --status running' },
    { description: 'Follow one to its end', line: 'wuku jobs show 01JD8Z3N7V6K0M4P2Q9R5S1T8W' },
    { description: 'Stop it', line: 'wuku jobs cancel 01JD8Z3N7V6K0M4P2Q9R5S1T8W' },
  ],
  actions: jobsActions,
  flags: {
    '--words A,B': 'Id of a job.',
    '--status TEXT': 'list: queued, running, succeeded, failed or cancelled.',
    '--kind TEXT': 'list: upload, import, refresh, retry, index or embed.',
    '--library TEXT': 'list: only of this library.',
    '--limit, -n N': 'list: maximum number of lines.',
    '--wait': 'show: wait for its end, also without a terminal.',
  },
  id: /^[0-9A-HJKMNP-TV-Z]{26}$/,
  needs: { id: ['the id of a job', 'List ids with: wuku jobs'] },
})
