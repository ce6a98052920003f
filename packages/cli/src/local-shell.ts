import type { Engine } from '@wuku/kernel/base/engine'
import type { Shell } from '@wuku/terminal/command-types'
import type { AgentStreams } from './attach/attach.ts'
import type { Settings, Environment } from '@wuku/settings/app-settings'

/** For the few commands whose subject is this machine: they may reach for more than operations. */
export interface LocalShell extends Shell {
  /** Opened when first asked for. `timeout`: milliseconds for which it waits for a database that is away. */
  engine(timeout?: number): Promise<Engine>
  /** One that another process answered so far, in place of standard input and output. */
  readonly agent?: AgentStreams | undefined
}

export interface CommandsInput {
  readonly settings: Settings
  readonly environment: Environment
}
