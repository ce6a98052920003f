import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { provisionClient } from '../../../scripts/provision-clients.ts'
import type { Engine } from '@wuku/kernel/base/engine'
import { openHome } from '../mcp-home.ts'
import { serveFixtures } from './conformance-fixtures.ts'
import { serveHomeToAll, serveMcp, stopAfterTest } from './serve-mcp.ts'
import { scratchFolder } from '../../scratch.ts'

/** The public suite of the protocol, pinned: what a revision requires is frozen in it. */
async function conform(url: string, ...args: readonly string[]): Promise<{ code: number | null; said: string }> {
  const results = scratchFolder()
  const script = await provisionClient('conformance')
  const child = spawn(
    process.execPath,
    [script, 'server', '--url', url, '-o', results, '--timeout', '10000', ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ended = new Promise<number | null>((done) => child.on('close', done))
  const said = (await Promise.all([text(child.stdout), text(child.stderr)])).join('\n')
  return { code: await ended, said }
}

const expectedFailures = (name: string): readonly string[] => [
  '--expected-failures',
  join(import.meta.dirname, `${name}.yml`),
]

describe('with the fixtures of the suite', () => {
  const open = async (sessions: boolean) => stopAfterTest(await serveMcp(fixtureServer(sessions), { admitsAll: true }))

  it.each([
    ['2026-07-28', false, []],
    ['2025-11-25', true, []],
    ['2025-11-25', false, expectedFailures('stateless')],
  ] as const)('holds all that %s requires; with sessions: %s', async (revision, sessions, known) => {
    const { url } = await open(sessions)
    const { code, said } = await conform(url, '--requirements', revision, ...known)
    expect({ code, said }).toMatchObject({ code: 0 })
  })
})

function fixtureServer(sessions: boolean) {
  const kinds = ['notes']
  const engine = {
    for: () => engine,
    now: () => 0,
    record: () => {},
    kinds: [],
    read: async (work: (view: unknown) => unknown) =>
      work({
        sources: { list: async () => kinds.map((kind) => ({ kind, name: kind, options: {} })) },
        pads: { workflows: async () => ({ items: [], total: 0 }) },
      }),
  } as unknown as Engine
  return {
    operations: [],
    engine,
    options: { toolsets: ['default'], readOnly: false },
    version: '0',
    sessions,
    log: () => {},
    extend: (server, { contents: inside }) =>
      serveFixtures(server, async () => {
        kinds.push(`more ${kinds.length}`)
        await inside.refresh()
      }),
  } satisfies Parameters<typeof serveMcp>[0]
}

it.each(['2026-07-28', '2025-11-25'])('holds with real data what %s requires, but for fixtures', async (revision) => {
  const home = openHome(scratchFolder())
  const { url } = stopAfterTest(await serveHomeToAll(home))
  const { code, said } = await conform(url, '--requirements', revision, ...expectedFailures(`real-${revision}`))
  expect({ code, said }).toMatchObject({ code: 0 })
})
