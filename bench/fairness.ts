import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { zipOf } from '../packages/chats/test/feed/zips.ts'
import { machine } from './machine.ts'
import { startWuku, type Program } from './server/program.ts'
import { freshFolder } from './speed/run.ts'

/** Milliseconds of each case; about three minutes for all of them. */
const CASE_MS = 15_000
/** Goal for the p95 next to another user, as a multiple of the p95 alone. */
const GOAL = 3

const repository = fileURLToPath(new URL('..', import.meta.url))
const page = join(repository, 'bench', 'results', 'server.md')
const ADMIN_KEY = 'wuku_bench_0123456789abcdefghijklmnopqrstuvwxyz'

/** Made once: both users are in this process, and what it does itself would be measured too. */
const manyKeys = `{${Array.from({ length: 200_000 }, (_, at) => `"k${at}":1`).join(',')}}`

interface User {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

async function ask({ url, headers }: User, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const method = body === undefined ? 'GET' : 'POST'
  const isForm = body instanceof FormData
  return fetch(`${url}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && !isForm && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isForm ? body : typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  })
}

async function newUser({ url, headers }: Program, name: string): Promise<User> {
  const admin = { url, headers }
  const made = (await (await ask(admin, '/users', { name, role: 'writer' })).json()) as { user_id: string }
  const key = (await (await ask(admin, '/api-keys', { user_id: made.user_id, name, scopes: ['write'] })).json()) as {
    key: string
  }
  return { url, headers: { authorization: `Bearer ${key.key}` } }
}

/** Asks one question after the other until the time is over. */
async function measure(ann: User, milliseconds: number): Promise<number> {
  const times: number[] = []
  const end = performance.now() + milliseconds
  for (let nth = 0; performance.now() < end; nth++) {
    const started = performance.now()
    const answer = await ask(ann, '/operations/recall', { query: `tides moon ${nth % 50}` })
    await answer.text()
    if (answer.ok) times.push(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  times.sort((a, b) => a - b)
  return times[Math.floor(times.length * 0.95)] ?? Infinity
}

type Misbehave = (ben: User, signal: AbortSignal) => Promise<unknown>

/** So many at once, again and again, until the signal. */
const crowd =
  (count: number, once: (ben: User, nth: number, signal: AbortSignal) => Promise<unknown>): Misbehave =>
  async (ben, signal) =>
    Promise.all(
      Array.from({ length: count }, async (_, nth) => {
        while (!signal.aborted) {
          const answer = await once(ben, nth, signal).catch(() => undefined)
          if (answer instanceof Response) await answer.text().catch(() => '')
        }
      }),
    )

const filesOf = (count: number, name: string, text: string | Uint8Array<ArrayBuffer>): FormData => {
  const form = new FormData()
  form.set('library', `bench-${Math.random().toString(36).slice(2)}`)
  for (let nth = 0; nth < count; nth++) form.append('files', new File([text], `${nth}-${name}`))
  return form
}

const bomb = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    zipOf([
      { name: '[Content_Types].xml', text: '<Types/>' },
      { name: 'word/document.xml', text: `<w:document><w:body>${'<w:p/>'.repeat(160_000)}</w:body></w:document>` },
    ]),
  )

const upload = (ben: User, form: FormData, signal: AbortSignal): Promise<Response> =>
  ask({ ...ben, headers: { ...ben.headers, prefer: 'respond-async' } }, '/documents/upload', form, signal)

async function openMany(count: number, open: () => Socket, signal: AbortSignal): Promise<void> {
  const sockets = Array.from({ length: count }, () =>
    open()
      .on('error', () => {})
      .resume(),
  )
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  for (const socket of sockets) socket.destroy()
}

const misbehaviours = (pad: string): Readonly<Record<string, Misbehave>> => ({
  '40 slow patterns at once': crowd(40, (ben, _nth, signal) =>
    ask(ben, `/pads/scratchpads/${pad}/matches?queryRegex=${encodeURIComponent('(a*)*\\1b')}`, undefined, signal),
  ),
  'documents that cannot be read': crowd(3, (ben, _nth, signal) => upload(ben, filesOf(6, 'a.docx', bomb()), signal)),
  'uploads of 200 files': crowd(2, (ben, nth, signal) => upload(ben, filesOf(200, 'a.md', `# Tides ${nth}\n`), signal)),
  '100 imports queued': async (ben, signal) => {
    const headers = { ...ben.headers, prefer: 'respond-async' }
    for (let nth = 0; nth < 100 && !signal.aborted; nth++)
      await upload({ ...ben, headers }, filesOf(20, 'b.md', '# Ebb\n'), signal).catch(() => undefined)
  },
  'JSON of 200,000 keys': crowd(4, (ben, _nth, signal) => ask(ben, '/operations/recall', manyKeys, signal)),
  '2,048 streams': (ben, signal) => {
    const { hostname, port } = new URL(ben.url)
    const request = `GET /api/v1/live HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: ${ben.headers['authorization']}\r\n\r\n`
    const open = (): Socket =>
      connect({ port: Number(port), host: hostname, localAddress: '127.0.0.2' }, function (this: Socket) {
        this.write(request)
      })
    return openMany(2_048, open, signal)
  },
  '4,096 connections': (ben, signal) => {
    const { hostname, port } = new URL(ben.url)
    return openMany(4_096, () => connect({ port: Number(port), host: hostname, localAddress: '127.0.0.2' }), signal)
  },
  '40 expensive searches at once': crowd(40, (ben, nth, signal) =>
    ask(ben, '/operations/recall', { query: `t* m* e* f* ${nth} ${Math.random()}`, limit: 50 }, signal),
  ),
})

async function padOf(ben: User): Promise<string> {
  const run = async (name: string, input: object): Promise<Record<string, Record<string, string>>> =>
    (await (await ask(ben, `/operations/${name}`, input)).json()) as Record<string, Record<string, string>>
  const { workflow } = await run('create-workflow', { name: 'bench' })
  const made = await run('create-scratchpad', {
    workflow_id: workflow?.['id'],
    title: 'a',
    content: 'a'.repeat(30_000),
  })
  return made['scratchpad']?.['id'] ?? ''
}

async function main(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(repository, 'scripts', 'build.ts')])
  const home = freshFolder(join(repository, '.cache', 'bench', 'fairness'))
  const server = await startWuku(repository, home, { adminKey: ADMIN_KEY })
  try {
    const [ann, ben] = [await newUser(server, 'ann'), await newUser(server, 'ben')]
    await (
      await upload(ann, filesOf(200, 'tides.md', '# Tides\n\nThe moon pulls the tides.\n'), AbortSignal.timeout(60_000))
    ).text()
    await measure(ann, CASE_MS)
    const alone = await measure(ann, CASE_MS)
    const rows = [`| nobody | ${alone.toFixed(1)} | 1.0 | |`]
    for (const [name, misbehave] of Object.entries(misbehaviours(await padOf(ben)))) {
      const stop = new AbortController()
      const working = misbehave(ben, stop.signal)
      const p95 = await measure(ann, CASE_MS)
      stop.abort()
      await working
      const times = p95 / alone
      rows.push(`| ${name} | ${p95.toFixed(1)} | ${times.toFixed(1)} | ${times <= GOAL ? 'yes' : '**no**'} |`)
      console.log(rows.at(-1))
    }
    save(rows)
  } finally {
    await server.stop()
  }
}

const HEAD = '## Fairness'

function save(rows: readonly string[]): void {
  const text = readFileSync(page, 'utf8')
  const others = text.replace(new RegExp(`\\n${HEAD}\\n[^]*?(?=\\n## |$)`), '').trimEnd()
  const section = [
    HEAD,
    '',
    `Made by \`npm run bench:fairness\` on ${machine()}. One user asks \`recall\`, question after question, while another misbehaves; the goal is a p95 of at most ${GOAL} times the one alone.`,
    '',
    '| the other user | p95 ms | times | reached |',
    '| --- | --: | --: | --- |',
    ...rows,
  ].join('\n')
  writeFileSync(page, `${others}\n\n${section}\n`)
}

await main()
