import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { userInfo } from 'node:os'
import { msg, tr } from '@wuku/messages/cli'
import { WukuError } from '@wuku/core/errors'
import { printChange, printLines } from '@wuku/terminal/command-page'
import { isFile } from '@wuku/connect/client'
import { keepTeam, notesOfTeam } from '@wuku/connect/keep-team'
import { serverCommand } from '@wuku/connect/tool-arguments'
import { stopServer } from '@wuku/server/serve/daemon'
import { lineOf, serviceOf, type Service, type ServiceCommand } from '../serve/service.ts'
import type { CommandsInput, LocalShell } from '../local-shell.ts'

interface ServiceOptions extends CommandsInput {
  readonly isDry: boolean
}

/** `args`: as after `wuku serve`. */
export async function installService(args: readonly string[], shell: LocalShell, options: ServiceOptions) {
  const service = serviceFor(args, options)
  const { file, text, encoding, install } = service
  if (options.isDry) return show(shell, service, { text, commands: install })
  const { home, server } = options.settings
  const team = await keepTeam(options)
  // One that was started by hand would keep the service from starting.
  const stopped = await stopServer(home, server.graceSeconds, shell.signal)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text, encoding)
  for (const command of install) await runOrExplain(command, service)
  return printChange(shell, { manager: service.manager, file, installed: true }, () => [
    ...(stopped ? [tr(msg('serverRanProcessStopped', { pid: stopped.pid }))] : []),
    tr(msg('serverStartedNowWheneverYou', { manager: service.manager })),
    `  File: ${file}`,
    ...[...(service.note ? [service.note] : []), ...notesOfTeam(team, false)].map((note) => `  ${note}`),
    tr('  To undo it: wuku serve --uninstall'),
  ])
}

export async function uninstallService(shell: LocalShell, options: ServiceOptions): Promise<'done'> {
  const service = serviceFor([], options)
  const { file, uninstall, afterwards, manager } = service
  if (options.isDry) return show(shell, service, { text: undefined, commands: [...uninstall, ...afterwards] })
  if (!isFile(file))
    return printChange(shell, { manager, file, uninstalled: false }, () => [
      tr(msg('noServiceTakeOut', { manager, file })),
    ])
  for (const command of uninstall) await runOrExplain(command, service)
  await rm(file, { force: true })
  for (const command of afterwards) await runOrExplain(command, service)
  return printChange(shell, { manager, file, uninstalled: true }, () => [
    tr(msg('serviceStoppedTakenOut', { manager, file })),
  ])
}

/** The file of the service of this user, where one was set up. */
export function serviceFile(input: CommandsInput): string | undefined {
  try {
    const { file } = serviceFor([], { ...input, isDry: true })
    return isFile(file) ? file : undefined
  } catch {
    // One that lies in the cache of npx has no service.
    return undefined
  }
}

function serviceFor(args: readonly string[], { settings, environment }: ServiceOptions): Service {
  const { command, args: words, env } = serverCommand(environment)
  const server = { command, env, args: [...words.filter((word) => word !== 'mcp'), 'serve', ...args] }
  return serviceOf(server, { home: settings.home, environment, uid: userInfo().uid })
}

interface Shown {
  /** `undefined`: the file goes. */
  readonly text: string | undefined
  readonly commands: readonly ServiceCommand[]
}

function show(shell: LocalShell, { manager, file }: Service, { text, commands }: Shown): 'done' {
  const lines = commands.map(lineOf)
  const body = text === undefined ? '(deleted)' : `\n${text.replace('\uFEFF', '').trimEnd()}\n`
  return printLines(shell, { manager, file, text, commands: lines, dryRun: true }, () => [
    `${file} ${body}`,
    ...lines.map((line) => `$ ${line}`),
    tr('Nothing was written.'),
  ])
}

/** Milliseconds: a service may need a while to stop. */
const COMMAND_MS = 90_000

async function runOrExplain(command: ServiceCommand, { file, manager }: Service): Promise<void> {
  const failure = await failureOf(command.words)
  if (!failure || command.mayFail) return
  if (failure.isMissing) {
    await rm(file, { force: true })
    throw new WukuError('not-allowed', msg('notNoProgramNothingSet', { manager, words: String(command.words[0]) }))
  }
  throw new WukuError(
    'not-allowed',
    msg('failedFileWritten', { line: lineOf(command), failure: failure.message, file }),
  )
}

const failureOf = ([program = '', ...args]: readonly string[]) =>
  new Promise<{ readonly isMissing: boolean; readonly message: string } | undefined>((resolve) => {
    execFile(program, args, { timeout: COMMAND_MS, windowsHide: true }, (error, stdout, stderr) => {
      const message = (stderr || stdout || error?.message || '').trim().split('\n').slice(0, 3).join(' ')
      resolve(error ? { isMissing: error.code === 'ENOENT', message } : undefined)
    })
  })
