import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { compareWith, type Difference, type RandomService } from '../../../test/servers/connectors/random-changes.ts'
import { openSqlite } from '../../store-sqlite/src/open-sqlite.ts'
import { openConnectedHouse } from './connected-house.ts'

export interface RandomRun {
  readonly differences: ReadonlyMap<string, Difference>
  readonly kills: number
  readonly firstSeconds: number
}

/**
 * So many changes in so many passes, a tenth of all answers wrong, each tenth pass in a process that is killed in its
 * midst; then one pass and a census in peace, and what five people see is held against the service.
 */
export async function runAtRandom(
  service: RandomService,
  { changes, passes }: { readonly changes: number; readonly passes: number },
): Promise<RandomRun> {
  const folder = mkdtempSync(join(tmpdir(), 'wuku-random-'))
  const file = join(folder, 'store.sqlite')
  const house = openConnectedHouse({ store: await openSqlite(file, {}) })
  let kills = 0
  try {
    for (const email of service.people) await house.addPerson(email)
    const began = performance.now()
    service.setFaults(0.1)
    await house.add(service.address, service.url, service.given)
    const firstSeconds = (performance.now() - began) / 1000
    for (let pass = 1; pass <= passes; pass++) {
      for (let made = 0; made < changes / passes; made++) service.change()
      const census = pass % 5 === 0
      if (pass % 10 === 0) kills += await runAndKill(file, census, pass)
      else await house.index({ census })
    }
    service.setFaults(0)
    await house.index()
    await house.index({ census: true })
    for (let look = 0; look < (service.looks ?? 0); look++) await house.index({ readers: true })
    const differences = new Map<string, Difference>()
    for (const email of service.people)
      differences.set(email, compareWith(service.truth(email), await house.texts(email)))
    return { differences, kills, firstSeconds }
  } finally {
    await house.store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Counts one when it was killed before it had ended. */
async function runAndKill(file: string, census: boolean, pass: number): Promise<number> {
  const script = join(import.meta.dirname, 'pass-child.ts')
  const child = spawn(process.execPath, [script, file, census ? 'census' : 'changes'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (part) => (said += String(part)))
  const exited = once(child, 'exit')
  while (!said.includes('begun') && child.exitCode === null) await sleep(10)
  await sleep(20 + ((pass * 37) % 150))
  child.kill('SIGKILL')
  await exited
  return said.includes('done') ? 0 : 1
}
