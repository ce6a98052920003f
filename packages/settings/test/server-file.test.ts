import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openLog } from '@wuku/server/serve/log'
import { findInstance, findServer, claimServerPlace, type RunningServer } from '../src/server-file.ts'
import { scratchFolder } from '../../../test/scratch.ts'

let home = ''
beforeEach(() => void (home = scratchFolder()))

const server: RunningServer = {
  url: 'http://127.0.0.1:7557',
  host: '127.0.0.1',
  port: 7557,
  mode: 'local',
  role: 'all',
  pid: process.pid,
  version: '1',
  readOnly: false,
  startedAt: '2026-01-01T00:00:00.000Z',
}

describe('the server of a data folder', () => {
  it('is found with its token, until it stops', async () => {
    expect(await findServer(home)).toBeUndefined()
    const place = await claimServerPlace(home)
    await place.writeToken('wuku_x')
    await place.announce(server)
    expect(await findServer(home)).toMatchObject({ ...server, token: 'wuku_x' })
    for (const name of ['server.json', 'server-token']) expect((await stat(join(home, name))).mode & 0o777).toBe(0o600)
    await place.withdraw()
    place.release()
    expect(await findServer(home)).toBeUndefined()
  })

  it('answers nobody where it is a worker, and can be stopped', async () => {
    const place = await claimServerPlace(home)
    await place.announce({ ...server, role: 'worker' })
    expect(await findServer(home)).toBeUndefined()
    expect(await findInstance(home)).toMatchObject({ role: 'worker' })
    await place.withdraw()
    place.release()
  })

  it('is one at a time, and another after it', async () => {
    const first = await claimServerPlace(home)
    await expect(claimServerPlace(home)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/starting or stopping/),
    })
    await first.announce(server)
    await expect(claimServerPlace(home)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(server.url),
    })
    first.release()
    ;(await claimServerPlace(home)).release()
  })

  it('leaves no file to others that was readable before', async () => {
    await writeFile(join(home, 'server-token'), 'old', { mode: 0o644 })
    const place = await claimServerPlace(home)
    await place.writeToken('new')
    expect((await stat(join(home, 'server-token'))).mode & 0o777).toBe(0o600)
    place.release()
  })

  it.each<[says: string, written: string]>([
    ['was killed', JSON.stringify({ ...server, pid: endedProcess(), machine: hostname() })],
    ['runs on another machine', JSON.stringify({ ...server, machine: `not-${hostname()}` })],
    ['wrote half a file', '{"url":"http'],
  ])('is not found when it %s', async (_says, written) => {
    await writeFile(join(home, 'server.json'), written)
    expect(await findServer(home)).toBeUndefined()
  })
})

/** Its id is free, and is not given again soon. */
function endedProcess(): number {
  return spawnSync(process.execPath, ['-e', '']).pid
}

it('the log has a line for each event, in order, with the time', async () => {
  const file = join(home, 'log')
  const fd = openSync(file, 'w')
  const log = openLog(fd, () => 0)
  for (let at = 0; at < 500; at++) log.write({ level: 'info', msg: `event ${at}` })
  await log.close()
  closeSync(fd)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(
    Array.from({ length: 500 }, (_, at) => `event ${at}`),
  )
  expect(JSON.parse(lines[0] ?? '')).toEqual({ time: '1970-01-01T00:00:00.000Z', level: 'info', msg: 'event 0' })
})
