import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { changedLines } from '../../cli/src/commands/print-connection.ts'
import { type Client, settingsFile } from '../src/client.ts'
import { clients } from '../src/clients.ts'
import { type ConnectionRequest, type FileChange, type Part, planConnection, writeChange } from '../src/connection.ts'
import { readInstalled } from '../src/installed.ts'
import { serverCommand, sharedServerCommand } from '../src/tool-arguments.ts'
import { isOwnEntry } from '../src/settings-format.ts'
import { scratchFolder } from '../../../test/scratch.ts'

const server = { command: '/opt/node', args: ['/opt/wuku/bin/wuku.js', 'mcp'], env: {} }
const fixtures = join(import.meta.dirname, '../../../test/fixtures/connect')
const all = { server: 'set', guide: 'set', hook: 'set' } as const
const none = { server: 'remove', guide: 'remove', hook: 'remove' } as const

let folder = ''
beforeEach(() => void (folder = scratchFolder()))

const homeFolder = (): string => join(folder, 'home', 'u')
const projectFolder = (): string => join(folder, 'project')
const places = () => ({ env: {}, platform: 'linux' as const, userFolder: homeFolder() })
/** Of all projects, where the client has such settings. */
const requestFor = (client: Client, wish: Partial<ConnectionRequest> = {}): ConnectionRequest => ({
  client,
  server,
  places: places(),
  folder: projectFolder(),
  isProject: !client.global,
  wishes: { server: 'set' },
  language: 'en',
  force: false,
  ...wish,
})
const fileOf = (client: Client): string => settingsFile(client, requestFor(client)) ?? ''

async function given(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

async function apply(request: ConnectionRequest): Promise<readonly FileChange[]> {
  const changes = await planConnection(request)
  for (const change of changes) if (change.before !== change.after) await writeChange(change)
  return changes
}

/** All files below a folder, without the copies of settings as they were. */
async function filesIn(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.bak'))
  return Object.fromEntries(
    await Promise.all(
      files.map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        return [path.slice(root.length + 1), await readFile(path, 'utf8')]
      }),
    ),
  )
}

const writable = clients.filter(({ paste }) => !paste)

