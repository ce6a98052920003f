import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { writeFiles } from '../scratch.ts'
import { folderToEnd } from './at-end.ts'
import { launcher, runCommand, type Ended, type Place } from './run-command.ts'
import { envOf } from './store.ts'

export { launcher, type Ended, type Place }

/** A user with a home folder, a data folder that does not exist yet, and some notes. */
export interface House {
  readonly folder: string
  readonly notes: string
  readonly env: NodeJS.ProcessEnv
  write(path: string, text: string): void
  /** Runs `wuku` to its end, with nothing on standard input. */
  wuku(...args: readonly string[]): Promise<Ended>
}

const notes: Readonly<Record<string, string>> = {
  'tides.md': '# Tides\n\nThe moon pulls the sea, and the harbour of Saltmarsh runs dry twice a day.\n',
  'plans/harbour.md': '# Harbour plan\n\n## Dredging\n\nDredging starts in March with the barge Cormorant.\n',
  '潮汐.md': '# 潮汐\n\n月亮牵引海水，每天两次涨潮。\n',
}

export function openHouse(): House {
  const folder = folderToEnd()
  const env = { ...envOf(folder, join(folder, 'data')), TERM: 'xterm' }
  const house: House = {
    folder,
    notes: join(folder, 'notes'),
    env,
    write: (path, content) => writeFiles(house.notes, { [path]: content }),
    wuku: (...args) => runCommand(args, { cwd: folder, env }),
  }
  writeFiles(house.notes, notes)
  return house
}

export async function run([command = '', ...args]: readonly string[], place: Place): Promise<Ended> {
  const child = spawn(command, args, { ...place, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject))
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, stdout, stderr }
}

/** In a terminal of its own: what the program writes there, both streams as one. */
export const runInTerminal = (args: readonly string[], place: Place): Promise<Ended> =>
  run(
    ['script', '-qec', [process.execPath, launcher, ...args].map((word) => `'${word}'`).join(' '), '/dev/null'],
    place,
  )

export const lastLine = (stdout: string): unknown => JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
