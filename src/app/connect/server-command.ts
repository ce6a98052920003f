import { resolve } from 'node:path'
import { launcher } from '../package.ts'
import type { Surroundings } from '../settings.ts'
import type { ServerCommand } from './clients.ts'

/**
 * How an agent starts wuku. By absolute paths, since desktop programs know no PATH; with this very Node, which saves the
 * launcher a second start; and with the same data folder.
 */
export function serverCommand({ env }: Pick<Surroundings, 'env'>): ServerCommand {
  return {
    command: process.execPath,
    args: [launcher, 'mcp'],
    env: env['WUKU_HOME'] ? { WUKU_HOME: resolve(env['WUKU_HOME']) } : {},
  }
}
