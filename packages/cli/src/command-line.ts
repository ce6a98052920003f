import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { msg, type Language } from '@wuku/messages/cli'
import { isWukuError } from '@wuku/core/errors'
import { owner } from '@wuku/kernel/base/caller'
import type { Engine } from '@wuku/kernel/base/engine'
import type { Call } from '@wuku/kernel/invoke/invoke'
import { languageOf as chosenLanguage, loadTranslator } from '@wuku/settings/language-choice'
import { printError } from '@wuku/terminal/print-answer'
import { readArguments, usage } from '@wuku/terminal/arguments'
import type { CallOperation, Command } from '@wuku/terminal/command-types'
import { commandFlags, commonFlags } from '@wuku/terminal/flags'
import { actionHelp, commandHelp, helpOptions } from '@wuku/terminal/help'
import type { CallServer, ServerDoor } from '@wuku/terminal/call-server'
import { languageOf, paintFor, translatorOf, type Terminal } from '@wuku/terminal/terminal'
import type { AgentStreams } from './attach/attach.ts'
import { commandNamed, commandsWith } from './commands/index.ts'
import type { CommandsInput, LocalShell } from './local-shell.ts'
import { openInput, openTerminal, type StandardStreams } from './process-terminal.ts'
import { readSettings, type Settings, type Environment } from '@wuku/settings/app-settings'
import { readVersion } from '@wuku/settings/package'
import { systemClock, warn } from '@wuku/settings/this-process'
import { expandPath } from '@wuku/settings/user-path'
import { existsSync } from 'node:fs'

/** 0 done, 1 the operation failed, 2 wrong usage. */
type ExitCode = 0 | 1 | 2 | 3

export interface CommandContext {
  /** One that another process answered so far. */
  readonly agent?: AgentStreams | undefined
  readonly environment?: Environment
  readonly streams?: StandardStreams
}

/** In this process, with its streams and its user, unless others are given. */
export async function runCommandLine(
  tokens: readonly string[],
  {
    agent,
    environment = { env: process.env, platform: process.platform, userFolder: homedir() },
    streams = process,
  }: CommandContext = {},
): Promise<ExitCode> {
  const json = tokens.includes('--json')
  const settings = await readSettings(environment).catch((error: unknown) => ({ error }))
  // Broken settings choose no language: an error in them is printed in that of the machine.
  const language = chosenLanguage('error' in settings ? 'auto' : settings.language, environment.env)
  const terminal = openTerminal(await loadTranslator(language), streams, environment.env)
  const stdin = openInput(streams)
  try {
    if ('error' in settings) throw settings.error
    return await runCommand(tokens, { settings, environment, terminal, stdin, agent })
  } catch (error) {
    printError(terminal, error, { json, typed: await typedFor(error) })
    return isWukuError(error) && ['usage', 'unconfirmed'].includes(error.code) ? 2 : 1
  }
}

/** Help texts of commands are left as they are. */
async function typedFor(error: unknown): Promise<(remedy: string) => string> {
  if (!isWukuError(error) || ['usage', 'unconfirmed', 'unknown-operation'].includes(error.code))
    return (message) => message
  const { asTyped } = await import('@wuku/terminal/typed-calls')
  const operations = await loadOperations()
  return (remedy) => asTyped(remedy, operations)
}

async function runCommand(tokens: readonly string[], given: Omit<ShellOptions, 'json' | 'quiet' | 'language'>) {
  const { settings, environment, terminal } = given
  const { name, rest } = splitTokens(tokens)
  const command = await findCommand(name, { settings, environment })
  const flags = [...commandFlags(command), ...commonFlags]
  const { json = false, quiet = false, help = false, ...input } = readArguments(rest, { ...command, flags })
  if (help) {
    const options = helpOptions(terminal.out)
    const action = String(input['action'] ?? '')
    const hasPage = Object.hasOwn(command.actions ?? {}, action)
    const page =
      command.helpFor && command.positional?.some((key) => input[key] !== undefined)
        ? command.helpFor(input, terminal.out)
        : hasPage
          ? actionHelp(command, action, options)
          : commandHelp(command, options)
    terminal.out.write(page)
    return 0
  }
  if (quiet !== true && !command.hasLog) warnOfSettings(settings, terminal)
  // Programs read the output of `call`.
  const language = languageOf({ json: json === true || command.name === 'call', terminal })
  const options = { ...given, language, json: json === true, quiet: quiet === true }
  return withShell(options, async (shell) => CODES[await command.run(input, shell)])
}

const CODES = { done: 0, failed: 1, partial: 3 } as const

