import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { serveMcpStdio } from '../src/server.ts'
import { toolsets } from '@wuku/kernel/base/operation'
import { count, search, seaEngine } from '../../kernel/test/invoke/fixtures.ts'

const initialize = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'pipe', version: '0' } },
}
const callOf = (name: string, args: object) => ({ id: 2, method: 'tools/call', params: { name, arguments: args } })

/** Writes the messages, closes the input at once or stops at the first answer, and returns what came back. What waits for a minute exceeds the limit of every test. */
async function serve(messages: readonly object[], { stop }: { stop?: AbortController } = {}) {
  const stdin = new PassThrough()
  const stdout = new PassThrough()
  const done = serveMcpStdio({
    operations: [search, count],
    engine: seaEngine,
    options: { toolsets, readOnly: false },
    version: '0',
    stdin,
    stdout,
    ...(stop && { signal: stop.signal }),
  })
  for (const message of messages) stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  if (stop) stdout.once('readable', () => stop.abort())
  else stdin.end()
  await done
  const lines = String(stdout.read() ?? '')
    .split('\n')
    .filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as { id: number; result?: object })
}

it('ends with its input', async () => {
  const answers = await serve([])
  expect(answers).toEqual([])
})

it('answers first what was asked before the input ended', async () => {
  const answers = await serve([initialize, callOf('count', { wait: 100 })])
  expect(answers.map(({ id }) => id)).toEqual([1, 2])
  expect(answers[1]?.result).toMatchObject({ structuredContent: { counted: 3, client: 'pipe' } })
})

it('does not wait for long', async () => {
  const answers = await serve([initialize, callOf('count', { wait: 60_000 })])
  expect(answers.map(({ id }) => id)).toEqual([1])
})

it('does not wait for what was cancelled', async () => {
  const cancel = { method: 'notifications/cancelled', params: { requestId: 2 } }
  const answers = await serve([initialize, callOf('count', { wait: 60_000 }), cancel])
  expect(answers.map(({ id }) => id)).toEqual([1])
})

it('survives what is no message', async () => {
  const answers = await serve([initialize, { method: 'notifications/cancelled' }, { id: 3, method: 'no/such' }])
  expect(answers.toSorted((a, b) => a.id - b.id)).toMatchObject([{ id: 1 }, { id: 3, error: { code: -32601 } }])
})

it('stops at a signal', async () => {
  const answers = await serve([initialize], { stop: new AbortController() })
  expect(answers.map(({ id }) => id)).toEqual([1])
})
