import { everything } from '@wuku/core/ports/access'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  makeDatabase,
  sample,
  type PadRow,
  type Rows,
  type Schema,
} from '../../packages/chats/test/databases/databases.ts'
import { answers, error, openModelServer, says } from '../../packages/models/test/model-server.ts'
import { lastLine, launcher, openHouse, type House } from './cli-house.ts'
import { openStoreOf } from './store.ts'
import { runCommand } from './run-command.ts'

let house: House
let folder = ''
let file = ''
beforeEach(async () => {
  house = openHouse()
  folder = join(house.folder, 'scratchpad-mcp')
  file = join(folder, 'scratchpad.db')
  await mkdir(folder)
})

/** The program that made it still runs. */
function make(schema: Schema, rows: Rows): DatabaseSync {
  const db = makeDatabase(file, { schema }, rows)
  onTestFinished(() => db.close())
  return db
}

const addAll = async () => {
  const { code, stdout, stderr } = await house.wuku('add', file, '--kind', 'pads', '--json')
  expect([code, stderr]).toEqual([0, ''])
  return lastLine(stdout)
}

/** All that is kept, newest first. */
async function kept() {
  const store = await openStoreOf(join(house.folder, 'data'))
  try {
    return await store.read(everything, async ({ pads }) => {
      const { items } = await pads.workflows({ limit: 10_000, offset: 0 })
      const told = []
      for (const { id, name, description, scope, isActive, createdAt, updatedAt, version } of items) {
        const of = []
        for (const facts of await pads.pads(id)) of.push({ ...facts, slot: 0, ...(await pads.pad(facts.id)) })
        told.push({ id, name, description, scope, isActive, createdAt, updatedAt, version, pads: of })
      }
      return told
    })
  } finally {
    await store.close()
  }
}

/** Newest first, and of one second the one that was made first: the order in which that program lists them. */
const byTime = <T extends { readonly updated: number }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => b.updated - a.updated)

const told = ({ workflows, pads }: Rows, schema: Schema) =>
  byTime(workflows).map(({ id, name, description = null, created, updated, isActive = true, scope = null }) => ({
    id,
    name,
    description,
    scope: schema >= 3 ? scope : null,
    isActive: schema >= 2 ? isActive : true,
    createdAt: created * 1000,
    updatedAt: updated * 1000,
    version: 1,
    pads: byTime(pads.filter(({ workflow }) => workflow === id)).map(toldPad),
  }))

const toldPad = ({ id, workflow, title, content, created, updated }: PadRow) =>
  expect.objectContaining({
    id,
    workflow,
    title,
    content,
    bytes: Buffer.byteLength(content),
    createdAt: created * 1000,
    updatedAt: updated * 1000,
    version: 1,
  })

const traces = () =>
  readdirSync(folder).map((name) => {
    const { mtimeMs, ctimeMs, size } = statSync(join(folder, name))
    return { name, mtimeMs, ctimeMs, size, bytes: readFileSync(join(folder, name)).toString('base64') }
  })

