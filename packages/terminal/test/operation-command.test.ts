import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Engine } from '@wuku/kernel/base/engine'
import { defineOperation, type Operation } from '@wuku/kernel/base/operation'
import { printError } from '../src/print-answer.ts'
import { readArguments } from '../src/arguments.ts'
import { callCommand } from '../src/call.ts'
import type { Command, Shell } from '../src/command-types.ts'
import { commandFlags, commonFlags } from '../src/flags.ts'
import { commandHelp } from '../src/help.ts'
import { callHere, operationCommand } from '../src/operation-command.ts'
import { harmless, paintFor, type Sink } from '../src/terminal.ts'
import { WukuError } from '@wuku/core/errors'

const echo = defineOperation({
  name: 'echo-words',
  group: 'core',
  title: 'Say it again',
  description: 'Says what it was told.',
  effect: 'read',
  input: z.strictObject({
    query: z.string().min(1).describe('What to say.'),
    kinds: z
      .array(z.enum(['code', 'notes']))
      .optional()
      .describe('Which.'),
    limit: z.number().int().max(50).default(10).describe('How often.'),
  }),
  output: z.strictObject({ said: z.string() }),
  aliases: { q: 'query', n: 'limit' },
  command: { name: 'echo', positional: ['query...'] },
  examples: [{ label: 'Twice', input: { query: 'high tide', kinds: ['code', 'notes'], limit: 2 } }],
  run: async (input, { progress }) => {
    progress({ stage: 'read', done: 1, total: 2, said: 'one' })
    return { said: JSON.stringify(input) }
  },
  render: ({ said }) => [{ type: 'text', text: `said ${said}` }],
})

const cut: Operation = {
  ...echo,
  name: 'cut-words',
  render: () => [{ type: 'text', text: 'Strong: 1 hit. 2 left out: use other words, or weak: true.\n\nweak: true.' }],
}

const silent: Operation = { ...echo, name: 'change', effect: 'write' }

function stringSink(isTerminal: boolean): Sink & { text(): string } {
  let written = ''
  return { write: (text) => void (written += text), isTerminal, hasColours: false, columns: 80, text: () => written }
}

async function run(command: Command | undefined, tokens: readonly string[], options: { isTerminal?: boolean } = {}) {
  if (!command) throw new Error('The operation has no command.')
  const out = stringSink(options.isTerminal ?? false)
  const err = stringSink(false)
  const flags = [...commandFlags(command), ...commonFlags]
  const { json = false, quiet = false, ...input } = readArguments(tokens, { ...command, flags })
  const { signal } = new AbortController()
  const engine = {
    for: () => engine,
    now: () => 0,
    record: () => {},
    index: { pollChanges: async () => {} },
  } as unknown as Engine
  const shell: Shell = {
    terminal: { out, err },
    signal,
    json: json === true,
    quiet: quiet === true,
    stdin: { isTerminal: false, ask: async () => '', askSecret: async () => '', bytes: () => Readable.from([]) },
    call: callHere({ engine: async () => engine, signal }),
    operations: async () => [],
    now: () => 0,
    isHere: () => false,
  }
  await command.run(input, shell)
  return { out: out.text(), err: err.text() }
}

