import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openHome } from '../mcp-home.ts'
import { serve, serveInVain, tokenOf, type Served } from './server-house.ts'
import { sharedFolder } from '../../scratch.ts'

const home = openHome(sharedFolder())

const inHome = (name: string): string => join(home.env['WUKU_HOME'] ?? '', name)

describe('the start', () => {
  it('says one line when the server answers', async () => {
    const { line, url, child } = await serve(home, ['--json'])
    const port = Number(new URL(url).port)
    expect(JSON.parse(line)).toEqual({
      event: 'listening',
      url,
      host: '127.0.0.1',
      port,
      mode: 'local',
      role: 'all',
      pid: child.pid,
    })
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  })

  it('shows people an address by which a browser gets in once', async () => {
    const { line, url } = await serve(home)
    const code = /#code=(\S+)$/.exec(line)?.[1]
    const login = (): Promise<Response> =>
      fetch(`${url}/api/v1/auth/local`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      })
    const { access_token: access } = (await (await login()).json()) as { access_token: string }
    const asked = await fetch(`${url}/api/v1/user/info`, { headers: { authorization: `Bearer ${access}` } })
    expect(await asked.json()).toMatchObject({ user_id: 'local', role: 'admin' })
    expect((await login()).status).toBe(401)
  })

  it('keeps the token from other users, and makes a new one each time', async () => {
    const first = await serve(home)
    expect(statSync(inHome('server-token')).mode & 0o777).toBe(0o600)
    expect(first.token).toMatch(/^wuku_[\w-]{43}$/)
    first.child.kill()
    await first.ended
    expect((await serve(home)).token).not.toBe(first.token)
  })

  it('logs lines of JSON, without what was asked', async () => {
    const { url, ask, child, ended, logged } = await serve(home, ['--json'], { WUKU_TOOLS: 'core' })
    await ask('/api/v1/user/info?secret=tides')
    await fetch(`${url}/healthz`)
    await logged('/healthz')
    child.kill()
    const { stdout, stderr } = await ended
    expect(stdout.split('\n')).toHaveLength(2)
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'info', method: 'GET', route: '/healthz', status: 200 }),
    )
    expect(stderr).not.toContain('tides')
  })

  it.each<[says: string, args: readonly string[], status: number, stderr: RegExp]>([
    ['another host than loopback', ['--host', '0.0.0.0'], 1, /0\.0\.0\.0[^]*--host/],
    ['another host than loopback, open', ['--host', '0.0.0.0', '--open'], 1, /0\.0\.0\.0/],
    ['a port that is none', ['--port', '70000'], 2, /0 to 65535/],
    ['a port that is no number', ['--port', 'http'], 2, /takes a number/],
    ['a toolset that is none', ['--port', '0', '--tools', 'core,nonsense'], 2, /"nonsense"/],
    ['a flag that is none', ['--prot', '0'], 2, /--port/],
  ])('refuses %s', (_says, args, status, stderr) => {
    const refused = serveInVain(home, args)
    expect(refused.status).toBe(status)
    expect(refused.stdout).toBe('')
    expect(refused.stderr).toMatch(stderr)
    expect(existsSync(inHome('server-token'))).toBe(false)
  })

  it('refuses a port that is taken, with a remedy', async () => {
    const other = createServer()
    await once(other.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const { status, stderr } = serveInVain(home, ['--port', String(port)])
    expect(status).toBe(1)
    expect(stderr).toMatch(new RegExp(`${port} of 127[^]*--port`))
    expect(existsSync(inHome('server-token'))).toBe(false)
  })
})

describe('one server for a data folder', () => {
  it('a second start names the first, which goes on', async () => {
    const { url, ask, token } = await serve(home)
    const { status, stderr } = serveInVain(home, ['--port', '0'])
    expect(status).toBe(1)
    expect(stderr).toContain(url)
    expect(await tokenOf(home)).toBe(token)
    expect((await ask('/api/v1/user/info')).status).toBe(200)
  })

  it('what a killed one left behind is taken over', async () => {
    const killed = await serve(home)
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(existsSync(inHome('server.json'))).toBe(true)
    const next = await serve(home)
    expect((await next.ask('/api/v1/user/info')).status).toBe(200)
    expect(await fetch(`${next.url}/api/v1/user/info`, bearer(killed.token))).toMatchObject({ status: 401 })
  })
})

const bearer = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } })

describe('the stop', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'at %s answers the request under way, ends with 0 and removes the token',
    async (signal) => {
      const server = await serve(home)
      const request = await beginRequest(server)
      server.child.kill(signal)
      await refusesConnections(server.url)
      request.socket.end(request.rest)
      expect(await request.answer).toMatch(/^HTTP\/1\.1 201 /m)
      expect(await server.ended).toMatchObject({ code: 0 })
      for (const name of ['server-token', 'server.json']) expect(existsSync(inHome(name))).toBe(false)
    },
  )

  it('is at once with the second signal', async () => {
    const server = await serve(home, [], { WUKU_SERVER_GRACE_SECONDS: '3600' })
    await beginRequest(server)
    server.child.kill('SIGTERM')
    await refusesConnections(server.url)
    // Two signals of one key press count as one.
    const again = setInterval(() => server.child.kill('SIGTERM'), 100)
    const { code } = await server.ended
    clearInterval(again)
    expect(code).toBe(143)
  })

  it('does not wait longer than the grace', async () => {
    const server = await serve(home, [], { WUKU_SERVER_GRACE_SECONDS: '0' })
    await beginRequest(server)
    server.child.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0 })
  })
})

interface Begun {
  readonly socket: Socket
  readonly rest: string
  /** All that came until the end of the connection. */
  readonly answer: Promise<string>
}

/** A request whose head the server has, and half of whose body. */
async function beginRequest({ url, token }: Served): Promise<Begun> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  socket.on('error', () => {})
  const answer = new Promise<string>((resolve) => socket.on('close', () => resolve(text)))
  const head = ['POST /api/v1/auth/codes HTTP/1.1', `Host: ${hostname}:${port}`, `Authorization: Bearer ${token}`]
  const rest = ['Content-Type: application/json', 'Content-Length: 2', 'Expect: 100-continue', 'Connection: close']
  socket.write(`${[...head, ...rest].join('\r\n')}\r\n\r\n`)
  while (!text.includes('100 Continue')) await once(socket, 'data')
  socket.write('{')
  return { socket, rest: '}', answer }
}

async function refusesConnections(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  for (;;) {
    const socket = connect(Number(port), hostname)
    const isRefused = await new Promise<boolean>((resolve) => {
      socket.on('connect', () => resolve(false)).on('error', () => resolve(true))
    })
    socket.destroy()
    if (isRefused) return
  }
}

describe('--open', () => {
  it('lets programs in without a token, and no web page', async () => {
    const { url } = await serve(home, ['--open'])
    const info = (headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${url}/api/v1/user/info`, { headers })
    expect((await info({ origin: 'http://evil.example' })).status).toBe(403)
    expect((await info({ authorization: 'Bearer wrong' })).status).toBe(401)
    expect(await plainGet(url, '/api/v1/user/info')).toMatch(/^HTTP\/1\.1 200 /)
  })
  it('is off by default', async () => {
    const { url } = await serve(home)
    expect(await plainGet(url, '/api/v1/user/info')).toMatch(/^HTTP\/1\.1 401 /)
  })
})

async function plainGet(url: string, path: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`)
  await once(socket, 'close')
  return text
}
