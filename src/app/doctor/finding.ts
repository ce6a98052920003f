import { paintFor, type Sink, displayWidth, padEnd, wrapToWidth } from '../../surfaces/cli/terminal.ts'

export interface Finding {
  readonly about: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly said: string
  /** Command or step that fixes it; empty if nothing is wrong. */
  readonly remedy: string
}

export const ok = (about: string, said: string): Finding => ({ about, state: 'ok', said, remedy: '' })
export const warn = (about: string, said: string, remedy: string): Finding => ({ about, state: 'warn', said, remedy })
export const fail = (about: string, said: string, remedy: string): Finding => ({ about, state: 'fail', said, remedy })

export function report(findings: readonly Finding[], out: Sink): string {
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
