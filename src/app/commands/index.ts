import type { Operation } from '../../engine/operation.ts'
import { keysCommand, usersCommand } from '../../surfaces/cli/accounts-commands.ts'
import { callCommand } from '../../surfaces/cli/call.ts'
import type { Command } from '../../surfaces/cli/command.ts'
import { operationCommand } from '../../surfaces/cli/operation-command.ts'
import { auditCommand } from '../../surfaces/cli/audit-command.ts'
import { chatsCommand } from '../../surfaces/cli/chats-command.ts'
import { confirming } from '../../surfaces/cli/confirm.ts'
import { docsCommand } from '../../surfaces/cli/docs-command.ts'
import { jobsCommand } from '../../surfaces/cli/jobs-command.ts'
import { padsCommand } from '../../surfaces/cli/pads-command.ts'
import { answersFromBoth, bothCommand } from './both-places.ts'
import { connectCommand } from './connect.ts'
import { doctorCommand } from './doctor.ts'
import { evalCommand } from './eval/index.ts'
import { helpCommand, versionCommand } from './help.ts'
import { indexCommand } from './index-sources.ts'
import type { CommandsInput, LocalShell } from './local-shell.ts'
import { loginCommand, logoutCommand, rotateSigning } from './login.ts'
import { mcpCommand } from './mcp.ts'
import { modelsCommand } from './models/index.ts'
import { pushCommand } from './push.ts'
import { sessionContextCommand } from './session-context.ts'
import { serveCommand } from './serve.ts'
import { startCommand } from './start.ts'

/** In the order in which `wuku help` shows them. */
export function commandsWith(operations: readonly Operation[], input: CommandsInput): readonly Command<LocalShell>[] {
  const own: readonly Command<LocalShell>[] = [
    ...operations.flatMap((operation) => commandOf(operation, input)),
    padsCommand,
    chatsCommand,
    docsCommand,
    jobsCommand,
    auditCommand,
    usersCommand,
    keysCommand({ 'rotate-signing': rotateSigning(input) }),
    modelsCommand(input),
    callCommand(operations),
    mcpCommand(input),
    serveCommand(input),
    loginCommand(input),
    logoutCommand(input),
    connectCommand(input),
    pushCommand(input),
    sessionContextCommand,
    doctorCommand(input),
    versionCommand,
  ]
  return [...own, helpCommand(own)]
}

function commandOf(operation: Operation, input: CommandsInput): readonly Command<LocalShell>[] {
  const command = operationCommand(operation)
  if (!command) return []
  if (operation.name === 'start') return [startCommand(input)]
  if (operation.name === 'index') return [indexCommand(command)]
  if (operation.name === 'remove') return [confirming(command)]
  if (answersFromBoth.includes(operation.name)) return [bothCommand(operation, command, input)]
  return [operation.name === 'eval' ? evalCommand(command, input) : command]
}
