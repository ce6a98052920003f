import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, it, onTestFinished } from 'vitest'
import { callOf, initialize, openHome, startServer, wuku, type Home, type Pipe } from '../mcp-home.ts'
import { openEmbeddingServer } from '../meaning/embedding-server.ts'
import { serve } from './server-house.ts'
import { runCommandSync } from '../run-command.ts'
import { sharedFolder } from '../../scratch.ts'

const home = openHome(sharedFolder())

async function agent(place: Partial<Home> = {}, ...args: readonly string[]): Promise<Pipe> {
  const pipe = startServer({ ...home, ...place }, ...args)
  pipe.send(initialize)
  await pipe.answer(1)
  pipe.send({ method: 'notifications/initialized' })
  return pipe
}

/** A process that answers by itself has the store open. */
const isAlone = ({ child }: { readonly child: { readonly pid?: number | null | undefined } }): boolean =>
  readdirSync(`/proc/${child.pid}/fd`).some((fd) => {
    try {
      return readlinkSync(`/proc/${child.pid}/fd/${fd}`).endsWith('wuku.sqlite')
    } catch {
      return false
    }
  })

async function call(pipe: Pipe, id: number, name: string, args: object): Promise<unknown> {
  pipe.send(callOf(id, name, args))
  return pipe.answer(id)
}

async function connect(args: readonly string[] = [], more: NodeJS.ProcessEnv = {}) {
  const { promise: changed, resolve } = Promise.withResolvers<void>()
  let heard = 0
  const onChanged = (): void => {
    heard++
    resolve()
  }
  const client = new Client({ name: 'e2e', version: '1' }, { versionNegotiation: { mode: 'legacy' } })
  client.setNotificationHandler('notifications/tools/list_changed', onChanged)
  const env = Object.fromEntries(
    Object.entries({ ...home.env, ...more }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [wuku, 'mcp', ...args],
    env,
    stderr: 'ignore',
  })
  await client.connect(transport)
  return { client, changed, heard: () => heard, pid: transport.pid }
}

const namesOf = async (client: Client): Promise<readonly string[]> =>
  (await client.listTools()).tools.map(({ name }) => name)

const textOf = (answer: unknown): string => JSON.stringify(answer)
const inHome = (name: string): string => join(String(home.env['WUKU_HOME']), name)

