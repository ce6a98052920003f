import { describe, expect, it } from 'vitest'
import { installed, openPlace } from './hook-house.ts'
import { programs } from './programs.ts'

const broken: readonly (readonly [how: string, wuku: string])[] = [
  ['is gone', 'exec /nowhere/wuku'],
  ['prints no JSON and fails', 'echo "{ no JSON"; exit 1'],
  ['refuses by its exit code', 'exit 2'],
]

const question = 'Run the tests.'

describe.each(programs)('$client', (program) => {
  it('is denied a command that failed before, with the one that worked, and may repeat it', async () => {
    const place = await openPlace({ program, answering: installed, command: 'npm test', times: 2 })
    expect(await place.run(program.args(question))).toEqual({ code: 0, said: expect.stringContaining('It is done.') })
    expect(place.ran()).toBe(1)
    const [first = '', second = ''] = place.requests()
    expect(first).toContain('answer in short sentences')
    expect(first).not.toContain('What worked')
    expect(second).toContain('What worked: npm run test:quick')
  })

  it.each(broken)('runs what it is told to when wuku %s', async (_, wuku) => {
    const place = await openPlace({ program, answering: { wuku }, command: 'npm test', times: 1 })
    const { code } = await place.run(program.args(question))
    expect({ code, ran: place.ran() }).toEqual({ code: 0, ran: 1 })
  })
})

const served = programs.filter(({ client }) => client === 'claude-code' || client === 'codex')

describe.each(served)('$client, which asks its MCP server', (program) => {
  it('is denied a command that failed before, with the one that worked, and may repeat it', async () => {
    const place = await openPlace({ program, answering: installed, command: 'npm test', times: 2, isServed: true })
    expect((await place.run(program.args(question))).code).toBe(0)
    expect(place.ran()).toBe(1)
    const [first = '', second = ''] = place.requests()
    expect(first).toContain('answer in short sentences')
    expect(second).toContain('What worked: npm run test:quick')
  })

  it.each(broken)('runs what it is told to when wuku %s', async (_, wuku) => {
    const place = await openPlace({ program, answering: { wuku }, command: 'npm test', times: 1, isServed: true })
    const { code } = await place.run(program.args(question))
    expect({ code, ran: place.ran() }).toEqual({ code: 0, ran: 1 })
  })
})

/** Codex passes on no exit code: only what certain programs print is known for a failure there. */
const telling = programs.filter(({ client }) => client !== 'codex')

it.each(telling)('$client is told after a failure how the same was solved', async (program) => {
  const command = "echo 'Error: the harbour is closed'; exit 1"
  const place = await openPlace({ program, answering: installed, command, times: 1 })
  expect((await place.run(program.args(question))).code).toBe(0)
  const [first = '', second = ''] = place.requests()
  expect(first).not.toContain('was solved by')
  expect(second).toContain('was solved by: npm run test:quick')
})

const compacting = programs.filter(({ compacts }) => compacts !== undefined)

it.each(compacting)('$client knows after a compaction which commands worked before', async (program) => {
  const place = await openPlace({
    program,
    answering: installed,
    command: 'npm run test:quick',
    times: 1,
    tokens: 50_000,
  })
  for (const args of [program.args(question), ...(program.compacts ?? [])]) {
    expect((await place.run(args)).code).toBe(0)
    await place.refresh()
  }
  expect(place.requests().at(-1)).toContain('Worked: npm run test:quick')
  expect(place.requests()[0]).not.toContain('Worked: npm run test:quick')
})
