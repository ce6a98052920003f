import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { starters, type HandoffOutput } from '@wuku/chats/handoff/handoff-shapes'
import { WukuError } from '@wuku/core/errors'
import type { Operation } from '@wuku/kernel/base/operation'
import { msg } from '@wuku/messages/cli'
import { printLines } from '@wuku/terminal/command-page'
import type { Command, Input, Outcome } from '@wuku/terminal/command-types'
import { flagTable } from '@wuku/terminal/flags'
import type { CommandsInput, LocalShell } from '../local-shell.ts'

/** The command of the operation, which also starts the next program, or sends the conversation to a server. */
export const handoffCommand = (operation: Operation, command: Command, input: CommandsInput): Command<LocalShell> => ({
  ...command,
  flags: () => [
    ...command.flags(),
    ...flagTable({ '--server TEXT': 'With --to server: its address. Default: the one you are logged in to.' }),
  ],
  async run({ server, ...given }, shell) {
    const { to } = given
    if (to === undefined || shell.json) return command.run(given, shell)
    const { output } = await shell.call<HandoffOutput>(operation, given)
    if (to === 'server') return push(output, { server, input, shell })
    if (!mayStart(shell)) return printLines(shell, output, () => [output.command ?? ''])
    return start(to as keyof typeof starters, output)
  },
})

/** A program with a page of its own needs the terminal; npm starts programs by scripts on Windows. */
const mayStart = ({ stdin, terminal: { out, err } }: LocalShell): boolean =>
  stdin.isTerminal && out.isTerminal && err.isTerminal && process.platform !== 'win32'

async function start(to: keyof typeof starters, { text, project }: HandoffOutput): Promise<Outcome> {
  const [program, ...words] = starters[to]
  const cwd = project !== null && existsSync(project) ? { cwd: project } : {}
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  const child = spawn(program, [...words, text], { stdio: 'inherit', ...cwd })
  child.once('error', () => reject(new WukuError('not-found', msg('programNotFound', { program }))))
  child.once('exit', (code) => resolve(code === 0 ? 'done' : 'failed'))
  return promise
}

interface Pushing {
  readonly server: unknown
  readonly input: CommandsInput
  readonly shell: LocalShell
}

/** With the rights of a push: private, until it is shared. */
async function push({ citation }: HandoffOutput, { server, input, shell }: Pushing): Promise<Outcome> {
  const { pushCommand } = await import('./push.ts')
  const given: Input = { server: server ?? (await onlyServer(input)), source: citation }
  return pushCommand(input).run(given, shell)
}

async function onlyServer({ settings: { home }, environment: { env } }: CommandsInput): Promise<string> {
  if (env['WUKU_SERVER']) return env['WUKU_SERVER']
  const { openServersFile } = await import('@wuku/remote/servers-file')
  const [only, ...others] = await openServersFile(home).list()
  if (only && others.length === 0) return only.url
  throw new WukuError('usage', msg('handoffWhichServer'))
}
