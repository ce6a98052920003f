import type { Language } from '@wuku/messages/message'
import { languageOf } from '@wuku/terminal/terminal'
import { moreFlags } from '@wuku/terminal/flags'
import type { Operation } from '@wuku/kernel/base/operation'
import type { Command, FlagTable, Input } from '@wuku/terminal/command-types'
import { operationCommand } from '@wuku/terminal/operation-command'
import type { Team } from '@wuku/remote/team'
import type { CommandsInput, LocalShell } from '../local-shell.ts'

/** Operations that can answer from a server of the team as well. */
export const answersFromBoth: readonly string[] = ['recall', 'open', 'search', 'vsearch', 'query', 'get', 'multi_get']

export const serverFlag: FlagTable = {
  '--server TEXT': 'A server of your team to answer from too. Default: WUKU_SERVER.',
}

export const insecureText = 'Send to an http: address of another machine too, where everybody on the way can read it.'
export const insecureFlag: FlagTable = { '--insecure': insecureText }

/** The command of an operation, with `--server`. */
export function bothCommand(operation: Operation, command: Command, input: CommandsInput): Command<LocalShell> {
  return {
    ...command,
    flags: () => moreFlags(command, { ...serverFlag, ...insecureFlag }),
    async run({ server, insecure, ...given }, shell) {
      const team = await teamOf({ server, insecure }, input, languageOf(shell))
      if (!team) return command.run(given, shell)
      const { withServer } = await import('@wuku/remote/with-server')
      const [both = operation] = withServer([operation], team)
      return (operationCommand(both) ?? command).run(given, shell)
    },
  }
}

/** The one that was named, or the usual one. */
export async function teamOf(
  { server, insecure: given }: Input,
  { settings: { home, offline }, environment: { env } }: CommandsInput,
  language?: Language,
): Promise<Team | undefined> {
  const url = typeof server === 'string' ? server : (env['WUKU_SERVER'] ?? '')
  if (url === '' || offline) return undefined
  const insecure = given === true
  const { requireSecureAddress, serverOrigin } = await import('@wuku/remote/servers-file')
  // A server that the environment names is only left out: each answer says so.
  if (typeof server === 'string') requireSecureAddress(serverOrigin(url), insecure)
  const { openRemote } = await import('@wuku/remote/call-remote')
  const { readPushes } = await import('@wuku/remote/pushes-file')
  return { url, open: () => openRemote({ url, home, env, insecure, language }), pushes: () => readPushes(home) }
}
