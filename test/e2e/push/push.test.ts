import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pathOf, sessionOf, talk } from '../chats/talk.ts'
import { isLegible, openPushHouse, titlesOf, type Answer, type PushHouse } from './push-house.ts'

/** One of each form in which a reader finds a secret: in a line, across markup, in JSON, in a title. */
const secrets = {
  plain: 'ghp_0123456789abcdefghijABCDEFGHIJ456789',
  assigned: 'hunter2swordfish99!x',
  inChat: 'ghp_abcdefghijABCDEFGHIJ0123456789012345',
  inPad: 'ghp_ZYXWVUTSRQponmlkjihg9876543210ABCDEF',
  inCell: 'ghp_QQQQQQQQQQaaaaaaaaaa1111111111zzzzzz',
}

const SESSION = sessionOf(7)

/** A laptop that has indexed something of everything. */
async function openFullHouse(): Promise<PushHouse> {
  const house = await openPushHouse()
  const { laptop } = house
  laptop.write('notes/.gitignore', 'drafts/\n')
  laptop.write('notes/drafts/secret-plan.md', '# Draft\n\nNobody may read of the walrus.\n')
  laptop.write('notes/keys.md', `# Keys\n\nThe pelican key is rotated each month.\n\ntoken: ${secrets.plain}\n`)
  laptop.write('notes/tides.md', '# Tides\n\nHigh tide comes at noon in Saltmarsh.\n')
  const [begin, end] = [secrets.inCell.slice(0, 9), secrets.inCell.slice(9)]
  laptop.write(
    'notes/cells.html',
    `<h1>Cormorant run</h1><p>key ${begin}<b></b>&#${end.charCodeAt(0)};${end.slice(1)}</p>`,
  )
  laptop.write(
    'shop/src/pelican.ts',
    `/** Counts pelicans. */\nexport function countPelicans(): number {\n  return 2\n}\nconst password = "${secrets.assigned}"\n`,
  )
  laptop.write(
    pathOf(SESSION),
    talk(SESSION, ['Why does the albatross not land?', `Its token is ${secrets.inChat}, so it was refused.`]),
  )
  await laptop.json('add', 'notes', '--kind', 'notes', '--name', 'handbook')
  await laptop.json('add', 'shop', '--kind', 'code', '--name', 'shop')
  await laptop.json('add', '.claude/projects', '--kind', 'chats', '--name', 'claude')
  return house
}

const isSent = ({ proxy }: PushHouse, word: string): boolean => proxy.bodies.some(({ text }) => text.includes(word))

const call = async ({ laptop }: PushHouse, operation: string, input: object): Promise<Answer> =>
  laptop.json('call', operation, JSON.stringify(input))

/** One server for each test, whose steps build on one another: a start takes longer than most steps. */
describe('wuku push', () => {
  it('sends notes, code, conversations and a workflow, masked, and then only what changed', async () => {
    const house = await openFullHouse()
    await showsAll(house)
    await sendsAll(house)
    await updates(house)
    await sendsWorkflow(house)
    for (const secret of Object.values(secrets))
      expect([secret, isSent(house, secret), isLegible(house.serverFolder, secret)]).toEqual([secret, false, false])
    expect(isSent(house, 'walrus')).toBe(false)
  })

  it('goes on where a cut connection or a killed server ended it, and nothing shows before all is there', async () => {
    const house = await openPushHouse()
    await goesOnAfterCut(house)
    await goesOnAfterKill(house)
  })

  it('says what to do where it cannot be done', async () => {
    const house = await openFullHouse()
    const refused = async (...args: readonly string[]) => (await house.push(...args)).stderr
    expect(await refused('nowhere')).toContain('There is no source called "nowhere"')
    expect(await refused()).toContain('a server and a source are needed')
    house.laptop.env['WUKU_SERVER_KEY'] = 'wuku_no-such-key'
    expect(await refused('handbook')).toContain('does not take the credential')
    delete house.laptop.env['WUKU_SERVER_KEY']
    expect(await refused('handbook')).toContain('wuku login')
  })
})

async function showsAll(house: PushHouse): Promise<void> {
  const seen = await house.pushed('handbook', '--dry-run')
  expect(seen['files'].map(({ path }: Answer) => path).toSorted()).toEqual(['cells.html', 'keys.md', 'tides.md'])
  expect(seen['files'].flatMap((file: Answer) => file['secrets'])).toEqual(
    expect.arrayContaining([{ kind: 'github-token', path: 'keys.md', line: 5 }]),
  )
  const { stdout } = await house.push('handbook', '--dry-run')
  expect(stdout).toContain('github-token in keys.md:5')
  for (const secret of Object.values(secrets)) expect(JSON.stringify(seen) + stdout).not.toContain(secret)
  expect(house.proxy.bodies).toEqual([])
}

