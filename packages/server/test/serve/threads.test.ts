import { expect, it, onTestFinished } from 'vitest'
import { openThreads, type Threads } from '../../src/serve/threads.ts'
import { owner } from '@wuku/kernel/base/caller'
import type { McpExchange, McpReply, OperationCall } from '@wuku/http-kit/backend'

interface House extends Threads {
  holds(): Promise<unknown>
  /** Lets go of the threads that are held. */
  release(): void
  /** Chunks that threads have made so far. */
  readonly chunks: number
  readonly warnings: readonly string[]
}

async function open(width: number, data: object = {}): Promise<House> {
  const shared = new Int32Array(new SharedArrayBuffer(12))
  const warnings: string[] = []
  const threads = await openThreads({
    width,
    budget: 0,
    thread: () => ({
      script: new URL('fixtures/thread.ts', import.meta.url),
      memory: { maxOldGenerationSizeMb: 24 },
      data: { shared, ...data },
    }),
    warn: (said) => void warnings.push(said),
  })
  const release = (): void => {
    Atomics.store(shared, 0, 1)
    Atomics.notify(shared, 0)
  }
  onTestFinished(async () => {
    release()
    await threads.stop()
  })
  await threads.startOthers()
  return Object.assign(Object.create(threads) as Threads, {
    holds: async () => Atomics.waitAsync(shared, 2, 0).value,
    release,
    warnings,
    get chunks() {
      return Atomics.load(shared, 1)
    },
  })
}

async function allOf(body: McpReply['body']): Promise<readonly (string | Uint8Array)[]> {
  const chunks = []
  for await (const chunk of body) chunks.push(chunk)
  return chunks
}

const call = (operation: string, more: Partial<OperationCall> = {}): OperationCall => ({
  operation,
  input: {},
  caller: owner('test'),
  surface: 'rest',
  requestId: 'r',
  signal: new AbortController().signal,
  ...more,
})

const exchange = (body: string, signal = new AbortController().signal): McpExchange =>
  ({ method: 'POST', url: '/mcp', headers: {}, body, caller: owner('test'), requestId: 'r', signal }) as McpExchange

it('a question is answered while another thread computes', async () => {
  const { backend, holds, release } = await open(2)
  const slow = backend.run(call('hold'))
  await holds()
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => backend.run(call('echo', { input: { at } }))))
  expect(answers.map(({ output }) => output)).toMatchObject(Array.from({ length: 20 }, (_, at) => ({ at })))
  release()
  expect(await slow).toMatchObject({ output: 'ok' })
})

it('a thread that waits takes other calls', async () => {
  const { backend } = await open(1)
  const stop = new AbortController()
  const waiting = backend.run(call('wait', { signal: stop.signal }))
  expect(await backend.run(call('echo'))).toMatchObject({ output: {} })
  stop.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
})

it('the same thread answers the same question asked again', async () => {
  const { backend } = await open(3)
  const threads = new Set<unknown>()
  for (let at = 0; at < 5; at++) threads.add((await backend.run(call('echo'))).output)
  expect(
    [...threads].map((each) => JSON.stringify(each)).filter((each, at, all) => all.indexOf(each) === at),
  ).toHaveLength(1)
})

it('a call that is cancelled while it waits for a thread is never run', async () => {
  const { backend, release } = await open(1)
  const slow = backend.run(call('hold'))
  const stop = new AbortController()
  const waiting = backend.run(call('devour', { signal: stop.signal }))
  stop.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
  release()
  await slow
  expect(await backend.run(call('echo'))).toMatchObject({ output: {} })
})

const callOf = (actor: string, operation: string, more: Partial<OperationCall> = {}): OperationCall =>
  call(operation, { caller: { ...owner('test'), actor }, ...more })

it('requests of users have turns, however many one of them has sent before', async () => {
  const { backend, holds, release } = await open(1)
  const answered: string[] = []
  const ask = (actor: string) => backend.run(callOf(actor, 'echo')).then(() => answered.push(actor))
  const slow = backend.run(callOf('ann', 'hold'))
  await holds()
  const asked = ['ann', 'ann', 'ann', 'ben', 'carl', 'ben'].map(ask)
  release()
  await Promise.all([slow, ...asked])
  expect(answered).toEqual(['ben', 'carl', 'ann', 'ben', 'ann', 'ann'])
})

