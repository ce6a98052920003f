import { isCitation } from '@wuku/core/citation'
import type { Operation } from '@wuku/kernel/base/operation'
import { operationOfCommand } from '@wuku/kernel/operations/operation-of-command'
import type { Command } from '@wuku/terminal/command-types'
import { moreFlags } from '@wuku/terminal/flags'
import type { CommandsInput, LocalShell } from '../local-shell.ts'

/** In the order in which `wuku help` shows them. */
export async function commandsWith(operations: readonly Operation[], input: CommandsInput) {
  const ofOperations = operations.filter(({ command }) => command).map((operation) => commandOf(operation, input))
  const others = Object.values(otherCommands).map((load) => load(input, async () => operations))
  const own = (await Promise.all([...ofOperations, ...others])).filter((command) => command !== undefined)
  const { helpCommand } = await import('./help.ts')
  return [...own, helpCommand(async () => own)]
}

/** Nothing of the others is loaded: a start waits for what it runs. `undefined` where `name` is none of these. */
export async function commandNamed(name: string, loadOperations: LoadOperations, input: CommandsInput) {
  const load = Object.hasOwn(otherCommands, name) ? otherCommands[name] : undefined
  if (load) return load(input, loadOperations)
  if (name === 'help')
    return (await import('./help.ts')).helpCommand(async () => commandsWith(await loadOperations(), input))
  const operation =
    (await operationOfCommand(name)) ?? (await loadOperations()).find(({ command }) => command?.name === name)
  return operation && commandOf(operation, input)
}

type LoadOperations = () => Promise<readonly Operation[]>

type LoadCommand = (input: CommandsInput, loadOperations: LoadOperations) => Promise<Command<LocalShell>>

/** Commands that are no single operation, by name. */
const otherCommands: Readonly<Record<string, LoadCommand>> = {
  pads: async () => (await import('@wuku/terminal/pads/pads-command')).padsCommand,
  chats: async () => (await import('@wuku/terminal/chats/chats-command')).chatsCommand,
  docs: async () => (await import('@wuku/terminal/docs/docs-command')).docsCommand,
  hook: async () => (await import('@wuku/terminal/hook-command')).hookCommand,
  jobs: async () => (await import('@wuku/terminal/jobs-command')).jobsCommand,
  audit: async () => (await import('@wuku/terminal/accounts/audit')).auditCommand,
  settings: async () => (await import('@wuku/terminal/settings-command')).settingsCommand,
  async users({ settings: { home, server } }) {
    const { usersCommand } = await import('@wuku/terminal/accounts/users')
    const { findServer } = await import('@wuku/settings/server-file')
    return usersCommand(async () => server.publicUrl || (await findServer(home))?.url)
  },
  async keys(input) {
    const { keysCommand } = await import('@wuku/terminal/accounts/keys-command')
    const { rotateSigning } = await import('./login.ts')
    return keysCommand({ 'rotate-signing': rotateSigning(input) })
  },
  find: async (input) => (await import('./find/index.ts')).findCommand(input),
  completions: async (input) =>
    (await import('./completions.ts')).completionsCommand(input, (operations) => commandsWith(operations, input)),
  models: async (input) => (await import('./models/index.ts')).modelsCommand(input),
  parts: async (input) => (await import('./parts-command.ts')).partsCommand(input),
  call: async (_, load) => (await import('@wuku/terminal/call')).callCommand(await load()),
  mcp: async (input) => (await import('./mcp.ts')).mcpCommand(input),
  serve: async (input) => (await import('./serve.ts')).serveCommand(input),
  console: async (input) => (await import('./console.ts')).consoleCommand(input),
  login: async (input) => (await import('./login.ts')).loginCommand(input),
  logout: async (input) => (await import('./login.ts')).logoutCommand(input),
  connect: async (input) => (await import('./connect.ts')).connectCommand(input),
  migrate: async (input) => (await import('./migrate.ts')).migrateCommand(input),
  'migrate-schema': async (input) => (await import('./migrate-schema.ts')).migrateSchemaCommand(input),
  push: async (input) => (await import('./push.ts')).pushCommand(input),
  'session-context': async () => (await import('./session-context.ts')).sessionContextCommand,
  backup: async (input) => (await import('./backup.ts')).backupCommand(input),
  restore: async (input) => (await import('./restore.ts')).restoreCommand(input),
  export: async (input) => (await import('./export.ts')).exportCommand(input),
  import: async (input) => (await import('./export.ts')).importCommand(input),
  pack: async (input) => (await import('./pack-command.ts')).packCommand(input),
  upgrade: async (input) => (await import('./upgrade.ts')).upgradeCommand(input),
  uninstall: async (input) => (await import('./uninstall.ts')).uninstallCommand(input),
  doctor: async (input) => (await import('./doctor.ts')).doctorCommand(input),
  version: async () => (await import('./help.ts')).versionCommand,
}