async function sendsAll(house: PushHouse): Promise<void> {
  const notes = { source: 'notes/handbook', added: 3, secrets: 2, sent: { files: 3 } }
  expect(await house.pushed('handbook')).toMatchObject(notes)
  expect(await house.pushed('code/shop')).toMatchObject({ source: 'code/shop', secrets: 1 })
  expect(await house.pushed(SESSION)).toMatchObject({ source: expect.stringMatching(/^chats\//), added: 1, secrets: 1 })
  const found = await house.ask('recall', { query: 'pelican', weak: true })
  expect(titlesOf(found).toSorted()).toEqual(['Keys', 'pelican.ts'])
  const opened = await house.ask('open', { citation: 'wuku://notes/handbook/keys.md' })
  expect(opened['text']).toContain('[REDACTED:github-token]')
  const talked = await house.ask('recall', { query: 'albatross land', kinds: ['chats'] })
  expect(talked['hits'][0]['about']).toContain('claude-code')
}

async function updates(house: PushHouse): Promise<void> {
  expect(await house.pushed('handbook')).toMatchObject({ unchanged: 3, sent: { files: 0, bytes: 0 } })
  house.laptop.write('notes/tides.md', '# Tides\n\nThe ferry leaves with the ebb.\n')
  rmSync(join(house.laptop.folder, 'notes/cells.html'))
  const changes = { added: 0, changed: 1, removed: 1, unchanged: 1, sent: { files: 1 } }
  expect(await house.pushed('handbook')).toMatchObject(changes)
  expect(titlesOf(await house.ask('recall', { query: 'ferry ebb' }))).toEqual(['Tides'])
  expect(titlesOf(await house.ask('recall', { query: 'cormorant' }))).toEqual([])
  const { sources } = await house.ask('sources', {})
  expect(sources.filter(({ kind }: Answer) => kind === 'notes')).toMatchObject([{ name: 'handbook' }])
}

async function sendsWorkflow(house: PushHouse): Promise<void> {
  const { workflow } = await call(house, 'create-workflow', { name: 'Login page', description: 'Rewrite' })
  const content = `# Findings\n\nThe razorbill token ${secrets.inPad} expires.\n`
  const draft = { workflow_id: workflow.id, title: 'Findings', content }
  const { scratchpad } = await call(house, 'create-scratchpad', draft)
  const first = await house.pushed('Login page')
  expect(first).toMatchObject({ source: expect.stringMatching(/^pads\//), added: 1, secrets: 1 })
  await call(house, 'append-scratchpad', { scratchpad_id: scratchpad.id, content: 'The guillemot agrees.' })
  expect(await house.pushed(workflow.id)).toMatchObject({ source: first['source'], added: 0, changed: 1 })
  const { workflows } = await house.ask('list-workflows', {})
  expect(workflows).toMatchObject([{ name: 'Login page', description: 'Rewrite' }])
  expect(titlesOf(await house.ask('recall', { query: 'guillemot', kinds: ['pads'] }))).toEqual(['Findings'])
}

async function goesOnAfterCut(house: PushHouse): Promise<void> {
  const long = Array.from({ length: 6 }, (_, at) => `# Part ${at}\n\n${`gannet${at} dives `.repeat(60_000)}\n`)
  long.forEach((text, at) => house.laptop.write(`notes/${at}.md`, text))
  await house.laptop.json('add', 'notes', '--kind', 'notes', '--name', 'long')
  house.proxy.allowed = { path: '/push-files', count: 1 }
  const cut = await house.push('long')
  expect([cut.code, cut.stderr]).toEqual([1, expect.stringContaining('Run the same command again')])
  expect(await house.ask('sources', {})).toMatchObject({ sources: [] })
  const before = house.proxy.bodies.filter(({ path }) => path.endsWith('/push-files'))
  house.proxy.allowed = undefined
  house.proxy.bodies.length = 0
  expect(await house.pushed('long')).toMatchObject({ added: 6 })
  const arrived = hashesOf(before.slice(0, 1))
  const after = hashesOf(house.proxy.bodies.filter(({ path }) => path.endsWith('/push-files')))
  expect(arrived.length).toBeGreaterThan(0)
  expect(after.filter((hash) => arrived.includes(hash))).toEqual([])
  expect(titlesOf(await house.ask('recall', { query: 'gannet5' }))).toEqual(['Part 5'])
}

async function goesOnAfterKill(house: PushHouse): Promise<void> {
  house.proxy.allowed = { path: '/push-finish', count: 0 }
  house.laptop.write('notes/5.md', '# Tides\n\nThe ferry leaves with the ebb.\n')
  expect((await house.push('long')).code).toBe(1)
  house.server.child.kill('SIGKILL')
  await house.server.ended
  house.proxy.allowed = undefined
  await house.again()
  expect(titlesOf(await house.ask('recall', { query: 'gannet5' }))).toEqual(['Part 5'])
  expect(await house.pushed('long')).toMatchObject({ changed: 1, sent: { files: 0 } })
  expect(titlesOf(await house.ask('recall', { query: 'ferry ebb' }))).toEqual(['Tides'])
}

describe('a server', () => {
  const source = { kind: 'notes', name: 'handbook' }
  const hash = '0'.repeat(64)
  const item = { path: 'a.md', modified_at: 0, bytes: 1, pieces: [hash] }
  const paths = ['../a.md', '/etc/passwd', 'a/../b.md', 'C:/a.md', 'a\\b.md', 'a\u0000.md', 'a//b.md', './a.md']

  it('takes no path that leads out, no text that its plan does not name or that is another, and no half push', async () => {
    const house = await openPushHouse()
    for (const path of paths) {
      const { error } = await house.ask('push-plan', { source, page: 0, items: [{ ...item, path }] })
      expect([path, error?.['code']]).toEqual([path, 'bad-input'])
    }
    const { push, missing } = await house.ask('push-plan', { source, page: 0, items: [item] })
    expect(missing).toEqual([hash])
    const send = (pieces: readonly object[]) => house.ask('push-files', { source, push, page: 0, pieces })
    expect((await send([{ hash, text: 'x' }]))['error']['code']).toBe('bad-input')
    expect((await send([{ hash: 'f'.repeat(64), text: 'x' }]))['error']['code']).toBe('bad-input')
    expect((await house.ask('push-finish', { source, push }))['error']).toMatchObject({ code: 'conflict' })
    expect(await house.ask('sources', {})).toMatchObject({ sources: [] })
  })
})

const hashesOf = (bodies: readonly { readonly text: string }[]): readonly string[] =>
  bodies.flatMap(({ text }) => (JSON.parse(text) as Answer)['pieces'].map(({ hash }: Answer) => hash))
