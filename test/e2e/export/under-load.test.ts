import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { launcher, type Ended } from '../cli-house.ts'
import { openPadsAgent, openPadsHouse, type PadsHouse } from '../pads-house.ts'
import { runCommand } from '../run-command.ts'

const wuku = ({ data, env }: Pick<PadsHouse, 'data' | 'env'>, ...args: readonly string[]): Promise<Ended> =>
  runCommand(args, { cwd: dirname(data), env })

const blockOf = (nth: number): string => `block${nth} ${'filling '.repeat(40)}end${nth}`

const blocksIn = (content: string): readonly string[] =>
  content.split('\n\n---\n<!--- block start --->\n').filter((block) => block !== '')

it('an export under load holds every write that was answered before it, none by half, and nobody waits for it', async () => {
  const house = openPadsHouse()
  const agent = await house.agent()
  const { workflow } = await agent.call('create-workflow', { name: 'Race' })
  const { scratchpad } = await agent.call('create-scratchpad', {
    workflow_id: workflow.id,
    title: 'log',
    content: '',
  })
  const answered: string[] = []
  const over = new AbortController()
  const writing = (async () => {
    for (let nth = 0; !over.signal.aborted; nth++) {
      await agent.call('append-scratchpad', { id: scratchpad.id, content: blockOf(nth) })
      answered.push(blockOf(nth))
    }
  })()
  await expect.poll(() => answered.length).toBeGreaterThan(20)
  const before = answered.length
  const folder = join(dirname(house.data), 'out')
  expect((await wuku(house, 'export', folder)).code).toBe(0)
  expect(answered.length).toBeGreaterThan(before)
  over.abort()
  await writing

  const there = openPadsHouse()
  expect((await wuku(there, 'import', folder)).code).toBe(0)
  const other = await openPadsAgent(there.env, [])
  const [here, taken] = await Promise.all(
    [agent, other].map(async (each) =>
      blocksIn((await each.call('tail-scratchpad', { id: scratchpad.id, full_content: true })).scratchpad.content),
    ),
  )
  expect(taken?.length).toBeGreaterThanOrEqual(before)
  expect(here?.slice(0, taken?.length)).toEqual(taken)
  expect(readdirSync(house.data).filter((name) => name.startsWith('.moment-'))).toEqual([])
})

it('an import that is killed shows nothing by half, and goes on when it is run again', async () => {
  const house = openPadsHouse()
  const manual = join(dirname(house.data), 'manual')
  mkdirSync(manual)
  for (let page = 0; page < 400; page++) {
    const words = Array.from({ length: 600 }, (_, at) => `w${(page * 37 + at * 11) % 3_000}`)
    writeFileSync(join(manual, `p${page}.md`), `# Page ${page}\n\n${words.join(' ')}\n`)
  }
  expect((await wuku(house, 'add', manual, '--kind', 'docs', '--name', 'book', '--version', '1')).code).toBe(0)
  const folder = join(dirname(house.data), 'out')
  expect((await wuku(house, 'export', folder)).code).toBe(0)
  const there = openPadsHouse()
  for (let round = 0; round < 3; round++) {
    const child = spawn(process.execPath, [launcher, 'import', folder], {
      env: there.env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    // The log of the store grows with each slice: it is killed at another one in each round.
    await expect
      .poll(() => (child.exitCode === null ? sizeOf(join(there.data, 'wuku.sqlite-wal')) : Infinity), {
        interval: 5,
      })
      .toBeGreaterThan(400_000 * (round + 1))
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    const sources = JSON.parse((await wuku(there, 'sources', '--json')).stdout).sources
    expect([0, 400]).toContain(
      sources.reduce((sum: number, { documents }: { documents: number }) => sum + documents, 0),
    )
  }
  // Two at a time: neither takes the half of the other for something that was left.
  const both = await Promise.all([0, 1].map(() => wuku(there, 'import', folder)))
  expect(both.map(({ code }) => code)).toContain(0)
  expect(both.flatMap(({ stderr }) => (stderr.includes('fault in wuku') ? [stderr] : []))).toEqual([])
  expect((await wuku(there, 'import', folder)).code).toBe(0)
  const [here, taken] = await Promise.all(
    [house, there].map(async (each) => JSON.parse((await wuku(each, 'recall', 'w37', '--json')).stdout).hits),
  )
  expect(taken).toEqual(here)
})

function sizeOf(file: string): number {
  try {
    return readFileSync(file).length
  } catch {
    return 0
  }
}
