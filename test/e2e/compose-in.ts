import { join } from 'node:path'
import { compose } from '../../packages/cli/src/compose.ts'
import { readSettings } from '@wuku/settings/app-settings'
import type { Engine } from '@wuku/kernel/base/engine'
import { storeOf } from './store.ts'

/** The engine of a user whose home is this folder. */
export async function composeIn(folder: string): Promise<Engine> {
  const home = join(folder, 'home')
  const surroundings = {
    env: { WUKU_HOME: home, WUKU_WORKERS: '1', PATH: process.env['PATH'] ?? '', ...storeOf(home) },
    platform: process.platform,
    userFolder: folder,
  }
  return compose(await readSettings(surroundings), surroundings)
}
