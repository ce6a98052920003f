import type { Operation } from '../../engine/operation.ts'
import type { Command, Flag } from '../../surfaces/cli/command.ts'
import { operationCommand } from '../../surfaces/cli/operation-command.ts'
import type { Team } from '../remote/team.ts'
import type { CommandsInput, LocalShell } from './local-shell.ts'

/** Operations that can answer from a server of the team as well. */
export const answersFromBoth: readonly string[] = ['recall', 'open', 'search', 'vsearch', 'query', 'get', 'multi_get']

export const serverFlag: Flag = {
  key: 'server',
  names: ['--server'],
  takes: 'text',
  says: 'A server of your team to answer from too. Default: WUKU_SERVER.',
}

/** The command of an operation, with `--server`. */
export function bothCommand(operation: Operation, command: Command, input: CommandsInput): Command<LocalShell> {
  return {
    ...command,
    flags: () => [...command.flags(), serverFlag],
    async run({ server, ...given }, shell) {
      const team = await teamOf(server, input)
      if (!team) return command.run(given, shell)
      const { withServer } = await import('../remote/with-server.ts')
      const [both = operation] = withServer([operation], team)
      return (operationCommand(both) ?? command).run(given, shell)
    },
  }
}

/** The one that was named, or the usual one. */
export async function teamOf(
  server: unknown,
  { settings: { home, offline }, surroundings: { env } }: CommandsInput,
): Promise<Team | undefined> {
  const url = typeof server === 'string' ? server : (env['WUKU_SERVER'] ?? '')
  if (url === '' || offline) return undefined
  const { openRemote } = await import('../remote/call-remote.ts')
  const { readPushes } = await import('../remote/pushes-file.ts')
  return { url, open: () => openRemote({ url, home, env }), pushes: () => readPushes(home) }
}
