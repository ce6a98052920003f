import { homedir } from 'node:os'
import { compose } from '../../src/app/compose.ts'
import { readSettings } from '../../src/app/settings.ts'
import type { Engine } from '../../src/engine/engine.ts'

/** As the program itself opens it, with `home` as its data folder. */
export async function openEngine(home: string): Promise<Engine> {
  const surroundings = {
    env: { WUKU_HOME: home, PATH: process.env['PATH'] },
    platform: process.platform,
    userFolder: homedir(),
  }
  return compose(await readSettings(surroundings), surroundings)
}
