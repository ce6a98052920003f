import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { atEnd, folderToEnd } from '../at-end.ts'
import { wuku } from '../mcp-home.ts'
import { runCommandSync } from '../run-command.ts'
import { envOf } from '../store.ts'
import { writeFiles } from '../../scratch.ts'

/** In names, paths and titles of all that is hidden: an attacker may have heard of them. */
export const CANARY = 'quaggapelt'
/** In its texts and descriptions. Nobody asks for it. */
export const TEXT = 'vellichrome'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export type Ask = (path: string, init?: RequestInit) => Promise<Answer>

/** A server with accounts on which Ann, who is a writer, and the operator hide something, and Bob, a writer too, looks for it. */
export interface AttackHouse {
  readonly ann: Ask
  readonly bob: Ask
  /** As Bob, for questions that change something: what she makes has the names that she asked for. */
  readonly eve: Ask
  readonly admin: Ask
  readonly visitor: Ask
  readonly secrets: Secrets
  /** Of the server's machine: no path below it means anything to its users. */
  readonly folder: string
}

/** What Bob may have heard of: numbers, ids and names, and none of the texts. */
export interface Secrets {
  readonly library: string
  readonly slug: string
  readonly document: string
  readonly citation: string
  readonly etag: string
  readonly job: string
  /** Of a private library that it is yet to make. */
  readonly making: string
  readonly workflow: string
  readonly pad: string
  readonly chat: string
  readonly docid: string
  readonly user: string
  readonly key: string
}

export const json = (body: object, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
})

export async function openAttackHouse(): Promise<AttackHouse> {
  const folder = folderToEnd()
  const env = {
    ...envOf(folder, join(folder, 'wuku')),
    WUKU_OFFLINE: '1',
    WUKU_LIMITS_REQUESTS_PER_MINUTE: '0',
    WUKU_LIMITS_FAILURES_PER_MINUTE: '0',
    WUKU_AUTH_ANONYMOUS: 'true',
    WUKU_SERVER_WAIT_SECONDS: '60',
  }
  const run = (...args: readonly string[]): string => {
    const { status, stdout, stderr } = runCommandSync(args, { env })
    if (status !== 0) throw new Error(`wuku ${args.join(' ')} ended with ${status}: ${stderr}`)
    return stdout
  }
  plantSources(folder)
  for (const kind of ['notes', 'code', 'chats'])
    run('add', join(folder, kind), '--kind', kind, '--name', `${CANARY}-${kind}`)
  for (const kind of ['notes', 'code'])
    run('add', join(folder, `shore-${kind}`), '--kind', kind, '--name', `shore-${kind}`)
  const user = (name: string, role: string): string =>
    /wuku_[\w-]{43}/.exec(run('users', 'add', name, '--role', role))?.[0] ?? ''
  const keys = {
    admin: user('root', 'admin'),
    ann: user('ann', 'writer'),
    bob: user('bob', 'writer'),
    eve: user('eve', 'writer'),
  }
  const server = await startServer(env)
  atEnd(async () => {
    server.child.kill('SIGKILL')
    await once(server.child, 'close')
  })
  const asking =
    (key?: string): Ask =>
    async (path, init = {}) => {
      const headers = { ...(key && { authorization: `Bearer ${key}` }), ...(init.headers as object) }
      const response = await fetch(server.url + path, { ...init, headers })
      return { status: response.status, headers: response.headers, text: await response.text() }
    }
  const [ann, bob, eve, admin] = [keys.ann, keys.bob, keys.eve, keys.admin].map(asking) as [Ask, Ask, Ask, Ask]
  const secrets = await plantSecrets(ann, admin)
  await plantShown(ann)
  for (const kind of ['notes', 'code'])
    await asked(admin, '/api/v1/operations/share', json({ what: `${kind}/shore-${kind}`, visibility: 'team' }))
  return {
    ann,
    bob,
    eve,
    admin,
    visitor: asking(),
    secrets,
    folder,
  }
}

/** No word of these texts is hexadecimal: a random id would hold it by chance. */
function plantSources(folder: string): void {
  const chat = {
    type: 'user',
    sessionId: '22222222-2222-4222-8222-222222222222',
    uuid: '22222222-1',
    cwd: `/work/${CANARY}`,
    timestamp: '2026-11-20T10:00:00.000Z',
    message: { role: 'user', content: `${TEXT} swell` },
  }
  const files = {
    [`notes/${CANARY}.md`]: `# ${CANARY}\n\nThe swell of ${TEXT}.`,
    [`code/${CANARY}.ts`]: `export function ${CANARY}Ebb() {} // ${TEXT}\n`,
    'shore-notes/tide.md':
      '# Tide\n\nThe swell at noon.\n\n![Quay](img/quay.png) ![Out](img/out.png) ![Plan](img/plan.svg)\n',
    'shore-notes/img/quay.png': `quay`,
    'shore-notes/img/plan.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'shore-notes/img/unnamed.png': TEXT,
    [`notes/${CANARY}.png`]: TEXT,
    'shore-code/tide.ts': 'export function tideAtNoon() {}\n',
    'chats/d.jsonl': `${JSON.stringify(chat)}\n`,
  }
  writeFiles(folder, files)
  symlinkSync(join(folder, `notes/${CANARY}.png`), join(folder, 'shore-notes/img/out.png'))
  const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com']
  for (const words of [
    ['init', '-q'],
    ['add', '.'],
    [...author, 'commit', '-q', '-m', 'The tide at noon'],
  ])
    spawnSync('git', words, { cwd: join(folder, 'shore-code') })
}

