import { resolve, sep } from 'node:path'
import { launcher } from '../package.ts'
import type { Surroundings } from '../settings.ts'
import type { ServerCommand } from './client.ts'

/**
 * How an agent of this user starts wuku: by paths that stay, since desktop programs know no PATH, and with the same data
 * folder. What npx keeps goes away without notice, so there npx itself is named.
 */
export function serverCommand(
  { env }: Pick<Surroundings, 'env'>,
  { at = launcher, running = process.execPath } = {},
): ServerCommand {
  const kept: ServerCommand['env'] = env['WUKU_HOME'] ? { WUKU_HOME: resolve(env['WUKU_HOME']) } : {}
  if (isInNpxCache(at)) return { ...sharedServerCommand, env: kept }
  // An older Node was started, and the launcher found another that a cleaned cache would take away.
  const node = env['WUKU_STARTED_BY'] || running
  return { command: isInNpxCache(node) ? 'node' : node, args: [at, 'mcp'], env: kept }
}

/** In a file that others share, nothing of this machine. */
export const sharedServerCommand: ServerCommand = { command: 'npx', args: ['-y', 'wuku', 'mcp'], env: {} }

const isInNpxCache = (path: string): boolean => path.split(sep).includes('_npx')
