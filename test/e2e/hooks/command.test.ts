import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { launcher } from '../run-command.ts'
import { environmentOf, installed } from './hook-house.ts'
import { sharedFolder } from '../../scratch.ts'
import { serveUntilEnd } from '../../serve-until-end.ts'

const home = sharedFolder()
const TOKEN = 'no-secret-of-a-test'

beforeAll(async () => {
  mkdirSync(join(home, 'work/.git'), { recursive: true })
  await installed.seed?.(home)
})

async function hook(session: string): Promise<string> {
  const child = spawn(process.execPath, [launcher, 'hook'], { env: environmentOf(home), stdio: 'pipe' })
  const call = { tool_name: 'Bash', tool_use_id: 'c1', tool_input: { command: 'npm test' } }
  child.stdin.end(
    JSON.stringify({ hook_event_name: 'PreToolUse', session_id: session, cwd: join(home, 'work'), ...call }),
  )
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  expect(code).toBe(0)
  return said
}

/** Stands where the server of the data folder would. */
async function serve(listener: RequestListener): Promise<void> {
  const url = await serveUntilEnd(listener)
  writeFileSync(join(home, 'data/server.json'), JSON.stringify({ url, pid: process.pid, machine: hostname() }))
  writeFileSync(join(home, 'data/server-token'), TOKEN)
}

describe('a hook command', () => {
  it('asks the server of its data folder, which gets the whole event and the name of the program', async () => {
    const requests: unknown[] = []
    await serve(async (request, response) => {
      const body = JSON.parse(await text(request)) as Record<string, unknown>
      requests.push([request.url, request.headers.authorization, body['client'], body['tool_use_id']])
      response.end('{"of":"the server"}')
    })
    expect(await hook('asks')).toBe('{"of":"the server"}\n')
    expect(requests).toEqual([['/api/v1/hook', `Bearer ${TOKEN}`, 'claude-code', 'c1']])
  })

  it('says nothing where the server has nothing to say', async () => {
    await serve((_, response) => void response.end('{}'))
    expect(await hook('silent')).toBe('')
  })

  it.each<[what: string, listener: RequestListener]>([
    ['fails', (_, response) => void response.writeHead(500).end('{"error":"no"}')],
    ['prints no JSON', (_, response) => void response.end('<html>')],
    ['hangs', () => {}],
    [
      'ends in the middle of its answer',
      (_, response) => void response.writeHead(200, { 'content-length': 50 }).write('{', () => response.destroy()),
    ],
  ])('reads the store itself where the server %s', async (what, listener) => {
    await serve(listener)
    expect(await hook(what)).toContain('What worked: npm run test:quick')
  })
})
