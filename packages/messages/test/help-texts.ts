import { tmpdir } from 'node:os'
import { commandsWith } from '../../cli/src/commands/index.ts'
import { loadOperations } from '../../cli/src/load-operations.ts'
import { settingsFrom } from '@wuku/settings/app-settings'
import type { Shell } from '@wuku/terminal/command-types'
import { actionHelp, commandHelp } from '@wuku/terminal/help'
import { paintFor, type Sink } from '@wuku/terminal/terminal'
import type { Text } from '@wuku/messages/message'
import type { LocalShell } from '../../cli/src/local-shell.ts'

/** Every text that a page of help asks to be told in the language of its reader. */
export async function helpTexts(): Promise<readonly Text[]> {
  const asked = new Map<string, Text>()
  const out: Sink = {
    write: () => {},
    isTerminal: true,
    hasColours: false,
    columns: 80,
    translate: Object.assign(
      (text: Text) => {
        asked.set(String(text), text)
        return String(text)
      },
      { counted: (count: number, noun: string) => `${count} ${noun}` },
    ),
  }
  const surroundings = { env: {}, platform: 'linux' as const, userFolder: tmpdir() }
  const commands = await commandsWith(await loadOperations(), {
    settings: settingsFrom({}, surroundings),
    environment: surroundings,
  })
  const options = { paint: paintFor(out), columns: 80, translate: out.translate }
  for (const command of commands) {
    commandHelp(command, options)
    for (const action of Object.keys(command.actions ?? {})) actionHelp(command, action, options)
  }
  const shell = { terminal: { out, err: out } } as unknown as Shell & LocalShell
  await commands.find(({ name }) => name === 'help')?.run({}, shell)
  return [...asked.values()].filter((text) => text !== '')
}
