import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { owner, type Caller } from '@wuku/kernel/base/caller'
import type { Engine } from '@wuku/kernel/base/engine'
import { invoke } from '@wuku/kernel/invoke/invoke'
import { writeSession } from '../../bench/handoff/write.ts'
import { loadOperations } from '../../packages/cli/src/load-operations.ts'
import { composeIn } from './compose-in.ts'
import { sharedFolder } from '../scratch.ts'

const operations = await loadOperations()
const user = (name: string): Caller => ({
  client: 'test',
  mayWrite: true,
  actor: name,
  level: 'write',
  sees: { user: name, groups: [] },
})
const callers = { local: owner('test'), ann: user('ann'), ben: user('ben'), sam: user('sam') } as const

const folder = sharedFolder()
let engine: Engine

async function run<Output>(who: keyof typeof callers, name: string, input: object): Promise<Output> {
  const operation = operations.find((each) => each.name === name)
  if (!operation) throw new Error(`There is no operation ${name}.`)
  const { output } = await invoke(operation, input as never, {
    surface: 'rest',
    caller: callers[who],
    engine: async () => engine,
    progress: () => {},
    signal: new AbortController().signal,
  })
  return output as Output
}
const listed = async (who: keyof typeof callers, name: string) =>
  (await run<{ list: readonly { id: string; text: string; shared: boolean }[] }>(who, name, {})).list

/** Conversations of ann's, which she shares with ben. */
beforeAll(async () => {
  engine = await composeIn(folder)
  mkdirSync(join(folder, 'chats'))
  writeSession(
    {
      id: '5c1f0e9a-1111-4222-8333-000000000001',
      project: '/home/ann/shop',
      language: 'en',
      facts: [],
      steps: [
        { kind: 'user', text: 'Never push to main.' },
        { kind: 'run', command: 'npm test', exit: 1, output: 'npm error Missing script: "test"' },
        { kind: 'run', command: 'npm run test:quick', exit: 0, output: 'ok' },
      ],
    },
    'codex',
    join(folder, 'chats'),
  )
  await run('local', 'add', { root: join(folder, 'chats'), kind: 'chats', name: 'log' })
  const [source] = await engine.read((view) => view.sources.list())
  if (!source) throw new Error('The conversations were not added.')
  await engine.libraries.write('all', (desk) =>
    desk.changeSource(source.id, { ownership: { owner: 'ann', visibility: 'private', sharedWith: ['ben'] } }),
  )
})
afterAll(() => engine.close())

const event = (session: string) => ({
  hook_event_name: 'PreToolUse',
  session_id: session,
  tool_use_id: session,
  cwd: '/home/ann/shop',
  tool_name: 'Bash',
  tool_input: { command: 'npm test' },
})

it('the owner of conversations has their orders and failures', async () => {
  expect(await listed('ann', 'orders')).toMatchObject([{ text: 'Never push to main.' }])
  expect(await listed('ann', 'failures')).toMatchObject([{ text: 'npm test', shared: false }])
  expect(JSON.stringify(await run('ann', 'hook', event('own')))).toContain('Failed here once')
})
it.each(['ben', 'local'] as const)('%s, who sees them, has no orders, and failures as those of others', async (who) => {
  expect(await listed(who, 'orders')).toEqual([])
  expect(await listed(who, 'failures')).toMatchObject([{ text: 'npm test', shared: true }])
  expect(JSON.stringify(await run(who, 'hook', event(who)))).toContain('Failed before in shared conversations once')
})
it('who does not see them has nothing, and no answer', async () => {
  for (const name of ['orders', 'failures']) expect(await listed('sam', name)).toEqual([])
  expect(await run('sam', 'hook', event('sam'))).toEqual({})
  expect(await run('sam', 'hook-log', {})).toMatchObject({ answers: [] })
})
it('the journal and its wishes are those of each user alone', async () => {
  const { answers } = await run<{ answers: readonly { id: string }[] }>('ann', 'hook-log', {})
  expect(answers).toHaveLength(1)
  await expect(run('ben', 'hook-why', { id: answers[0]?.id })).rejects.toThrow('No hook said anything')
  await run('ben', 'hook-off', {})
  expect(JSON.stringify(await run('ann', 'hook', event('still')))).toContain('Failed here once')
  expect(await run('ben', 'hook', event('off'))).toEqual({})
})