describe.runIf(process.platform === 'linux')('wuku mcp beside a server', () => {
  it('is answered by it, and sees at once what others write', async () => {
    await serve(home)
    const [one, other] = await Promise.all([agent(), agent()])
    expect([one, other].map(isAlone)).toEqual([false, false])
    const made = await call(one, 2, 'create-workflow', { name: 'Harbour works', description: 'Dredging' })
    const workflow = /"id":"?([\w-]+)/.exec(textOf(made).replaceAll('\\"', '"'))?.[1]
    expect(workflow, textOf(made)).toBeDefined()
    expect(textOf(await call(other, 2, 'list-workflows', {}))).toContain('Harbour works')
    for (const { child, ended } of [one, other]) {
      child.stdin.end()
      expect((await ended).code).toBe(0)
    }
  })

  it('works in the folder of its agent, with its tools', async () => {
    await serve(home)
    const workspace = join(home.folder, 'project')
    await mkdir(workspace, { recursive: true })
    spawnSync('git', ['init', '-q'], { cwd: workspace })
    const pipe = await agent({ workspace }, '--tools', 'code', '--read-only')
    expect(isAlone(pipe)).toBe(false)
    pipe.send({ id: 2, method: 'tools/list' })
    const { tools } = (await pipe.answer(2)).result as { readonly tools: readonly { readonly name: string }[] }
    expect(tools.map(({ name }) => name)).toContain('repo_map')
    expect(tools.map(({ name }) => name)).not.toContain('recall')
    expect(textOf(await call(pipe, 3, 'repo_map', {}))).toContain(`${workspace} has not been indexed yet`)
    expect(textOf(await call(pipe, 4, 'create-workflow', { name: 'x' }))).toContain('Unknown tool')
  })

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'goes on alone when the server ends by %s, and asks again',
    async (signal) => {
      const server = await serve(home)
      const pipe = await agent()
      expect(isAlone(pipe)).toBe(false)
      server.child.kill('SIGSTOP')
      pipe.send(callOf(2, 'search', { query: 'harbour' }))
      pipe.send({ id: 3, method: 'tools/list' })
      if (signal === 'SIGKILL') pipe.send(callOf(4, 'create-workflow', { name: 'Twice' }))
      server.child.kill(signal)
      server.child.kill('SIGCONT')
      expect(textOf(await pipe.answer(2))).toContain('Harbour plan')
      expect((await pipe.answer(3)).result).toMatchObject({ tools: expect.any(Array) })
      if (signal === 'SIGKILL') expect((await pipe.answer(4)).error).toMatchObject({ code: -32603 })
      expect((await server.ended).code).toBe(signal === 'SIGTERM' ? 0 : null)
      expect(textOf(await call(pipe, 5, 'search', { query: 'Cormorant' }))).toContain('Dredging')
      expect(isAlone(pipe)).toBe(true)
      expect(pipe.stdout().match(/"serverInfo"/g)).toHaveLength(1)
      pipe.child.stdin.end()
      expect((await pipe.ended).code).toBe(0)
    },
  )

  it('works alone beside one that is not its own, and beside none that answers', async () => {
    await serve(home)
    const edited = (name: string, change: (text: string) => string): (() => void) => {
      const before = readFileSync(inHome(name), 'utf8')
      writeFileSync(inHome(name), change(before))
      return () => writeFileSync(inHome(name), before)
    }
    const rows: readonly { edit?(): () => void; env?: object; args?: string[] }[] = [
      { edit: () => edited('server.json', (text) => text.replace(/"version":"[^"]*"/, '"version":"9"')) },
      { edit: () => edited('server-token', () => 'wuku_other') },
      { edit: () => edited('server.json', (text) => text.replace('server.sock', 'server.none')) },
      { env: { WUKU_CHATS_EXCLUDE: 'x' } },
      { args: ['--quiet'] },
    ]
    for (const { edit, env, args = [] } of rows) {
      const restore = edit?.()
      const pipe = await agent({ env: { ...home.env, ...env } }, ...args)
      expect(isAlone(pipe), JSON.stringify({ edit: String(edit), env, args })).toBe(true)
      pipe.child.stdin.end()
      await pipe.ended
      restore?.()
    }
    expect(isAlone(await agent())).toBe(false)
  })

  it('ends the work in the server when its client cancels a call', async () => {
    const model = await openEmbeddingServer()
    onTestFinished(() => model.close())
    const env = {
      WUKU_EMBEDDER_PROVIDER: 'openai',
      WUKU_EMBEDDER_URL: model.url,
      WUKU_EMBEDDER_MODEL: 'concepts-1',
      WUKU_EMBEDDER_KEY: 'sk-test',
    }
    const begun = Promise.withResolvers<ServerResponse>()
    // It never answers.
    model.trouble = begun.resolve
    await serve(home, [], env)
    const { client, pid } = await connect(['--tools', 'all'], env)
    expect(isAlone({ child: { pid } })).toBe(false)
    const stop = new AbortController()
    const probed = client.callTool({ name: 'embedding_probe', arguments: { text: 'ebb' } }, { signal: stop.signal })
    const rejected = expect(probed).rejects.toThrow()
    const response = await begun.promise
    const closed = once(response, 'close')
    stop.abort()
    await Promise.all([closed, rejected])
    expect(response.writableEnded).toBe(false)
    await client.close()
  })

  it('hears of tools that came, where its list has them', async () => {
    await serve(home)
    const [one, fixed] = await Promise.all([connect(), connect(['--tools', 'notes'])])
    expect(await namesOf(one.client)).not.toContain('repo_map')
    const folder = join(home.folder, 'new-code')
    await mkdir(folder, { recursive: true })
    writeFileSync(join(folder, 'a.ts'), 'export const ebb = 1\n')
    runCommandSync(['add', folder, '--kind', 'code', '--name', 'new-code'], { env: home.env })
    await one.changed
    expect(await namesOf(one.client)).toContain('repo_map')
    expect(fixed.heard()).toBe(0)
    await Promise.all([one.client.close(), fixed.client.close()])
  })

  it('is answered by a server that changes nothing where it may not either', async () => {
    await serve(home, ['--read-only'])
    expect(isAlone(await agent({}, '--read-only'))).toBe(false)
    expect(isAlone(await agent())).toBe(true)
  })
})
