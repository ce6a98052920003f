import { join } from 'node:path'
import { connect, type Connection } from '../code/speed/connect.ts'
import { measure, type Cost } from '../speed/command.ts'
import { bareEnvironment } from '../speed/peer.ts'

/** The product with a data folder of its own, as its users run it: one process a command, and a server over stdio. */
export interface House {
  /** Folder of all its data. */
  readonly home: string
  run(...args: readonly string[]): Promise<Cost>
  /** Takes in a folder as a library of its own. */
  add(folder: string, library: string): Promise<Cost>
  serve(): Promise<Connection>
}

export interface HouseOptions {
  /** The file that Node runs: the launcher of the built program, or the source itself. */
  readonly program: string
  readonly scratch: string
  /** Toolsets of the server. */
  readonly tools?: string
  readonly env?: Readonly<Record<string, string>>
}

export function openHouse({ program, scratch, tools = 'docs', env: more = {} }: HouseOptions): House {
  const home = join(scratch, 'wuku')
  const env = { ...bareEnvironment(scratch), WUKU_HOME: home, ...more }
  const run = (...args: readonly string[]): Promise<Cost> => measure({ args: [program, ...args], env })
  return {
    home,
    run,
    add: (folder, library) => run('add', folder, '--kind', 'docs', '--name', library, '--version', '1.0.0'),
    serve: () => connect([process.execPath, program, 'mcp', '--tools', tools], env, scratch),
  }
}