/** `wuku --json sources` means the same as `wuku sources --json`. */
function splitTokens(tokens: readonly string[]): { readonly name: string; readonly rest: readonly string[] } {
  const at = tokens.findIndex((token) => !token.startsWith('-'))
  if (at < 0) return { name: 'help', rest: tokens.filter((token) => token !== '--help' && token !== '-h') }
  return { name: tokens[at] ?? '', rest: tokens.toSpliced(at, 1) }
}

const loadOperations = async () => (await import('./load-operations.ts')).loadOperations()

async function findCommand(name: string, input: CommandsInput): Promise<Command<LocalShell>> {
  const named = await commandNamed(name, loadOperations, input)
  if (named) return named
  const commands = await commandsWith(await loadOperations(), input)
  const { nearest } = await import('@wuku/text/edits/edit')
  const names = commands.map((command) => command.name)
  const [near] = nearest(name, names, { max: 3, limit: 1 })
  throw usage(msg('noCommand', { name, value: near ? msg('didYouMean', { near }) : '' }))
}

function warnOfSettings({ warnings }: Settings, { err }: Terminal): void {
  for (const warning of warnings) err.write(`${paintFor(err).yellow('!')} ${translatorOf(err)(warning)}\n`)
}

interface ShellOptions extends CommandsInput, Pick<LocalShell, 'terminal' | 'stdin' | 'agent' | 'json' | 'quiet'> {
  readonly language: Language | undefined
}

async function withShell(options: ShellOptions, work: (shell: LocalShell) => Promise<ExitCode>): Promise<ExitCode> {
  const { settings, environment, language, ...given } = options
  const { terminal, quiet } = given
  const signal = stopOnSignals(() => {
    if (terminal.err.isTerminal && !quiet)
      terminal.err.write(`\n${translatorOf(terminal.err)('Stopping cleanly; press Ctrl-C again to stop at once.')}\n`)
  })
  let opened: Promise<Engine> | undefined
  const open = async (timeout?: number): Promise<Engine> => {
    const [{ compose }, { openStore }] = await Promise.all([
      import('./compose.ts'),
      import('@wuku/settings/team-open-store'),
    ])
    return compose(settings, environment, (place) => openStore(place, { timeout }))
  }
  try {
    const engine = (timeout?: number): Promise<Engine> => (opened ??= open(timeout))
    const call = lazyCall({
      engine,
      signal,
      find: () => doorOf(settings.home, language),
      placeOf: (written) => placeOf(written, environment),
    })
    return await work({
      ...given,
      signal,
      call,
      operations: loadOperations,
      now: systemClock.now,
      isHere: existsSync,
      roots: async () => (await engine()).for(owner('cli')).read((view) => view.sources.list()),
      engine,
    })
  } finally {
    // The failure to open an engine is reported already.
    const engine = await opened?.catch(() => undefined)
    await engine?.close().catch((error: unknown) => warn('The data folder could not be closed properly', error))
  }
}

/** Help calls nothing, and only long work is left to a server. */
const lazyCall =
  ({ engine, ...door }: Omit<CallServer, 'here'> & Pick<Call, 'engine'>): CallOperation =>
  async (operation, ...given) => {
    const { callHere } = await import('@wuku/terminal/operation-command')
    const here = callHere({ engine, signal: door.signal })
    if (!operation.long) return here(operation, ...given)
    const { callServer } = await import('@wuku/terminal/call-server')
    return callServer({ ...door, here })(operation, ...given)
  }

/** The server of the data folder, where it may do what commands do: one of another version may understand them otherwise. */
async function doorOf(home: string, language: Language | undefined): Promise<ServerDoor | undefined> {
  const { findServer } = await import('@wuku/settings/server-file')
  const server = await findServer(home)
  if (server?.token === undefined || server.readOnly || server.version !== readVersion()) return undefined
  return { url: server.url, token: server.token, language }
}

/** Absolute; an address stays as it is. */
function placeOf(written: string, environment: Environment): string {
  const expanded = expandPath(written, environment) ?? written
  return /^(?:[a-z][a-z0-9+.-]+:|git@)/i.test(expanded) ? expanded : resolve(expanded)
}

/** A terminal sends Ctrl-C to the launcher and to us, and the launcher passes it on: that is one, not two. */
const SAME_PRESS_MS = 200

/** The first Ctrl-C asks for a clean stop, the second ends the process where it stands. */
function stopOnSignals(onSignal: () => void): AbortSignal {
  const controller = new AbortController()
  let first = 0
  const stop = (signal: NodeJS.Signals): void => {
    if (!controller.signal.aborted) {
      first = performance.now()
      controller.abort()
      onSignal()
    } else if (performance.now() - first > SAME_PRESS_MS) {
      process.exit(signal === 'SIGINT' ? 130 : 143)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  return controller.signal
}
