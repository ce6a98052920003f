import { tmpdir } from 'node:os'
import { commandsWith } from '../../../src/app/commands/index.ts'
import { loadOperations } from '../../../src/app/operations.ts'
import { settingsFrom } from '../../../src/app/settings.ts'
import type { Shell } from '../../../src/surfaces/cli/command.ts'
import { actionHelp, commandHelp } from '../../../src/surfaces/cli/help.ts'
import { paintFor, type Sink } from '../../../src/surfaces/cli/terminal.ts'
import type { LocalShell } from '../../../src/app/commands/local-shell.ts'

/** Every text that a page of help asks to be told in the language of its reader. */
export async function helpTexts(): Promise<readonly string[]> {
  const asked = new Set<string>()
  const out: Sink = {
    write: () => {},
    isTerminal: true,
    hasColours: false,
    columns: 80,
    translate: Object.assign(
      (text: string) => {
        asked.add(text)
        return text
      },
      { page: (text: string) => text },
    ),
  }
  const surroundings = { env: {}, platform: 'linux' as const, userFolder: tmpdir() }
  const commands = await commandsWith(await loadOperations(), {
    settings: settingsFrom({}, surroundings),
    environment: surroundings,
  })
  const options = { paint: paintFor(out), columns: 80, say: out.translate }
  for (const command of commands) {
    commandHelp(command, options)
    for (const action of Object.keys(command.actions ?? {})) actionHelp(command, action, options)
  }
  const shell = { terminal: { out, err: out } } as unknown as Shell & LocalShell
  await commands.find(({ name }) => name === 'help')?.run({}, shell)
  return [...asked].filter((text) => text !== '')
}
