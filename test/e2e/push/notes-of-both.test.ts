import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, it, onTestFinished } from 'vitest'
import { launcher } from '../cli-house.ts'
import { openPushHouse, type Answer, type PushHouse } from './push-house.ts'

interface TeamHouse extends PushHouse {
  readonly name: string
  /** The source of Ben, as the server calls it. */
  readonly handbook: string
}

/** Ann has notes of her own; Ben shows a handbook to the team, and keeps a diary for himself. */
async function openTeam(): Promise<TeamHouse> {
  const house = await openPushHouse()
  const { laptop, far, proxy } = house
  await far.json('users', 'add', 'root', '--role', 'admin')
  const [ann, ben] = [
    await far.json('users', 'add', 'ann', '--role', 'writer'),
    await far.json('users', 'add', 'ben', '--role', 'writer'),
  ]
  laptop.write('own/pelican.md', '# Pelican feeding\n\nThe pelican eats at dawn.\n')
  laptop.write('shared/heron.md', '# Heron watch\n\nThe heron and the pelican share the pond.\n')
  laptop.write('handbook/flight.md', '# Pelican flight\n\nThe pelican flies at dusk over Saltmarsh.\n')
  laptop.write('handbook/pelican.md', '# Pelican facts\n\nA pelican has a pouch.\n')
  laptop.write('diary/secret.md', '# Diary\n\nThe pelican bit me.\n')
  for (const name of ['own', 'shared', 'handbook', 'diary'])
    await laptop.json('add', name, '--kind', 'notes', '--name', name)
  laptop.env['WUKU_SERVER_KEY'] = ben['key']
  const { source } = await house.pushed('handbook', '--visibility', 'team')
  await house.pushed('diary')
  for (const name of ['handbook', 'diary']) await laptop.json('remove', name, '--yes')
  laptop.env['WUKU_SERVER_KEY'] = ann['key']
  await house.pushed('shared')
  return { ...house, name: new URL(proxy.url).host, handbook: source.slice('notes/'.length) }
}

const filesOf = ({ results, documents }: Answer): readonly string[] =>
  (results ?? documents).map(({ file }: Answer) => file).toSorted()

it('notes are searched and read in both places, each says which, and the diary of another stays hidden', async () => {
  const house = await openTeam()
  const { laptop, name, proxy, handbook } = house
  const ask = (...args: readonly string[]) => laptop.json(...args, '--server', proxy.url)
  const both = [`${handbook}@${name}/flight.md`, `${handbook}@${name}/pelican.md`, 'own/pelican.md', 'shared/heron.md']
  for (const command of ['search', 'query']) {
    const found = await ask(command, 'pelican')
    expect(filesOf(found)).toEqual(both)
    const scores = found['results'].map(({ score }: Answer) => score)
    expect(scores).toEqual(scores.toSorted((one: number, other: number) => other - one))
  }
  const theirs = await ask('search', 'pelican', '--collection', `${handbook}@${name}`)
  expect(filesOf(theirs)).toEqual(both.slice(0, 2))
  expect(filesOf(await ask('search', 'pelican', '--collection', 'own'))).toEqual(['own/pelican.md'])
  await reads(house, theirs['results'][0], ask)
  await answersAnAgent(house)
  await bearsAServerThatIsDown(house)
})

type Ask = (...args: readonly string[]) => Promise<Answer>

async function reads({ laptop, name, proxy, handbook }: TeamHouse, found: Answer, ask: Ask): Promise<void> {
  const bare = (found['docid'] as string).replace(`@${name}`, '')
  for (const called of [found['docid'], found['file'], found['citation'], bare, 'flight.md', `${handbook}/flight.md`])
    if (called !== undefined) expect((await ask('get', called))['file']).toMatch(new RegExp(`^${handbook}@${name}/`))
  expect((await ask('open', `${handbook}/flight.md`))['citation']).toContain(
    `wuku://notes/${handbook}@${name}/flight.md`,
  )
  // Both have one that is called so: this machine's is read.
  expect((await ask('get', 'pelican.md'))['file']).toBe('own/pelican.md')
  expect(filesOf(await ask('multi-get', `pelican.md, ${handbook}/flight.md, nowhere.md`))).toEqual([
    `${handbook}@${name}/flight.md`,
    'own/pelican.md',
  ])
  expect(filesOf(await ask('multi-get', '**/*.md'))).toEqual([
    `${handbook}@${name}/flight.md`,
    `${handbook}@${name}/pelican.md`,
    'own/pelican.md',
    'shared/heron.md',
  ])
  const hidden = await laptop.wuku('get', 'diary/secret.md', '--server', proxy.url)
  expect([hidden.code, hidden.stderr]).toEqual([1, expect.stringContaining('Document not found: diary/secret.md')])
}

async function answersAnAgent({ laptop, name, proxy, handbook }: TeamHouse): Promise<void> {
  const client = new Client({ name: 'team-test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [launcher, 'mcp', '--tools', 'core,notes', '--server', proxy.url, '--no-watch'],
      env: { ...(laptop.env as Readonly<Record<string, string>>) },
      stderr: 'ignore',
    }),
  )
  onTestFinished(() => client.close())
  const call = async (tool: string, input: Record<string, unknown>) => {
    const { isError, structuredContent } = await client.callTool({ name: tool, arguments: input })
    expect(isError ?? false).toBe(false)
    return structuredContent as Answer
  }
  const { file } = (await call('search', { query: 'pelican dusk Saltmarsh' }))['results'][0]
  expect(file).toBe(`${handbook}@${name}/flight.md`)
  expect((await call('get', { file }))['text']).toContain('flies at dusk')
  expect(filesOf(await call('multi_get', { pattern: `${file},own/pelican.md` }))).toEqual([file, 'own/pelican.md'])
}

/** Answers of this machine, with a line that says so, and no failure. */
async function bearsAServerThatIsDown({ laptop, handbook }: TeamHouse): Promise<void> {
  const down = ['--server', 'http://127.0.0.1:9', '--json'] as const
  for (const [command, input, notes] of [
    ['search', 'pelican', 'notes'],
    ['query', 'pelican', 'notes'],
    ['multi-get', '**/*.md', 'errors'],
  ] as const) {
    const { code, stdout } = await laptop.wuku(command, input, ...down)
    const answer = JSON.parse(stdout) as Answer
    expect([command, code, filesOf(answer)]).toEqual([command, 0, ['own/pelican.md', 'shared/heron.md']])
    expect(answer[notes].join('\n')).toContain('cannot be reached')
  }
  expect((await laptop.wuku('get', 'own/pelican.md', ...down)).code).toBe(0)
  const { code, stderr } = await laptop.wuku('get', `${handbook}/flight.md`, ...down)
  expect([code, stderr]).toEqual([1, expect.stringContaining('cannot be reached')])
}
