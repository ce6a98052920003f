import { join } from 'node:path'
import { scratchFolder } from '../scratch.ts'
import { type Agent, type Answer, openAgent } from './open-agent.ts'
import { envOf } from './store.ts'

/** A machine with an empty data folder, and agents on it that speak MCP to processes of their own. */
export interface PadsHouse {
  readonly data: string
  readonly env: Readonly<Record<string, string>>
  agent(...flags: readonly string[]): Promise<Agent>
}

export type { Agent, Answer }

export function openPadsHouse(env: Readonly<Record<string, string>> = {}): PadsHouse {
  const folder = scratchFolder()
  const data = join(folder, 'data')
  const whole = { ...envOf(folder, data), ...env }
  return { data, env: whole, agent: (...flags) => openPadsAgent(whole, flags) }
}

export const openPadsAgent = (env: Readonly<Record<string, string>>, flags: readonly string[]): Promise<Agent> =>
  openAgent({ tools: 'core,notes,pads', flags, env })
