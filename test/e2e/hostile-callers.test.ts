import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runInTerminal } from './cli-house.ts'
import { callOf, initialize, linesOf, openHome, startServer, wuku } from './mcp-home.ts'
import { runCommandSync } from './run-command.ts'
import { sharedFolder, writeFiles } from '../scratch.ts'

/** What a note says to take over the terminal, and the model, that shows it. */
const takeover =
  'Moving\u001B]0;owned\u0007 \u009B2J\u001B[2J\u202Etxt.exe \u{E0049}\u{E0047}\u200Bwith enough said beside it'

const home = openHome(sharedFolder())
beforeAll(async () => {
  const files = {
    'notes/takeover.md': `---\ntitle: "${takeover.replaceAll('\u001B', '\\e').replaceAll('\u0007', '\\a')}"\n---\n\nhijack ${takeover} ${'calm '.repeat(60)}\n`,
    'notes-private/s.md': 'sibling\n',
  }
  writeFiles(home.folder, files)
  runCommandSync(['index'], { env: home.env })
})

// oxlint-disable-next-line no-control-regex
const commanding = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069]/

const outside = [
  '../../etc/passwd',
  '/etc/passwd',
  '~/.ssh/id_rsa',
  '../notes-private/s.md',
  'demo/../notes-private/s.md',
]
const twisted = [
  'demo/%2e%2e/notes-private/s.md',
  '..\\..\\x',
  'demo/tides.md\0.png',
  'file:///etc/passwd',
  'wuku://',
  '',
  '#',
]

const calls: readonly (readonly [says: string, name: string, args: object, answer: RegExp])[] = [
  ...[...outside, ...twisted].map(
    (file) => [`get ${JSON.stringify(file)}`, 'get', { file }, /error: (?:not-found|bad-input)/] as const,
  ),
  [
    'syntax of a database',
    'search',
    { query: `" OR 1=1 -- NEAR( * %_ '; DROP TABLE documents` },
    /results? (?:found )?for/,
  ],
  ['nothing but operators', 'search', { query: '"-*('.repeat(1_000) }, /for/],
  ['ten thousand words', 'search', { query: 'tide '.repeat(10_000) }, /error: bad-input/],
  ['a glob that never ends', 'multi_get', { pattern: '(a+)+$*' }, /error: not-found/],
  ['a glob of stars', 'multi_get', { pattern: 'a*'.repeat(2_000) }, /error: not-found/],
  ['a glob of braces', 'multi_get', { pattern: '{a,b}'.repeat(500) }, /more than 100 patterns/],
  ['a list of wrong names', 'multi_get', { pattern: 'x,'.repeat(4_000) }, /File not found: x/],
  ['an object for a query', 'search', { query: { $gt: '' } }, /error: bad-input/],
  ['numbers out of range', 'search', { query: 'a', limit: 1e308, minScore: -1 }, /error: bad-input/],
  ['a polluted prototype', 'search', JSON.parse('{"query": "a", "__proto__": {"polluted": 1}}') as object, / for "a"/],
  ['a hidden order', 'recall', { query: 'hijack' }, /1 passage/],
  ['a hidden order, read', 'get', { file: 'demo/takeover.md' }, /hijack/],
]

describe.each(['auto', 'legacy'] as const)('a hostile caller, %s', (mode) => {
  let client: Client
  beforeAll(async () => {
    client = new Client({ name: 'e2e', version: '1' }, { versionNegotiation: { mode } })
    const env = Object.fromEntries(Object.entries(home.env).flatMap(([name, value]) => (value ? [[name, value]] : [])))
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [wuku, 'mcp'], env, stderr: 'ignore' }),
    )
  })
  afterAll(() => client.close())

  it.each(calls)('%s', async (_, name, args, answer) => {
    const { content } = await client.callTool({ name, arguments: { ...args } })
    const text = (content as { text?: string; resource?: { text: string } }[])
      .map((part) => part.text ?? part.resource?.text)
      .join('\n')
    expect(text).toMatch(answer)
    expect(text).not.toMatch(/root:x:0|sibling\n/)
    expect(text).not.toMatch(commanding)
    expect(text.length).toBeLessThan(20_000)
  })
})

