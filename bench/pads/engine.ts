import { homedir } from 'node:os'
import { compose } from '../../packages/cli/src/compose.ts'
import { readSettings } from '@wuku/settings/app-settings'
import type { Engine } from '@wuku/kernel/base/engine'

/** As the program itself opens it, with `home` as its data folder. */
export async function openEngine(home: string): Promise<Engine> {
  const surroundings = {
    env: { WUKU_HOME: home, PATH: process.env['PATH'] },
    platform: process.platform,
    userFolder: homedir(),
  }
  return compose(await readSettings(surroundings), surroundings)
}
