import { starters, type HandoffOutput, type Program } from '@wuku/chats/handoff/handoff-shapes'
import { WukuError } from '@wuku/core/errors'
import type { Operation } from '@wuku/kernel/base/operation'
import { msg } from '@wuku/messages/cli'
import type { Command, Outcome } from '@wuku/terminal/command-types'
import { moreFlags } from '@wuku/terminal/flags'
import type { CommandsInput, LocalShell } from '../local-shell.ts'

/** The command of the operation, which also starts the next program, or sends the conversation to a server. */
export const handoffCommand = (operation: Operation, command: Command, input: CommandsInput): Command<LocalShell> => ({
  ...command,
  flags: () =>
    moreFlags(command, { '--server TEXT': 'With --to server: its address. Default: the one you are logged in to.' }),
  async run({ server, ...given }, shell) {
    const { to } = given
    // A program with a page of its own needs the terminal, and npm starts programs by scripts on Windows.
    const isAtTerminal = shell.stdin.isTerminal && shell.terminal.out.isTerminal && process.platform !== 'win32'
    if (to === undefined || shell.json || (to !== 'server' && !isAtTerminal)) return command.run(given, shell)
    const { output } = await shell.call<HandoffOutput>(operation, given)
    if (to !== 'server') return start(to as Program, output, shell)
    const { pushCommand } = await import('./push.ts')
    // With the rights of a push: private, until it is shared.
    return pushCommand(input).run({ server: server ?? (await onlyServer(input)), source: output.citation }, shell)
  },
})

async function start(to: Program, { text, folder, notes }: HandoffOutput, shell: LocalShell): Promise<Outcome> {
  for (const note of notes) shell.terminal.err.write(`${note}\n`)
  const { spawn } = await import('node:child_process')
  const [program, ...words] = starters[to]
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  const child = spawn(program, [...words, text], { stdio: 'inherit', ...(folder !== null && { cwd: folder }) })
  child.once('error', () => reject(new WukuError('not-found', msg('programNotFound', { program }))))
  child.once('exit', (code) => resolve(code === 0 ? 'done' : 'failed'))
  return promise
}

async function onlyServer({ settings: { home }, environment: { env } }: CommandsInput): Promise<string> {
  const { openServersFile } = await import('@wuku/remote/servers-file')
  const [only, ...others] = env['WUKU_SERVER'] ? [{ url: env['WUKU_SERVER'] }] : await openServersFile(home).list()
  if (only && others.length === 0) return only.url
  throw new WukuError('usage', msg('handoffWhichServer'))
}
