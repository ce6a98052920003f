import { spawnSync } from 'node:child_process'
import { setImmediate as turnOfEvents } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createThreadPool } from '../src/thread-pool.ts'

const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (job) => parentPort.postMessage(job))
  `)}`,
)

const openThreads = (width: number) =>
  createThreadPool<number, number>({
    width,
    script,
    memory: {},
    idleMilliseconds: 60_000,
    timeoutMilliseconds: 60_000,
  })

it('close ends though jobs are just being answered, and jobs that still wait are told', async () => {
  for (let round = 0; round < 5; round++) {
    const threads = openThreads(2)
    await Promise.all([threads.run(1), threads.run(2)])
    const jobs = Array.from({ length: 6 }, (_, job) => threads.run(job))
    const settled = Promise.allSettled(jobs)
    for (let turn = 0; turn < round; turn++) await turnOfEvents()
    await threads.close()
    for (const outcome of await settled)
      if (outcome.status === 'rejected') expect(String(outcome.reason)).toMatch(/Stopped before|thread ended/)
    expect(threads.areRunning).toBe(false)
  }
})

/** The loop of the process stands still until the thread has answered: the answer is delivered after `close` began. */
const lateAnswer = `
  import { createThreadPool } from ${JSON.stringify(new URL('../src/thread-pool.ts', import.meta.url).href)}
  const threads = createThreadPool({ width: 1, script: new URL(${JSON.stringify(script.href)}), memory: {}, idleMilliseconds: 60000, timeoutMilliseconds: 60000 })
  await threads.run(1)
  threads.run(2).catch(() => {})
  await null; await null; await null; await null
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  await threads.close()
  console.log('closed')
`

it('close is waited for by the process though a job is answered after it began', () => {
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', lateAnswer], {
    encoding: 'utf8',
  })
  expect([stdout, status]).toEqual(['closed\n', 0])
})
