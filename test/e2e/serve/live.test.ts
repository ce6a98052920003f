import { expect, it, onTestFinished } from 'vitest'
import { openHome } from '../mcp-home.ts'
import { serve, type Served } from './server-house.ts'
import { ADMIN_KEY, openTeam, SECRET, upload } from './team-house.ts'
import { sharedFolder } from '../../scratch.ts'

const home = openHome(sharedFolder())
const other = openHome(sharedFolder())
const local = openHome(sharedFolder())

interface LiveEvent {
  readonly id: string
  readonly event: string
  readonly data: { readonly list?: readonly Record<string, unknown>[] }
}

interface Live {
  /** All that came so far. */
  readonly events: LiveEvent[]
  /** The first event, from now or before, that fulfils this. */
  until(wanted: (event: LiveEvent) => boolean): Promise<LiveEvent>
  readonly ended: Promise<void>
  close(): void
}

async function listen({ url }: Served, key: string | undefined, query = '', last?: string): Promise<Live> {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const { status, body } = await fetch(`${url}/api/v1/live${query}`, {
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(last !== undefined && { 'last-event-id': last }),
    },
    signal: stop.signal,
  })
  expect(status).toBe(200)
  const events: LiveEvent[] = []
  let text = ''
  let wake = (): void => {}
  const read = async (): Promise<void> => {
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + chunk).split('\n\n')
      text = blocks.pop() ?? ''
      events.push(...blocks.flatMap(eventIn))
      wake()
    }
  }
  const ended = read().catch(() => {})
  return {
    events,
    ended,
    close: () => stop.abort(),
    async until(wanted) {
      for (;;) {
        const found = events.find(wanted)
        if (found) return found
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}

function eventIn(block: string): readonly LiveEvent[] {
  const { id, event, data } = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)))
  return event === undefined ? [] : [{ id, event, data: JSON.parse(data) }]
}

const of =
  (topic: string, has: object) =>
  ({ event, data }: LiveEvent): boolean =>
    event === topic &&
    (data.list ?? []).some((each) => Object.entries(has).every(([key, value]) => each[key] === value))

const ready = ({ event }: LiveEvent): boolean => event === 'ready'

it('tells everybody of what they see, and of nothing else', async () => {
  const server = await serve(home, [], { WUKU_AUTH_ADMIN_KEY: ADMIN_KEY, WUKU_AUTH_ANONYMOUS: 'true' })
  const { send, keyOf } = await openTeam(server)
  const keys = [ADMIN_KEY, keyOf('ann'), keyOf('ben'), undefined]
  const [admin, ann, ben, visitor] = await Promise.all(keys.map((key) => listen(server, key)))
  await Promise.all([admin, ann, ben, visitor].map(async (live) => live?.until(ready)))

  const { body: library } = await send('ann', 'POST /libraries', { name: SECRET, visibility: 'private' })
  const source = `${String(library['slug']).split('/').at(-1)}@1.0.0`
  await send('ann', 'POST /libraries/{L1}/documents', upload(`# ${SECRET}\n\nThe ebb.\n`, `${SECRET}.md`))
  const made = await send('ann', 'POST /operations/create-workflow', { name: SECRET })
  const { id: workflow } = (made.body as { workflow: { id: string } }).workflow
  await send('ann', 'POST /operations/create-scratchpad', { workflow_id: workflow, title: SECRET, content: 'ebb' })
  for (const live of [admin, ann]) {
    await live?.until(of('sources', { kind: 'docs', name: source }))
    await live?.until(of('pads', { workflow_id: workflow, version: 1 }))
    await live?.until(of('calls', { tool: 'create_scratchpad', failed: false }))
  }

  await send('ann', 'POST /libraries', { name: 'Tides', visibility: 'team' })
  await send('ann', 'POST /libraries/Tides/documents', upload('# Tides\n\nThe flood.\n', 'tides.md'))
  const shown = await ben?.until(of('sources', { kind: 'docs', name: 'Tides@1.0.0' }))
  await send('ben', 'POST /operations/recall', { query: 'flood' })
  await ben?.until(of('calls', { tool: 'recall' }))
  const heard = JSON.stringify(ben?.events)
  expect(heard).not.toContain(SECRET)
  expect(heard).not.toContain(workflow)
  expect(ben?.events.flatMap(({ event, data }) => (event === 'calls' ? (data.list ?? []) : []))).toHaveLength(1)
  const { body: bens } = await send('ben', 'GET /jobs')
  const shownJobs = (bens['list'] as readonly { job_id: string }[]).map(({ job_id: id }) => id)
  const heardJobs = ben?.events.flatMap(({ event, data }) => (event === 'jobs' ? (data.list ?? []) : []))
  expect(heardJobs?.filter(({ job_id: id }) => !shownJobs.includes(String(id)))).toEqual([])
  const shownId = shown?.data.list?.find(({ name }) => name === 'Tides@1.0.0')?.['id']

  await send('nobody', 'POST /operations/recall', { query: 'flood' })
  await admin?.until(of('calls', { tool: 'recall', client: 'node', failed: false }))
  await send('ann', 'PATCH /libraries/Tides', { visibility: 'public' })
  await visitor?.until(of('sources', { id: shownId, name: 'Tides@1.0.0' }))
  // The job that made it shows with it.
  expect(visitor?.events.filter(({ event }) => !['ready', 'sources', 'jobs'].includes(event))).toEqual([])

  await send('ann', 'PATCH /libraries/Tides', { visibility: 'private' })
  await visitor?.until(of('sources', { id: shownId, gone: true }))
  await ben?.until(of('sources', { id: shownId, gone: true }))
  const again = await listen(server, keyOf('ben'), '', shown?.id)
  expect(await again.until(() => true)).toMatchObject({ event: 'reset' })
})