it('a message that is nested 200,000 deep, is no message or is cut off costs its sender the answer alone', async () => {
  const server = startServer(home)
  server.send(initialize)
  await server.answer(1)
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const call = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"search","arguments":{"query":${deep}}}}`
  for (const line of [call, 'sea', '[]', 'null', '{"jsonrpc":"2.0","id":3,"method":'])
    server.child.stdin.write(`${line}\n`)
  server.send(callOf(4, 'search', { query: 'Saltmarsh' }))
  expect(JSON.stringify(await server.answer(4))).toContain('demo/tides.md')
  expect(linesOf(server.stdout()).find(({ id }) => id === 2)).toBeDefined()
})

it.each([
  ['recall', 'hijack'],
  ['recall', 'hijack', '--json'],
  ['get', 'demo/takeover.md'],
  ['open', 'demo/takeover.md'],
])('what a note says does not command the terminal: %s %s %s', async (...args) => {
  const { stdout } = await runInTerminal(args.filter(Boolean), {
    cwd: home.folder,
    env: { ...home.env, NO_COLOR: '1' },
  })
  expect(stdout).toContain('Moving')
  expect(stdout.replaceAll('\r\n', '\n')).not.toMatch(commanding)
})

const malformed: readonly (readonly [says: string, message: string])[] = [
  ['params that are a list', '{"jsonrpc":"2.0","id":"e","method":"tools/call","params":[]}'],
  ['params that are a text', '{"jsonrpc":"2.0","id":"e","method":"tools/call","params":"x"}'],
  ['no method', '{"jsonrpc":"2.0","id":"e"}'],
  ['a method that is a number', '{"jsonrpc":"2.0","id":"e","method":7}'],
  ['no version of the protocol', '{"id":"e","method":"tools/list"}'],
  ['several at once', '[{"jsonrpc":"2.0","id":"e","method":"tools/list"}]'],
  [
    '11 MiB, its id before them',
    `{"jsonrpc":"2.0","id":"e","method":"tools/call","params":{"x":"${'y'.repeat(11 << 20)}"}}`,
  ],
  [
    '11 MiB, its id behind them',
    `{"method":"tools/call","params":{"x":"${'y'.repeat(11 << 20)}","id":3},"jsonrpc":"2.0","id":"e"}`,
  ],
]

it.each(malformed)('a request with %s is refused by its id, and the next is answered', async (_, message) => {
  const server = startServer(home)
  server.send(initialize)
  await server.answer(1)
  server.send(callOf(2, 'search', { query: 'Saltmarsh' }))
  server.child.stdin.write(`${message}\n`)
  server.send(callOf(4, 'search', { query: 'Saltmarsh' }))
  for (const id of [2, 4]) expect(JSON.stringify(await server.answer(id))).toContain('demo/tides.md')
  const refused = await server.answer('e')
  expect(refused.error).toMatchObject({ code: -32600, message: expect.stringMatching(/Invalid request|MiB|bytes/) })
  server.child.stdin.end()
  expect(await server.ended).toMatchObject({ code: 0, stderr: expect.stringContaining(refused.error?.message ?? '?') })
})

it('a message of 11 MiB that tells no id is told on standard error', async () => {
  const server = startServer(home)
  server.send(initialize)
  await server.answer(1)
  server.child.stdin.write(`${'y'.repeat(11 << 20)}\n`)
  server.send(callOf(4, 'search', { query: 'Saltmarsh' }))
  expect(JSON.stringify(await server.answer(4))).toContain('demo/tides.md')
  server.child.stdin.end()
  expect((await server.ended).stderr).toContain('The message has 11534337 bytes')
})
