import { printJson } from '../../surfaces/cli/answer.ts'
import type { Command } from '../../surfaces/cli/command.ts'
import { paintFor, type Sink, displayWidth, padEnd, wrapToWidth } from '../../surfaces/cli/terminal.ts'
import { examine, type Finding } from '../doctor/checks.ts'
import type { CommandsInput } from './actions.ts'

export const doctorCommand = (input: CommandsInput): Command => ({
  name: 'doctor',
  title: 'Check the installation, the store, the sources and the agents',
  positional: [],
  flags: () => [],
  examples: [
    { says: 'All checks, with remedies', line: 'wuku doctor' },
    { says: 'For a script: exit code 1 if a check fails', line: 'wuku doctor --json' },
  ],
  async run(_input, { terminal: { out }, json, quiet, engine }) {
    const findings = await examine({ ...input, engine })
    if (json) printJson(out, { findings })
    else out.write(report(quiet ? findings.filter(({ state }) => state !== 'ok') : findings, out))
    return findings.some(({ state }) => state === 'fail') ? 'failed' : 'done'
  },
})

function report(findings: readonly Finding[], out: Sink): string {
  const paint = paintFor(out)
  const marks = { ok: paint.green('✓'), warn: paint.yellow('!'), fail: paint.red('✗') }
  const width = Math.max(0, ...findings.map(({ about }) => displayWidth(about)))
  const column = (text: string, indent: number): string =>
    out.isTerminal ? wrapToWidth(text, out.columns - indent).join(`\n${' '.repeat(indent)}`) : text
  const lines = findings.flatMap(({ about, state, said, remedy }) => [
    `${marks[state]} ${padEnd(about, width)}  ${column(said, width + 4)}`,
    ...(remedy === '' ? [] : [`  ${' '.repeat(width)}  ${paint.dim('→')} ${column(remedy, width + 6)}`]),
  ])
  return lines.map((line) => `${line}\n`).join('')
}