describe('wuku add <database> --kind pads', () => {
  it.each([1, 2, 3, 4] as const)('takes over a database of schema %i, and touches nothing there', async (schema) => {
    make(schema, sample)
    const before = traces()
    expect(before.length).toBe(3)
    expect(await addAll()).toMatchObject({
      registered: [{ kind: 'pads', name: 'workflows', root: file }],
      added: 3,
      unchanged: 0,
      problems: [],
    })
    expect(traces()).toEqual(before)
    expect(await kept()).toEqual(told(sample, schema))
    expect(await addAll()).toMatchObject({ added: 0, unchanged: 3 })
    expect(await kept()).toEqual(told(sample, schema))
  })

  it('makes it found at once, and says so', async () => {
    make(4, sample)
    expect((await house.wuku('add', file, '--kind', 'pads')).stdout).toMatch(
      /Added pads\/workflows: .*\n\nDone.*: 3 added/s,
    )
    const { hits } = lastLine((await house.wuku('recall', '組件設計', '--json')).stdout) as {
      hits: { citation: string }[]
    }
    expect(hits.map(({ citation }) => citation)).toEqual(['wuku://pads/workflows/p-1#L1-L2'])
    expect((await house.wuku('open', 'wuku://pads/workflows/p-3')).stdout).toContain('React hooks')
  })

  it('leaves nothing to mend', async () => {
    make(4, sample)
    await addAll()
    const { stdout } = await house.wuku('doctor', '--json')
    expect((lastLine(stdout) as { findings: readonly object[] }).findings).toContainEqual(
      expect.objectContaining({ about: 'pads/workflows', state: 'ok', said: '3 documents, kept in the store' }),
    )
  })

  it('takes over what is larger than the settings allow, and tells what no workflow can hold', async () => {
    const one = { workflow: 'w', title: '潮', created: 5, updated: 6 }
    const many = Array.from({ length: 1_030 }, (_, at) => ({ ...one, id: `p${at}`, content: `${at}` }))
    const huge = { ...one, id: 'huge', content: '潮汐 tide\n'.repeat(200_000) }
    make(4, { workflows: [{ id: 'w', name: 'W', created: 1, updated: 9 }], pads: [...many, huge] })
    const { added, problems } = (await addAll()) as {
      added: number
      problems: readonly { path: string; said: string }[]
    }
    expect([added, problems.length, problems[0]?.path]).toEqual([1_023, 8, 'scratchpads/p7'])
    expect(problems[0]?.said).toContain('more than 1023 scratchpads')
    const [workflow] = await kept()
    expect(workflow?.pads.find(({ id }) => id === 'huge')).toMatchObject({ bytes: 2_400_000, content: huge.content })
  })

  it('goes on after a kill where it stopped', async () => {
    const pads = Array.from({ length: 30 }, (_, at) => ({
      id: `p${at}`,
      workflow: `w${at % 2}`,
      title: `Pad ${at}`,
      content: `${at} 潮汐 tide of the harbour\n`.repeat(6_000),
      created: 100 + at,
      updated: 200 + (at % 3),
    }))
    const rows: Rows = {
      workflows: [
        { id: 'w0', name: 'Zero', created: 1, updated: 300 },
        { id: 'w1', name: 'One', created: 2, updated: 300, isActive: false, scope: '' },
      ],
      pads,
    }
    make(4, rows)
    const child = spawn(process.execPath, [launcher, 'add', file, '--kind', 'pads', '--json'], {
      cwd: house.folder,
      env: { ...house.env, TMPDIR: house.folder },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const exited = once(child, 'exit')
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    expect((await exited)[1]).toBe('SIGKILL')
    const { added, unchanged } = (await addAll()) as { added: number; unchanged: number }
    expect(unchanged).toBeGreaterThan(0)
    expect(added).toBeGreaterThan(0)
    expect(added + unchanged).toBe(30)
    expect(await kept()).toEqual(told(rows, 4))
  })

  it('leaves no copy behind', async () => {
    make(4, sample)
    const temporary = join(house.folder, 'tmp')
    await mkdir(temporary)
    const place = { cwd: house.folder, env: { ...house.env, TMPDIR: temporary } }
    await runCommand(['add', file, '--kind', 'pads'], place)
    expect(existsSync(join(house.folder, 'data', 'wuku.sqlite'))).toBe(true)
    expect(readdirSync(temporary)).toEqual([])
  })

  const refusals: readonly [about: string, args: readonly string[], message: RegExp][] = [
    ['a database without a kind', ['scratchpad-mcp/scratchpad.db'], /SQLite database[^]*wuku add .* --kind pads/],
    ['a text as a database', ['notes/tides.md', '--kind', 'pads'], /is not an SQLite database/],
    ['a folder as a database', ['notes', '--kind', 'pads'], /is not an SQLite database/],
    ['what is not there', ['nowhere.db', '--kind', 'pads'], /nowhere\.db/],
    ['our own store', ['data/wuku.sqlite', '--kind', 'pads'], /is not a database of scratchpad-mcp/],
    ['a name', ['scratchpad-mcp/scratchpad.db', '--kind', 'pads', '--name', 'mine'], /does not take "name"/],
  ]
  it('refuses what cannot be taken over, and says what can', async () => {
    make(4, sample)
    for (const [about, args, message] of refusals) {
      const { code, stderr } = await house.wuku('add', ...args)
      expect([about, code, stderr]).toEqual([about, 1, expect.stringMatching(message)])
    }
  })
})

describe('wuku call extract-workflow-info', () => {
  const KEY = 'not-a-real-key-0123456789'
  const extract = (...args: readonly string[]) =>
    house.wuku(
      'call',
      'extract-workflow-info',
      '{"workflow_id": "b1f0-harbour", "prompt": "Which components?"}',
      ...args,
    )
  const setUp = (url: string) =>
    writeFile(
      join(house.folder, 'data', 'settings.yaml'),
      `models:\n  generator:\n    url: ${url}\n    model: tide-1\n    key: ${KEY}\n`,
    )
  beforeEach(async () => {
    make(4, sample)
    await addAll()
  })

  it('asks the model that is set up', async () => {
    const { url, asked } = await openModelServer(answers(429, error('busy'), { 'retry-after': '0' }), says('組件 A'))
    await setUp(url)
    expect(lastLine((await extract('--json')).stdout)).toMatchObject({
      workflow_id: 'b1f0-harbour',
      extraction_result: '組件 A',
      model_used: 'tide-1-2026',
      scratchpads_processed: 2,
    })
    expect(asked).toHaveLength(2)
    expect(JSON.stringify(asked[1]?.body)).toContain('組件設計模式')
  })

  it('names the setting when there is none, and never shows a key', async () => {
    const none = await extract()
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('models.generator.url')])
    const { url } = await openModelServer(answers(401, error(`Incorrect API key provided: ${KEY}`)))
    await setUp(url)
    const refused = await extract('--json')
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('status 401')])
    const shown = [
      refused,
      await house.wuku('doctor', '--json'),
      await house.wuku('doctor'),
      await house.wuku('status'),
    ]
    expect(JSON.stringify(shown)).not.toContain(KEY)
  })
})
