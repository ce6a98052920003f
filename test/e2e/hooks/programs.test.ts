import { describe, expect, it } from 'vitest'
import { runProgram, standIn, type Answering } from './hook-house.ts'
import { programs } from './programs.ts'

/** `installed` for wuku itself. */
const answering = standIn

const broken: readonly (readonly [how: string, wuku: string])[] = [
  ['is gone', 'exec /nowhere/wuku'],
  ['prints no JSON and fails', 'echo "{ no JSON"; exit 1'],
  ['refuses by its exit code', 'exit 2'],
]

describe.each(programs)('$client', (program) => {
  it('is denied a command that failed before, with the one that worked, and may repeat it', async () => {
    const run = await runProgram({ program, answering, times: 2 })
    expect(run).toMatchObject({ code: 0, said: expect.stringContaining('It is done.'), ran: 1 })
    const [first = '', second = '', third = ''] = run.requests
    expect(first).toContain('answer in short sentences')
    expect(first).not.toContain('What worked')
    expect(second).toContain('What worked: npm run test:quick')
    for (const text of [...answering.also, ...(program.tellsFailure ? answering.afterFailure : [])])
      expect(third).toContain(text)
  }, 120_000)

  it.each(broken)(
    'runs what it is told to when wuku %s',
    async (_, wuku) => {
      const nothing: Answering = { wuku, also: [], afterFailure: [] }
      const { code, ran } = await runProgram({ program, answering: nothing, times: 1 })
      expect({ code, ran }).toEqual({ code: 0, ran: 1 })
    },
    120_000,
  )
})