describe('a command made from an operation', () => {
  it.each<[says: string, operation: Operation, line: readonly string[], out: string]>([
    ['prints the text', echo, ['high', 'tide'], 'said {"query":"high tide","limit":10}\n'],
    ['takes the singular of a list', echo, ['x', '--kind', 'code'], 'said {"query":"x","kinds":["code"],"limit":10}\n'],
    ['takes an alias as a flag', echo, ['--q', 'x'], 'said {"query":"x","limit":10}\n'],
    ['takes a letter with one dash', echo, ['x', '-n', '3'], 'said {"query":"x","limit":3}\n'],
    ['names a flag', cut, ['x'], 'Strong: 1 hit. 2 left out: use other words, or --weak.\n\nweak: true.\n'],
    ['says nothing of a change when quiet', silent, ['x', '--quiet'], ''],
    ['answers a question when quiet', echo, ['x', '--quiet'], 'said {"query":"x","limit":10}\n'],
  ])('%s', async (_says, operation, line, out) => expect((await run(operationCommand(operation), line)).out).toBe(out))

  it('prints progress and then the answer as JSON lines', async () => {
    const { out } = await run(operationCommand(echo), ['x', '--json'])
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([{ progress: { stage: 'read', done: 1, total: 2, said: 'one' } }, { said: '{"query":"x","limit":10}' }])
  })

  it.each<[says: string, line: readonly string[], words: string]>([
    ['a missing argument by its name', [], '<query> is missing'],
    ['a bad value by its flag', ['x', '--limit', '99'], '--limit: '],
    ['a bad choice by its flag', ['x', '--kinds', 'zebra'], '--kinds: '],
  ])('refuses %s', async (_says, line, words) =>
    expect(run(operationCommand(echo), line)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(words),
    }),
  )

  it('has help with every flag and an example that can be typed', () => {
    const command = operationCommand(echo)
    const help = command ? commandHelp(command, { paint: paintFor(stringSink(false)), columns: 80 }) : ''
    expect(help).toMatchInlineSnapshot(`
      "wuku echo <query> [flags]
      Says what it was told

      Flags
        --query, --q TEXT    What to say.
        --kinds, --kind A,B  Which. One of code, notes.
        --limit, -n N        How often. Default 10.
        --json               Print the answer as JSON.
        --quiet, -q          No progress, no hints; a change that went well says
                             nothing.
        --help, -h           Show this help.

      Examples
        # Twice
        wuku echo 'high tide' --kinds 'code,notes' --limit 2
      "
    `)
  })
})

describe('wuku call', () => {
  const call = callCommand([echo, cut])
  it('names arguments as agents give them', async () =>
    expect((await run(call, ['cut-words', '{"query":"x"}'])).out).toContain('or weak: true.\n'))
  it('takes JSON and aliases', async () =>
    expect((await run(call, ['echo-words', '{"q":"x"}'])).out).toBe('said {"query":"x","limit":10}\n'))

  it.each<[says: string, line: readonly string[], code: string, words: string]>([
    ['an unknown operation, with the nearest', ['echo-word'], 'unknown-operation', 'echo-word'],
    ['an unknown key', ['echo-words', '{"query":"x","zebra":1}'], 'bad-input', 'zebra'],
    ['what is not JSON', ['echo-words', '{query}'], 'usage', 'not valid JSON'],
    ['what is not an object', ['echo-words', '[]'], 'usage', 'JSON object'],
    ['no name at all', [], 'usage', 'name of an operation'],
  ])('refuses %s', async (_says, line, code, words) =>
    expect(run(call, line)).rejects.toMatchObject({ code, message: expect.stringContaining(words) }),
  )
})

describe('an error', () => {
  const error = new WukuError('not-found', 'It is not there.', 'Look elsewhere.')
  it('is text on stderr', () => {
    const [out, err] = [stringSink(false), stringSink(false)]
    printError({ out, err }, error, { json: false })
    expect([out.text(), err.text()]).toEqual(['', '✗ It is not there.\n  → Look elsewhere.\n'])
  })
  it('is JSON on stdout too when JSON was asked for', () => {
    const [out, err] = [stringSink(false), stringSink(false)]
    printError({ out, err }, error, { json: true })
    expect(JSON.parse(out.text())).toEqual({
      error: { code: 'not-found', message: 'It is not there.', remedy: 'Look elsewhere.' },
    })
  })
})

it('shows escape sequences of a document and does not obey them', () =>
  expect(harmless('a\u001B[2Jb\u0007\r\n\tc\u009B d\u202Edm.exe')).toBe('a␛[2Jb␇\n\tc\uFFFD d\uFFFDdm.exe'))
