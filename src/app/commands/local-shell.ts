import type { Engine } from '../../engine/engine.ts'
import type { Shell } from '../../surfaces/cli/command.ts'
import type { AgentStreams } from '../attach/attach.ts'
import type { Settings, Environment } from '../settings.ts'

/** For the few commands whose subject is this machine: they may reach for more than operations. */
export interface LocalShell extends Shell {
  /** Opened when first asked for. `timeout`: milliseconds for which it waits for a database that is away. */
  engine(timeout?: number): Promise<Engine>
  /** One that another process answered so far, in place of standard input and output. */
  readonly agent?: AgentStreams | undefined
}

/** Input of the commands of the app. */
export interface CommandsInput {
  readonly settings: Settings
  readonly environment: Environment
}