it('ends with its key, and with a role that changed', async () => {
  const server = await serve(other, [], { WUKU_AUTH_ADMIN_KEY: ADMIN_KEY })
  const { send, keyOf } = await openTeam(server)
  const made = await send('ann', 'POST /operations/create-workflow', { name: 'tides' })
  expect(made.status).toBe(200)
  const [ann, cho] = await Promise.all([listen(server, keyOf('ann')), listen(server, keyOf('cho'))])
  await Promise.all([ann.until(ready), cho.until(ready)])

  const { body: keys } = await send('admin', 'GET /api-keys?all=true')
  const list = keys['list'] as readonly { key_id: string; name: string; user_id: string }[]
  const annsKey = list.find(({ name }) => name === 'ann')
  await send('admin', `DELETE /api-keys/${annsKey?.key_id}`)
  await ann.ended
  const chos = list.find(({ name }) => name === 'cho')
  await send('admin', `PATCH /users/${chos?.user_id}`, { status: 'disabled' })
  await cho.ended
  expect((await send('ann', 'GET /live')).status).toBe(401)
})

it('goes on where a client left, begins again where it cannot, and ends with the login', async () => {
  const server = await serve(local)
  const note = (name: string): Promise<Response> =>
    server.ask('/api/v1/operations/create-workflow', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
  const first = await listen(server, server.token, '?topics=pads')
  const { id, data } = await first.until(ready)
  expect(data).toEqual({ topics: ['pads'] })
  first.close()
  await note('ebb')
  const second = await listen(server, server.token, '?topics=pads', id)
  const { id: later } = await second.until(({ event }) => event === 'pads')
  expect(second.events.map(({ event }) => event)).toEqual(['pads'])
  second.close()

  const third = await listen(server, server.token, `?topics=pads,jobs&last_event_id=${later}`)
  await note('flood')
  await third.until(({ event }) => event === 'pads')
  expect(third.events).toHaveLength(1)

  for (const lost of ['0123456789ab-1', `${later.split('-')[0]}-999`, 'nonsense']) {
    const lostOne = await listen(server, server.token, '', lost)
    expect(await lostOne.until(() => true)).toMatchObject({ event: 'reset' })
  }

  const post = async (path: string, body: object, token = server.token): Promise<Record<string, string>> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await server.ask(`/api/v1/auth/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return answer.status === 204 ? {} : ((await answer.json()) as Record<string, string>)
  }
  const { code } = await post('codes', {})
  const { access_token: access = '' } = await post('local', { code })
  const login = await listen(server, access)
  await login.until(ready)
  await post('logout', {}, access)
  await login.ended
})

it('refuses what it does not know, and who does not say who they are', async () => {
  const server = await serve(local)
  const rows: readonly [asks: string, headers: Readonly<Record<string, string>>, status: number, text: string][] = [
    ['', { authorization: '' }, 401, 'unauthorized'],
    ['?topics=pads,secrets', {}, 400, 'Known: sources, jobs, calls, pads.'],
    ['?topics=', {}, 400, 'bad-input'],
    ['?since=1', {}, 400, 'topics, last_event_id'],
  ]
  for (const [asks, headers, status, text] of rows) {
    const answer = await server.ask(`/api/v1/live${asks}`, { headers })
    expect([asks, answer.status, await answer.text()]).toEqual([asks, status, expect.stringContaining(text)])
  }
})
