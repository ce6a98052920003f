import { expect, it } from 'vitest'
import { createPace, type PaceLimits } from '../src/pace.ts'

/** Moments at which so many requests of one text are let go, in milliseconds. */
async function moments(limits: PaceLimits, body: string, count: number): Promise<readonly number[]> {
  let now = 1_000
  const pause = async (milliseconds: number): Promise<void> => void (now += milliseconds)
  const pace = createPace(limits, { now: () => now, pause })
  const found: number[] = []
  for (let at = 0; at < count; at++) {
    await pace(body, new AbortController().signal)
    found.push(Math.round(now - 1_000))
  }
  return found
}

it.each<[says: string, limits: PaceLimits, expected: readonly number[]]>([
  ['none', { requests: undefined, tokens: undefined }, [0, 0, 0]],
  ['sixty requests', { requests: 60, tokens: undefined }, [0, 1_000, 2_000]],
  ['sixty tokens, two a request', { requests: undefined, tokens: 60 }, [0, 2_000, 4_000]],
  ['the stricter of both', { requests: 20, tokens: 60 }, [0, 3_000, 6_000]],
])('a limit a minute: %s', async (_says, limits, expected) =>
  expect(await moments(limits, 'high tide', 3)).toEqual(expected),
)

it('nobody waits who came late enough', async () => {
  let now = 0
  const pauses: number[] = []
  const pace = createPace(
    { requests: 60, tokens: undefined },
    { now: () => now, pause: async (wait) => void pauses.push(wait) },
  )
  for (const moment of [0, 1_500, 1_600, 9_000]) {
    now = moment
    await pace('', new AbortController().signal)
  }
  expect(pauses).toEqual([900])
})

it('is not waited for once the caller has gone', async () => {
  const stop = new AbortController()
  const pace = createPace({ requests: 1, tokens: undefined })
  await pace('', stop.signal)
  const waiting = pace('', stop.signal)
  stop.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
})