async function commandOf(operation: Operation, input: CommandsInput): Promise<Command<LocalShell> | undefined> {
  const { operationCommand } = await import('@wuku/terminal/operation-command')
  const command = operationCommand(operation)
  if (!command) return undefined
  if (operation.name === 'start') return (await import('./start.ts')).startCommand(input)
  if (operation.name === 'index') return (await import('./index-sources.ts')).indexCommand(command)
  if (operation.name === 'add') return (await import('./pack-command.ts')).addingPacks(command, input)
  if (operation.name === 'remove') return (await import('@wuku/terminal/confirm')).confirming(command)
  if (operation.name === 'eval') return (await import('./eval/index.ts')).evalCommand(command, input)
  if (operation.name === 'affected') return withPatch(command)
  if (operation.name === 'verify') return withFile(command)
  if (operation.name === 'handoff') return (await import('./handoff.ts')).handoffCommand(operation, command, input)
  if (operation.name === 'orders' || operation.name === 'failures') return withRemoval(command)
  const { answersFromBoth, bothCommand } = await import('./both-places.ts')
  return answersFromBoth.includes(operation.name) ? bothCommand(operation, command, input) : command
}

const MAX_PIPED_BYTES = 50_000_000

/** Text from a pipe; the operation refuses what is too long. */
async function readPiped({ stdin, signal }: LocalShell): Promise<string> {
  const { readBytes } = await import('@wuku/terminal/terminal')
  return (await readBytes(stdin.bytes(signal), MAX_PIPED_BYTES)).toString()
}

/** `git diff | wuku affected`: a patch comes from a pipe, where no commit is named. */
const withPatch = (command: Command<LocalShell>): Command<LocalShell> => ({
  ...command,
  async run(input, shell) {
    if (input['revision'] !== undefined || input['diff'] !== undefined || shell.stdin.isTerminal)
      return command.run(input, shell)
    const diff = await readPiped(shell)
    return command.run(diff.trim() === '' ? input : { ...input, diff }, shell)
  },
})

/** `wuku orders --remove o1a2b3c`: that one is acted on no more. */
const withRemoval = (command: Command): Command<LocalShell> => ({
  ...command,
  flags: () => moreFlags(command, { '--remove TEXT': 'Id of one that is to be silenced for good.' }),
  async run({ remove: id, ...input }, shell) {
    if (id === undefined) return command.run(input, shell)
    const forget = (await shell.operations()).find(({ name }) => name === 'hook-forget')
    const { runOperation } = await import('@wuku/terminal/operation-command')
    return forget ? runOperation(forget, { id }, { shell }) : 'failed'
  },
})

/** `wuku verify README.md`: a file of this machine is a text about the repository that it lies in; `-` is a pipe. */
const withFile = (command: Command<LocalShell>): Command<LocalShell> => ({
  ...command,
  async run({ citation, ...input }, shell) {
    if (citation === '-') return command.run({ ...input, text: await readPiped(shell) }, shell)
    if (typeof citation !== 'string' || isCitation(citation) || !shell.isHere(citation))
      return command.run({ ...input, ...(citation !== undefined && { citation }) }, shell)
    const { readFile } = await import('node:fs/promises')
    const { dirname, resolve } = await import('node:path')
    const text = await readFile(citation, 'utf8')
    return command.run({ project: dirname(resolve(citation)), ...input, text }, shell)
  },
})
