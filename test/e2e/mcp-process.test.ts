import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { callOf, initialize, linesOf, openHome, startServer, wuku } from './mcp-home.ts'
import { sharedFolder } from '../scratch.ts'

const home = openHome(sharedFolder())

describe('the process behind `wuku mcp`', () => {
  it('ends with its input', async () => {
    const server = startServer(home)
    server.send(initialize)
    await server.answer(1)
    server.child.stdin.end()
    expect((await server.ended).code).toBe(0)
  })

  it('ends at once when nothing was ever said', async () => {
    const server = startServer(home)
    server.child.stdin.end()
    expect((await server.ended).code).toBe(0)
    expect(server.stdout()).toBe('')
  })

  it('answers a pipe that closes behind its questions', () => {
    const input = [initialize, callOf(2, 'search', { query: 'harbour' })]
      .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
      .join('')
    const { status, stdout } = spawnSync(process.execPath, [wuku, 'mcp'], { env: home.env, input, encoding: 'utf8' })
    expect(status).toBe(0)
    expect(linesOf(stdout).map(({ id }) => id)).toEqual([1, 2])
  })

  it('is what starts without a command when nobody types', () => {
    const input = `${JSON.stringify({ jsonrpc: '2.0', ...initialize })}\n`
    const { status, stdout } = spawnSync(process.execPath, [wuku], { env: home.env, input, encoding: 'utf8' })
    expect(status).toBe(0)
    expect(linesOf(stdout)).toMatchObject([{ id: 1, result: { serverInfo: { name: 'wuku' } } }])
  })

  it('writes nothing but the protocol to standard output', async () => {
    const server = startServer(home)
    server.child.stdin.write('this is no message\n{"jsonrpc":"2.0"}\n\n')
    server.send(initialize)
    server.send(callOf(2, 'search', { query: '月亮' }))
    server.send(callOf(3, 'no_such_tool', {}))
    await Promise.all([1, 2, 3].map((id) => server.answer(id)))
    server.child.stdin.end()
    await server.ended
    expect(linesOf(server.stdout()).every((line) => 'result' in line || 'error' in line)).toBe(true)
  })

  it('goes on after a call was cancelled', async () => {
    const server = startServer(home)
    server.send(initialize)
    await server.answer(1)
    server.send(callOf(2, 'search', { query: 'harbour' }))
    server.send({ method: 'notifications/cancelled', params: { requestId: 2, reason: 'changed my mind' } })
    server.send(callOf(3, 'search', { query: 'moon' }))
    expect((await server.answer(3)).result).toMatchObject({ content: [{ type: 'text' }] })
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('stops at %s', async (signal) => {
    const server = startServer(home)
    server.send(initialize)
    await server.answer(1)
    server.child.kill(signal)
    expect((await server.ended).stderr).not.toMatch(/\bat .*\.(ts|js):\d/)
  })

  it('names the toolsets that exist when one does not', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [wuku, 'mcp', '--tools', 'core,nonsense'], {
      env: home.env,
      encoding: 'utf8',
    })
    expect(status).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/"nonsense"[^]*default, core, code, notes, chats, pads, docs, compat/)
  })

  it('offers no more than was asked for', async () => {
    const server = startServer(home, '--tools', 'core', '--read-only')
    server.send(initialize)
    server.send({ id: 2, method: 'tools/list' })
    const tools = ['recall', 'open', 'sources'].map((name) => expect.objectContaining({ name }))
    expect((await server.answer(2)).result).toMatchObject({ tools })
    server.send(callOf(3, 'create-workflow', { name: 'Moon' }))
    expect((await server.answer(3)).error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown tool "create-workflow"'),
    })
    server.send(callOf(4, 'search', { query: 'harbour' }))
    expect((await server.answer(4)).error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('To have it: --tools core,notes'),
    })
  })
})
