import { describe, expect, it } from 'vitest'
import { unmended } from '../src/jobs/unmended.ts'
import type { Job } from '../src/jobs/jobs.ts'

const NOW = Date.parse('2026-01-31T00:00:00Z')
const job = (job_id: string, status: Job['status'], more: Partial<Job> = {}): Job =>
  ({ job_id, status, kind: 'import', library_id: 7, version: '1', created_at: '2026-01-30T00:00:00Z', ...more }) as Job

/** The newest first, as the server lists them. */
const check = (jobs: readonly Job[], expected: readonly string[]): void =>
  expect(unmended(jobs, NOW).map(({ job_id: id }) => id)).toEqual(expected)

describe('failed jobs that need attention', () => {
  it('are those that nothing has mended', () =>
    check([job('a', 'succeeded', { library_id: 8 }), job('b', 'failed')], ['b']))
  it('are not those that worked afterwards', () => check([job('a', 'succeeded'), job('b', 'failed')], []))
  it('are not those that are being tried again', () => check([job('a', 'running'), job('b', 'failed')], []))
  it('stay when another try was cancelled', () => check([job('a', 'cancelled'), job('b', 'failed')], ['b']))
  it('are told once', () => check([job('a', 'failed'), job('b', 'failed')], ['a']))
  it('are of the last weeks', () => check([job('a', 'failed', { created_at: '2026-01-01T00:00:00Z' })], []))
})
