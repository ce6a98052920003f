import { msg, type Text } from '@wuku/messages/cli'
import { Message } from '@wuku/messages/message'
import type { Json } from '@wuku/core/core-types'
import type { Outcome, Shell } from '@wuku/terminal/command-types'
import { printJson } from '@wuku/terminal/print-answer'
import { paintFor, translatorOf, type Sink } from '@wuku/terminal/terminal'
import { displayWidth, padEnd, wrapToWidth } from '@wuku/text/show/width'
import type { Check } from '@wuku/kernel/base/installation-shapes'

export interface Finding {
  readonly about: Text
  readonly state: 'ok' | 'warn' | 'fail'
  readonly said: Text
  /** Command or step that fixes it; empty if nothing is wrong. */
  readonly remedy: Text
  /** The same as an operation, where one does it. */
  readonly run?: Run
}

interface Run {
  readonly label: Text
  readonly operation: string
  readonly input: { readonly [key: string]: Json }
}

export const ok = (about: string, said: Text): Finding => ({ about, state: 'ok', said, remedy: '' })
export const warn = (about: string, said: Text, remedy: Text, run?: Run): Finding => ({
  about,
  state: 'warn',
  said,
  remedy,
  ...(run && { run }),
})
export const fail = (about: string, said: Text, remedy: Text): Finding => ({ about, state: 'fail', said, remedy })

/** A run of the index takes in what changed in a source. */
export const indexing = (source: string): Run => ({
  label: msg('indexSource', { source }),
  operation: 'index',
  input: { sources: [source] },
})

const statuses = { ok: 'ok', warn: 'warning', fail: 'problem' } as const

/** Constant texts come in the language of the reader too, as messages do. */
const told = (text: Text): Message => (typeof text === 'string' ? new Message('', {}, text) : text)

/** The same for a page: it has buttons, and it shows commands as such. */
export const checkOf = ({ about, state, said, remedy, run }: Finding): Check => ({
  name: String(about),
  status: statuses[state],
  message: told(said),
  ...(remedy !== '' && {
    mends: {
      label: told(run?.label ?? remedy),
      ...(/^(?:wuku|chmod) /.test(String(remedy)) && { command: String(remedy) }),
      ...(run && { operation: run.operation, input: run.input }),
    },
  }),
})

/** The findings with their facts; a quiet command leaves out what is well. */
export function printFindings(facts: object, findings: readonly Finding[], { terminal, json, quiet }: Shell): Outcome {
  const { out } = terminal
  if (json) printJson(out, { ...facts, findings })
  else out.write(report(quiet ? findings.filter(({ state }) => state !== 'ok') : findings, out))
  return findings.some(({ state }) => state === 'fail') ? 'failed' : 'done'
}

function report(english: readonly Finding[], out: Sink): string {
  const translate = translatorOf(out)
  const findings = english.map(({ about, state, said: message, remedy }) => ({
    about: translate(about),
    state,
    said: translate(message),
    remedy: translate(remedy),
  }))
  const paint = paintFor(out)
  const marks = { ok: paint.green('✓'), warn: paint.yellow('!'), fail: paint.red('✗') }
  const width = Math.max(0, ...findings.map(({ about }) => displayWidth(about)))
  const column = (text: string, indent: number): string =>
    out.isTerminal ? wrapToWidth(text, out.columns - indent).join(`\n${' '.repeat(indent)}`) : text
  const lines = findings.flatMap(({ about, state, said: message, remedy }) => [
    `${marks[state]} ${padEnd(about, width)}  ${column(message, width + 4)}`,
    ...(remedy === '' ? [] : [`  ${' '.repeat(width)}  ${paint.dim('→')} ${column(remedy, width + 6)}`]),
  ])
  return lines.map((line) => `${line}\n`).join('')
}
