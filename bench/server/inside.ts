import { join } from 'node:path'
import { compose } from '../../packages/cli/src/compose.ts'
import { readSettings } from '@wuku/settings/app-settings'
import { askOperation } from '../ask-operation.ts'
import { bareEnvironment } from '../speed/peer.ts'

/** Milliseconds of a warm `recall` in this process, in the median: what a server can only add to. */
export async function measureInside(home: string, questions: readonly string[]): Promise<number> {
  const surroundings = {
    env: { ...bareEnvironment(home), WUKU_HOME: join(home, 'wuku') },
    platform: process.platform,
    userFolder: home,
  }
  const engine = await compose(await readSettings(surroundings), surroundings)
  try {
    const times: number[] = []
    for (const round of ['warm up', 'measured']) {
      for (const query of questions) {
        const started = performance.now()
        await askOperation(engine, 'recall', { query, limit: 10 })
        if (round === 'measured') times.push(performance.now() - started)
      }
    }
    return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN
  } finally {
    await engine.close()
  }
}
