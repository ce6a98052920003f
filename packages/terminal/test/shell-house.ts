import { loadOperations } from '../../cli/src/load-operations.ts'
import type { Engine } from '@wuku/kernel/base/engine'
import { readArguments } from '../src/arguments.ts'
import type { Command, Outcome, Shell } from '../src/command-types.ts'
import { commandFlags, commonFlags } from '../src/flags.ts'
import { callHere } from '../src/operation-command.ts'
import type { Sink, StandardInput } from '../src/terminal.ts'
import { existsSync } from 'node:fs'

export interface Ran {
  readonly outcome: Outcome
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly columns?: number
  readonly isTerminal?: boolean
  readonly input?: string
  /** Takes `cli recall` of each call that is written to the log. */
  readonly logged?: string[]
}

/** Runs a command as a shell would, on an engine of a test. */
export async function runLine(command: Command, line: readonly string[], engine: Engine, options: RunOptions = {}) {
  const grammar = { ...command, flags: [...commandFlags(command), ...commonFlags] }
  const { json = false, quiet = false, ...input } = readArguments(line, grammar)
  const { shell, written } = openShell(engine, options)
  const outcome = await command.run(input, { ...shell, json: json === true, quiet: quiet === true })
  return { outcome, ...written }
}

export function openShell(
  engine: Engine,
  { columns = 80, isTerminal = true, input = '', logged = [] }: RunOptions = {},
) {
  const written = { out: '', err: '' }
  const sink = (name: 'out' | 'err'): Sink => ({
    write: (text) => void (written[name] += text),
    isTerminal,
    hasColours: false,
    columns,
  })
  const stdin: StandardInput = {
    isTerminal: false,
    ask: async () => '',
    askSecret: async () => '',
    async *bytes() {
      yield Buffer.from(input)
    },
  }
  const recording: Engine = {
    ...engine,
    for: () => recording,
    record(records) {
      logged.push(...(records.calls ?? []).map(({ operation, surface }) => `${surface} ${operation}`))
      engine.record(records)
    },
  }
  const { signal } = new AbortController()
  const shell: Shell = {
    terminal: { out: sink('out'), err: sink('err') },
    stdin,
    signal,
    json: false,
    quiet: false,
    call: callHere({ engine: async () => recording, signal }),
    operations: loadOperations,
    now: () => engine.now(),
    isHere: existsSync,
  }
  return { shell, written }
}
