import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changedLines } from '../../../../src/app/connect/changed-lines.ts'
import { clients, type Client } from '../../../../src/app/connect/clients.ts'
import { isOurs, planConnection, readConnection, writeConnection } from '../../../../src/app/connect/connection.ts'

const server = { command: '/opt/node', args: ['/opt/wuku/bin/wuku.js', 'mcp'], env: {} }

let folder = ''
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'wuku-connect-'))))
afterAll(() => rm(folder, { recursive: true }))

const places = () => ({ env: {}, platform: 'linux' as const, userFolder: folder })
const fileOf = (client: Client): string => client.global?.(places()) ?? join(folder, client.project ?? '')
const request = (client: Client, wish: { remove?: boolean; force?: boolean } = {}) => ({
  client,
  file: fileOf(client),
  server,
  remove: wish.remove ?? false,
  force: wish.force ?? false,
})

describe.each(clients)('$title', (client) => {
  it('is connected once, found, and disconnected', async () => {
    await writeConnection(await planConnection(request(client)))
    expect(isOurs((await readConnection(client, fileOf(client))) ?? '')).toBe(true)
    const again = await planConnection(request(client))
    expect(again.after).toBe(again.before)
    const removal = await planConnection(request(client, { remove: true }))
    const backup = await writeConnection(removal)
    expect(await readConnection(client, fileOf(client))).toBeUndefined()
    expect(await readFile(backup ?? '', 'utf8')).toBe(removal.before)
  })
})

describe('what is not ours', () => {
  const cursor = clients.find(({ name }) => name === 'cursor') as Client
  const foreign = '{"mcpServers": {"wuku": {"command": "npx", "args": ["someone-elses"]}}}'
  it('is not replaced unless told to', async () => {
    await writeFile(fileOf(cursor), foreign)
    await expect(planConnection(request(cursor))).rejects.toMatchObject({ code: 'conflict' })
    await expect(planConnection(request(cursor, { remove: true }))).rejects.toMatchObject({ code: 'conflict' })
    expect((await planConnection(request(cursor, { force: true }))).after).toContain('wuku.js')
  })
  it('is not written when it cannot be read, and the remedy shows what to paste', async () => {
    await writeFile(fileOf(cursor), '{"mcpServers": ')
    await expect(planConnection(request(cursor))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Nothing was written'),
      remedy: expect.stringContaining('"mcpServers"'),
    })
    expect(await readdir(dirname(fileOf(cursor)))).not.toContain('mcp.json.tmp')
  })
})

describe('ours is what starts a program called wuku', () => {
  const rows: readonly [entry: string, ours: boolean][] = [
    ['{"command":"/n/node","args":["/x/bin/wuku.js","mcp"]}', true],
    ['{"command":"wuku"}', true],
    ['{"command":"npx","args":["-y","wuku"]}', true],
    ['{"command":"C:\\\\wuku\\\\bin\\\\wuku.js"}', true],
    ['{"command":"mywuku"}', false],
    ['{"command":"node","args":["/wuku/server.js"]}', false],
  ]
  it.each(rows)('%s: %s', (entry, ours) => expect(isOurs(entry)).toBe(ours))
})

it('shows only the lines that differ', () => {
  expect(changedLines('a\nb\nc\n', 'a\nB\nc\n')).toEqual(['- b', '+ B'])
  expect(changedLines('', 'a\n')).toEqual(['+ a'])
  expect(changedLines('a\na\n', 'a\na\na\n')).toEqual(['+ a'])
})