async function startServer(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [wuku, 'serve', '--port', '0', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  const { url } = JSON.parse(line) as { readonly url: string }
  return { child, url }
}

const found = (text: string, pattern: RegExp): string => {
  const value = pattern.exec(text)?.[1]
  if (value === undefined) throw new Error(`${String(pattern)} is not in ${text.slice(0, 500)}`)
  return value
}

async function asked(ask: Ask, path: string, init?: RequestInit): Promise<Answer> {
  const answer = await ask(path, init)
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
  return answer
}

const later = { prefer: 'respond-async' }

/** Ann's library, workflow, pad and jobs. */
async function plantSecrets(ann: Ask, admin: Ask): Promise<Secrets> {
  const operation = async (ask: Ask, name: string, input: object): Promise<string> =>
    (await asked(ask, `/api/v1/operations/${name}`, json(input))).text
  // Numbers of two digits are not the versions and counts that other answers hold.
  for (let number = 1; number <= 12; number++)
    await asked(ann, '/api/v1/libraries', json({ name: `filler ${number}`, visibility: 'private' }))
  const filling = Array.from({ length: 12 }, (_, number) => ({ path: `${number}.md`, text: `# ${TEXT} ${number}` }))
  await asked(ann, '/api/v1/libraries/filler%201/documents', json({ version: '1.0.0', documents: filling }))
  await asked(ann, '/api/v1/libraries', json({ name: CANARY, visibility: 'private', description: TEXT }))
  const text = `# ${CANARY}\n\nThe swell.\n\n\`\`\`js\n${TEXT}()\n\`\`\`\n`
  const taken = await asked(
    ann,
    `/api/v1/libraries/${CANARY}/documents`,
    json({ version: '1.0.0', documents: [{ path: `${CANARY}.md`, text }] }),
  )
  const library = found(taken.text, /"library_id":(\d+)/)
  const documents = await asked(ann, `/api/v1/libraries/${library}/documents`)
  const document = found(documents.text, /"document_id":(\d+)/)
  const shown = await asked(ann, `/api/v1/libraries/${library}`)
  const slug = found(shown.text, /"slug":"([^"]+)"/)
  const chunks = await asked(ann, `/api/v1/documents/chunks/code/${library}`)
  const workflow = found(
    await operation(ann, 'create-workflow', { name: CANARY, description: TEXT, project_scope: CANARY }),
    /"id":"([0-9a-f-]{36})"/,
  )
  const padded = await operation(ann, 'create-scratchpad', {
    workflow_id: workflow,
    title: CANARY,
    content: `${TEXT} swell`,
  })
  const pad = [...padded.matchAll(/"id":"([0-9a-f-]{36})"/g)].map(([, id = '']) => id).find((id) => id !== workflow)
  const me = await asked(ann, '/api/v1/user/info')
  const jobs = await asked(ann, '/api/v1/jobs')
  await operation(ann, 'recall', { query: `${TEXT}ish zugzwang` })
  const making = await asked(
    ann,
    '/api/v1/libraries/import',
    json({ url: `https://${CANARY}.example/llms.txt`, name: `${CANARY} ${TEXT}`, visibility: 'private' }, later),
  )
  const notes = await operation(admin, 'search', { query: CANARY })
  return {
    library,
    slug,
    document,
    citation: found(chunks.text, /"citation":"([^"]+)"/),
    etag: shown.headers.get('etag') ?? '',
    job: found(jobs.text, /"job_id":"([0-9A-Z]{26})"/),
    making: found(making.text, /"job_id":"([0-9A-Z]{26})"/),
    workflow,
    pad: pad ?? '',
    chat: '22222222-2222-4222-8222-222222222222',
    docid: found(notes, /"docid":"(#[0-9a-f]+)"/),
    user: found(me.text, /"user_id":"([0-9A-Z]{26})"/),
    key: found(me.text, /"key_id":"([0-9A-Z]{26})"/),
  }
}

/** Bob sees something, so that lists, counts and suggestions have what to show. */
async function plantShown(ann: Ask): Promise<void> {
  await asked(ann, '/api/v1/libraries', json({ name: 'saltmarsh', visibility: 'team' }))
  await asked(
    ann,
    '/api/v1/libraries/saltmarsh/documents',
    json({ version: '1.0.0', documents: [{ path: 'tides.md', text: '# Tides\n\nThe swell and the flood.\n' }] }),
  )
  const making = { url: 'https://samphire.example/llms.txt', name: 'samphire', visibility: 'team' }
  await asked(ann, '/api/v1/libraries/import', json(making, later))
}
