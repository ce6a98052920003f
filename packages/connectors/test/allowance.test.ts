import { describe, expect, it } from 'vitest'
import { opened } from '../../../test/servers/connectors/closing.ts'
import { addDocument, SPACE, startFeishu } from '../../../test/servers/connectors/feishu-server.ts'
import { addIssue, startGitHub } from '../../../test/servers/connectors/github-server.ts'
import { createAllowance, type Pace } from '../src/http/allowance.ts'
import { connectors } from '../src/connectors.ts'
import { openConnectedHouse } from './connected-house.ts'

/** A clock that only pauses move on. */
function pacedBy(paces: readonly Pace[], path: string) {
  let now = 1_000_000
  const allowance = createAllowance(paces, () => now)
  const times: number[] = []
  return {
    allowance,
    times,
    send(count: number) {
      for (let sent = 0; sent < count; sent++) {
        now += allowance.pauseBefore(path)
        allowance.sent(path)
        times.push(now)
      }
      return now - 1_000_000
    },
  }
}

const documented = connectors.flatMap(({ host, paces = [] }) =>
  paces.map((pace) => [`${host}, ${pace.requests} in ${pace.per / 1000} s`, pace, paces] as const),
)

describe.each(documented)('a service whose answers name no limit: %s', (_, pace, paces) => {
  const path = pace.of ? '/open-apis/docx/v1/documents/a/blocks' : '/other'
  it('is never asked more often than its documentation says', () => {
    const { times, send } = pacedBy(paces, path)
    send(10_000)
    const spans = times.slice(pace.requests).map((to, at) => to - (times[at] ?? 0))
    expect(Math.min(...spans)).toBeGreaterThanOrEqual(pace.per)
  })
  it('keeps half for others in the long run, and lets some hundred items be read at once', () => {
    const ofWindows = (milliseconds: number): number => (milliseconds / pace.per) * pace.requests
    expect(pacedBy(paces, path).send(300)).toBeLessThan(80_000)
    const { send } = pacedBy(paces, path)
    const count = Math.round(ofWindows(Math.max(pace.per, 300_000)) * 3)
    expect(count / ofWindows(send(count))).toBeLessThan(0.65)
  })
})

const left = (remaining: number, more = {}, kind = 'x-ratelimit') => ({
  [`${kind}-limit`]: '10',
  [`${kind}-remaining`]: String(remaining),
  ...more,
})
const ahead = new Date(1_800_086_400_000).toUTCString()
// prettier-ignore
const limits = [
  ['a limit of a moment', left(5, { 'x-ratelimit-reset': '1800000030' }), 30],
  ['seconds', left(2, { 'ratelimit-reset': '20' }, 'ratelimit'), 20],
  ['a date of Atlassian', left(0, { 'x-ratelimit-reset': '2027-01-15T08:00:40Z' }), 40],
  ['an interval of Data Center', left(4, { 'x-ratelimit-interval-seconds': '5', 'x-ratelimit-fillrate': '10' }), 5],
  ['no end, so the documented one holds', left(4), 60],
  ['more than half left', left(6, { 'x-ratelimit-reset': '20' }), 0],
  ['a clock that is a day ahead', left(1, { date: ahead, 'x-ratelimit-reset': '1800086407' }), 7],
] as const

it.each(limits)('What a service says is believed: %s', (_, headers: Readonly<Record<string, string>>, seconds) => {
  const allowance = createAllowance([{ requests: 4, per: 60_000 }], () => 1_800_000_000_000)
  allowance.answered('/', (name) => headers[name])
  expect(allowance.pauseBefore('/')).toBe(seconds * 1000)
})

const later = { 'retry-after': 'Tue, 01 Jan 2036 00:00:00 GMT', date: 'Mon, 31 Dec 2035 23:59:50 GMT' }
const refusals = [
  ['seconds', 429, { 'retry-after': '2' }, 3000],
  ['nothing to wait', 429, { 'retry-after': '0' }, 100],
  ['a date', 429, later, 11_000],
  ['the header of Feishu', 429, { 'x-ogw-ratelimit-reset': '4' }, 5000],
  ['a status of 403', 403, { 'retry-after': '1' }, 2000],
  ['a used up allowance', 403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '6' }, 7000],
  ['a busy service', 503, { 'retry-after': '1' }, 2000],
  ['no header', 429, {}, 1000],
] as const

it.each(refusals)(
  'A service that was asked too often is asked again when it says, and not before: %s',
  async (_, status, headers, wait) => {
    const reply = { status, headers }
    const server = await opened(startGitHub())
    addIssue(server, { number: 1 })
    const pauses: number[] = []
    const house = openConnectedHouse({ pause: async (milliseconds) => void pauses.push(milliseconds) })
    await house.add('https://github.com/acme/shop/issues', server.url)
    server.faults.next.push(reply, reply)
    addIssue(server, { number: 2 })
    const report = await house.index()
    expect(report.problems).toEqual([])
    expect(pauses.length).toBe(2)
    // The clock runs on while the answer is read.
    for (const pause of pauses) expect(Math.abs(pause - wait)).toBeLessThan(500)
  },
)

it('A service that says its limit after it was passed alone is not asked more often than its documentation says', async () => {
  const server = await opened(startFeishu())
  for (let at = 1; at <= 9; at++) addDocument(server, at)
  server.faults.limit = { requests: 5, window: 1000, of: /docx/, isSilent: true }
  const house = openConnectedHouse({ token: 'cli_1:secret', isPatient: true })
  await house.add(`https://acme.feishu.cn/wiki/space/${SPACE}`, server.url)
  expect((await house.texts()).size).toBe(9)
  expect(server.beyond()).toBe(0)
})

it('A wait of more than ninety seconds ends the pass and is said, and nothing is removed', async () => {
  const server = await opened(startGitHub())
  addIssue(server, { number: 1 })
  const house = openConnectedHouse()
  await house.add('https://github.com/acme/shop/issues', server.url)
  server.faults.next.push({ status: 429, headers: { 'retry-after': '600' } })
  const { problems } = await house.index({ census: true })
  expect(problems.map(({ said }) => String(said))).toEqual([expect.stringContaining('11 minutes')])
  server.asked.length = 0
  await house.index({ census: true })
  expect(server.asked).toEqual([])
  house.ahead = 700_000
  await house.index({ census: true })
  expect((await house.texts()).size).toBe(1)
})