describe.each(writable)('$title', (client) => {
  const fixture = (): Promise<string> => readFile(join(fixtures, `${client.name}.${client.format}`), 'utf8')

  it('is connected, changed and disconnected, and nothing else of its settings is touched', async () => {
    const before = await fixture()
    await given(fileOf(client), before)
    await apply(requestFor(client))
    const connected = await readFile(fileOf(client), 'utf8')
    for (const line of before.split('\n').filter((each) => each.trim().length > 3))
      expect(connected).toContain(line.trimEnd().replace(/,$/, '').replace(/\}+$/, ''))
    const installed = await readInstalled(client, requestFor(client))
    expect(isOwnEntry(installed?.entry ?? '')).toBe(true)
    expect((await planConnection(requestFor(client)))[0]?.after, 'twice is once').toBe(connected)

    const other = { ...server, args: ['/opt/other/bin/wuku.js', 'mcp'] }
    await apply(requestFor(client, { server: other }))
    expect(await readFile(fileOf(client), 'utf8')).toBe(connected.replaceAll('/opt/wuku/bin', '/opt/other/bin'))

    await apply(requestFor(client, { wishes: none }))
    expect(await readFile(fileOf(client), 'utf8')).toBe(before)
  })

  it.each([false, true])('leaves nothing behind of what it made (project: %s)', async (isProject) => {
    const mine = { server: isProject ? sharedServerCommand : server }
    const parts = (await apply(requestFor(client, { isProject, wishes: all, ...mine }))).flatMap((each) => each.parts)
    if (parts.length > 0)
      expect((await readInstalled(client, requestFor(client, { isProject })))?.parts).toEqual(
        ['server', 'guide', 'hook'].filter((part) => parts.includes(part as Part)),
      )
    await apply(requestFor(client, { isProject, wishes: none, ...mine }))
    expect(await filesIn(folder)).toEqual({})
  })

  it('writes nothing of one machine into files of a project', async () => {
    const shared = { isProject: true, wishes: all, server: sharedServerCommand }
    await apply(requestFor(client, shared))
    const texts = Object.values(await filesIn(folder)).join('\n')
    const own = serverCommand({ env: { WUKU_HOME: homeFolder() } })
    const secret = [folder, process.execPath, dirname(process.execPath), process.cwd(), userInfo().homedir]
    for (const word of [...secret, own.command, ...own.args.filter((each) => each !== 'mcp')])
      expect(texts).not.toContain(word)
    expect(texts).not.toMatch(/(?:^|["'\s])(?:\/(?:home|Users|opt|usr|work|tmp)\/|[A-Z]:\\)/m)
    expect(texts).not.toContain('WUKU_HOME')
  })
})

describe('a guide', () => {
  const called = (name: string): Client => clients.find((client) => client.name === name) as Client

  it('goes into a file of the user as a block, and out again', async () => {
    const file = join(projectFolder(), 'AGENTS.md')
    await given(file, '# Rules\n\nUse tabs.')
    await apply(requestFor(called('codex'), { isProject: true, wishes: { guide: 'set' } }))
    expect(await readFile(file, 'utf8')).toMatch(
      /^# Rules\n\nUse tabs\.\n\n<!-- wuku: begin.*recall.*<!-- wuku: end -->$/s,
    )
    await apply(requestFor(called('codex'), { isProject: true, wishes: { guide: 'remove' } }))
    expect(await readFile(file, 'utf8')).toBe('# Rules\n\nUse tabs.')
  })

  it('does not hide the rules that Zed reads already', async () => {
    await given(join(projectFolder(), 'AGENTS.md'), '# Rules\n')
    await apply(requestFor(called('zed'), { isProject: true, wishes: { guide: 'set' } }))
    expect(existsSync(join(projectFolder(), '.rules'))).toBe(false)
    expect(await readFile(join(projectFolder(), 'AGENTS.md'), 'utf8')).toContain('recall')
  })

  it('and a hook stand beside what the user has, and go alone', async () => {
    const gemini = called('gemini')
    const before = await readFile(join(fixtures, 'gemini.json'), 'utf8')
    await given(fileOf(gemini), before)
    await apply(requestFor(gemini, { wishes: all, language: 'zh' }))
    const connected = await readFile(fileOf(gemini), 'utf8')
    expect(connected).toContain('/opt/wuku/bin/wuku.js hook --lang zh || exit 0')
    expect(connected).toContain('./mine.sh')
    await apply(requestFor(gemini, { wishes: { guide: 'remove', hook: 'remove' } }))
    expect((await readInstalled(gemini, requestFor(gemini)))?.parts).toEqual(['server'])
    await apply(requestFor(gemini, { wishes: none }))
    expect(await readFile(fileOf(gemini), 'utf8')).toBe(before)
  })

  it('is changed in place', async () => {
    const claude = called('claude-code')
    await apply(requestFor(claude, { wishes: all }))
    await apply(requestFor(claude, { wishes: all, language: 'zh' }))
    const files = await filesIn(homeFolder())
    expect(files['.claude/skills/wuku/SKILL.md']).toMatch(
      /^---\nname: wuku\n.*---\n\n<!-- wuku: begin.*搜索.*end -->\n$/s,
    )
    expect(files['.claude/settings.json']?.match(/wuku\.js hook --lang zh/g)).toHaveLength(1)
    expect(files['.claude/settings.json']?.match(/wuku\.js hook/g)).toHaveLength(1)
    expect(files['.claude/settings.json']?.match(/"mcp_tool"/g)).toHaveLength(3)
  })
})

describe('what is not ours', () => {
  const cursor = clients.find(({ name }) => name === 'cursor') as Client
  const foreign = '{"mcpServers": {"wuku": {"command": "npx", "args": ["someone-elses"]}}}'
  it('is not replaced unless told to', async () => {
    await given(fileOf(cursor), foreign)
    await expect(planConnection(requestFor(cursor))).rejects.toMatchObject({ code: 'conflict' })
    await expect(planConnection(requestFor(cursor, { wishes: none }))).rejects.toMatchObject({ code: 'conflict' })
    expect((await planConnection(requestFor(cursor, { force: true })))[0]?.after).toContain('wuku.js')
  })
  it.each<[name: string, text: string, pasted: string]>([
    ['cursor', '{"mcpServers": ', '"mcpServers"'],
    ['codex', 'mcp_servers = { wuku = {} }\n', '[mcp_servers.wuku]'],
    ['goose', 'extensions: [1, 2\n', 'extensions:\n  wuku:'],
    ['goose', 'extensions: [1, 2]\n', 'extensions:\n  wuku:'],
  ])(
    'is not written when it cannot be read, and the remedy shows what to paste (%s %j)',
    async (name, text, pasted) => {
      const client = clients.find((each) => each.name === name) as Client
      await given(fileOf(client), text)
      await expect(planConnection(requestFor(client))).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('Nothing was written'),
        remedy: expect.stringContaining(pasted),
      })
      expect(await readFile(fileOf(client), 'utf8')).toBe(text)
    },
  )
})

it.each<[entry: string, ours: boolean]>([
  ['{"command":"/n/node","args":["/x/bin/wuku.js","mcp"]}', true],
  ['{"command":"wuku"}', true],
  ['{"command":"npx","args":["-y","wuku"]}', true],
  ['{"command":"C:\\\\wuku\\\\bin\\\\wuku.js"}', true],
  ['{"command":"mywuku"}', false],
  ['{"command":"node","args":["/wuku/server.js"]}', false],
])('ours is what starts a program called wuku: %s: %s', (entry, ours) => expect(isOwnEntry(entry)).toBe(ours))

it('shows only the lines that differ', () => {
  expect(changedLines('a\nb\nc\n', 'a\nB\nc\n')).toEqual(['- b', '+ B'])
  expect(changedLines('', 'a\n')).toEqual(['+ a'])
  expect(changedLines('a\na\n', 'a\na\na\n')).toEqual(['+ a'])
  expect(changedLines('a\nb\nc\n', 'x\na\nb\nc\ny\n'), 'in two places').toEqual(['+ x', '+ y'])
})