it('a user with too many requests that wait is refused, others are not, and one that is cancelled makes room', async () => {
  const { backend, holds, release } = await open(1)
  const slow = backend.run(callOf('ann', 'hold'))
  await holds()
  const stop = new AbortController()
  const waiting = [
    backend.run(callOf('ann', 'echo', { signal: stop.signal })).catch(() => 'cancelled'),
    ...Array.from({ length: 99 }, () => backend.run(callOf('ann', 'echo'))),
  ]
  await expect(backend.run(callOf('ann', 'echo'))).rejects.toMatchObject({
    code: 'rate-limited',
    status: 429,
    headers: { 'Retry-After': '5' },
  })
  const other = backend.run(callOf('ben', 'echo'))
  stop.abort()
  expect(await waiting[0]).toBe('cancelled')
  const next = backend.run(callOf('ann', 'echo'))
  release()
  expect(await other).toMatchObject({ output: {} })
  expect(await next).toMatchObject({ output: {} })
  await Promise.all([slow, ...waiting])
})

it('the local user waits as long as it likes', async () => {
  const { backend, holds, release } = await open(1)
  const slow = backend.run(call('hold'))
  await holds()
  const asked = Array.from({ length: 150 }, () => backend.run(call('echo')))
  release()
  expect(await Promise.all([slow, ...asked])).toHaveLength(151)
})

it('progress, refusals and faults come through', async () => {
  const { backend } = await open(1)
  const steps: number[] = []
  await backend.run(call('steps', { progress: ({ done }) => void steps.push(done) }))
  expect(steps).toEqual([1, 2, 3])
  await expect(backend.run(call('refuse'))).rejects.toMatchObject({ code: 'not-found', remedy: 'Look elsewhere.' })
  await expect(backend.run(call('fault'))).rejects.toThrow(/^ours$/)
})

it('an original comes as bytes, and events are heard', async () => {
  const { backend } = await open(1)
  const { signal } = new AbortController()
  expect(await backend.original({ document: 7, caller: owner('test'), signal })).toEqual({
    path: '7.bin',
    bytes: new Uint8Array([7]),
  })
  const heard = new Promise((resolve) => backend.onEvent(resolve))
  backend.wake({ type: 'jobs' })
  expect(await heard).toEqual({ type: 'job', job: 'jobs' })
})

it('a thread that runs out of memory is replaced, its calls fail, and others go on', async () => {
  const house = await open(2)
  const doomed = house.backend.run(call('devour'))
  expect(await house.backend.run(call('echo'))).toMatchObject({ output: {} })
  await expect(doomed).rejects.toMatchObject({ code: 'internal', message: expect.stringContaining('memory') })
  const slow = house.backend.run(call('hold'))
  expect(await house.backend.run(call('echo'))).toMatchObject({ output: {} })
  house.release()
  await slow
  expect(house.warnings).toHaveLength(1)
})

it('a body is whole, or comes as it is made', async () => {
  const { backend } = await open(1)
  for (const kind of ['whole', 'stream']) {
    const { status, body } = await backend.mcp(exchange(kind))
    const chunks = await allOf(body)
    expect([status, chunks.length, chunks.at(-1)]).toEqual([200, 40, '39 '])
  }
})

it('a stream waits for a reader, ends when it leaves, and keeps no thread from others', async () => {
  const house = await open(1)
  const { body } = await house.backend.mcp(exchange('endless'))
  const reader = body[Symbol.asyncIterator]()
  for (let read = 0; read < 100; read++) await reader.next()
  expect(await house.backend.run(call('echo'))).toMatchObject({ output: {} })
  expect(house.chunks).toBeLessThan(100 + 40)
  await reader.return?.()
})

it('a quiet stream ends with its signal', async () => {
  const { backend } = await open(1)
  const stop = new AbortController()
  const { body } = await backend.mcp(exchange('quiet', stop.signal))
  const read = allOf(body)
  expect(await backend.run(call('echo'))).toMatchObject({ output: {} })
  stop.abort()
  expect((await read).length).toBeLessThanOrEqual(40)
})

it('threads that cannot start say why', () =>
  expect(open(1, { refuses: 'Too new.' })).rejects.toMatchObject({ code: 'store-newer', message: 'Too new.' }))

it('nothing is answered after the stop', async () => {
  const threads = await open(1)
  await threads.stop()
  await expect(threads.backend.run(call('echo'))).rejects.toMatchObject({ code: 'cancelled' })
})
