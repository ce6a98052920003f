import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
import { afterEach, describe, expect, it } from 'vitest'
import { WukuError } from '@wuku/core/errors'
import { asJson, defineOperation, toolsets } from '@wuku/kernel/base/operation'
import { createMcpServer } from '../src/server.ts'
import type { ToolsetName } from '../src/toolsets.ts'
import { broken, count, open, operationCalled, search, seaEngine } from '../../kernel/test/invoke/fixtures.ts'

/** The official client on the other end, in each protocol era. */
const eras = [
  { era: '2026-07-28', mode: 'auto' },
  { era: '2025-11-25', mode: 'legacy' },
] as const

/** As a page of others may have it, in every place that an answer has. */
const spoken = 'tide\u{E0069}\u{E0067}\u001B\u009B\u202Eedit\u200B👨‍👩‍👧 क्‍ष'
const said = 'tideedit👨‍👩‍👧 क्‍ष'
const hostile = defineOperation({
  name: 'hostile',
  group: 'core',
  title: 'Hostile',
  description: 'Says what others wrote.',
  effect: 'read',
  input: z.strictObject({ fails: z.boolean().default(false) }),
  output: z.record(z.string(), z.unknown()),
  examples: [],
  async run({ fails }, { progress }) {
    progress({ stage: spoken, done: 1, total: 1, said: spoken })
    if (fails) throw new WukuError('not-found', spoken, spoken)
    return { [spoken]: [{ deep: spoken }] }
  },
  render: () => [
    { type: 'text', text: spoken },
    { type: 'document', uri: 'qmd://a/b', name: spoken, title: spoken, mimeType: 'text/plain', text: spoken },
  ],
})

/** A list of a replaced program, whose users know its JSON. */
const tides = defineOperation({
  name: 'list-tides',
  group: 'pads',
  title: 'Tides',
  description: 'Lists tides.',
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({ tides: z.array(z.string()), message: z.string() }),
  examples: [],
  run: async () => ({ tides: ['ebb', 'flood'], message: 'Listed 2 tides.' }),
  table: ({ tides: rows }) => ({ columns: [{ head: 'tide', cell: String }], rows, foot: ['More: wuku tides'] }),
  render: asJson,
})

const operations = [search, open, count, broken, hostile, operationCalled('index', 'admin', 'write')]
const closing: Client[] = []

async function connect(
  mode: 'auto' | 'legacy',
  options: { readOnly?: boolean; chosen?: readonly ToolsetName[]; log?: (line: string) => void } = {},
): Promise<Client> {
  const { readOnly = false, chosen = toolsets, log = () => {} } = options
  const [near, far] = InMemoryTransport.createLinkedPair()
  serveStdio(
    createMcpServer({
      operations: chosen === toolsets ? operations : [...operations, tides],
      engine: seaEngine,
      options: { toolsets: chosen, readOnly },
      version: '1.2.3',
      log,
    }),
    { transport: far },
  )
  const client = new Client({ name: 'tester', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(near)
  closing.push(client)
  return client
}

afterEach(async () => {
  await Promise.all(closing.splice(0).map((client) => client.close()))
})

const textOf = (result: { content?: unknown }): string =>
  (result.content as { text?: string; resource?: { text: string } }[])
    .map((part) => part.text ?? part.resource?.text)
    .join('\n')

describe.each(eras)('in $era', ({ era, mode }) => {
  it('says who it is and what for', async () => {
    const client = await connect(mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(era)
    expect(client.getServerVersion()).toMatchObject({ name: 'wuku', version: '1.2.3' })
    expect(client.getInstructions()).toContain('`search`')
  })

  it('lists tools by toolset, closed and annotated', async () => {
    const { tools } = await (await connect(mode)).listTools()
    expect(tools.map(({ name }) => name)).toEqual(['open', 'hostile', 'broken', 'search', 'count'])
    expect(tools[3]).toMatchObject({
      title: 'Search notes',
      inputSchema: { type: 'object', additionalProperties: false, required: ['query'] },
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      _meta: { 'anthropic/alwaysLoad': true, 'anthropic/searchHint': 'find notes' },
    })
    expect(tools[0]).toMatchObject({ _meta: { 'anthropic/maxResultSizeChars': 200_000 } })
    expect(tools[4]?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false, idempotentHint: false })
    expect(JSON.stringify(tools)).not.toContain('9007199254740991')
  })

  it('answers in text and structure', async () => {
    const result = await (await connect(mode)).callTool({ name: 'search', arguments: { q: 'moon', limit: '5' } })
    expect(textOf(result)).toBe('3: The moon pulls the sea.')
    expect(result.structuredContent).toEqual({ found: [{ line: 3, text: 'The moon pulls the sea.' }] })
    expect(result.isError).toBeFalsy()
  })

  it.each([false, true])('says nothing that people do not see, also where it fails: %s', async (fails) => {
    const client = await connect(mode)
    const told: string[] = []
    const result = await client.callTool(
      { name: 'hostile', arguments: { fails } },
      { onprogress: ({ message = '' }) => told.push(message) },
    )
    const all = JSON.stringify([result, told])
    expect(all.split(said).length).toBeGreaterThan(4)
    expect(all).not.toMatch(/\\u|[\u200B\u202E\u009B\u{E0000}-\u{E007F}]/u)
  })

  it('embeds documents', async () => {
    const result = await (await connect(mode)).callTool({ name: 'open', arguments: { citation: 'qmd://sea/tides.md' } })
    expect(result.content).toEqual([
      {
        type: 'resource',
        resource: {
          uri: 'qmd://sea/tides.md',
          mimeType: 'text/markdown',
          text: expect.stringContaining('1: Tides'),
          _meta: { name: 'sea/tides.md', title: 'Tides' },
        },
      },
    ])
  })

  it('a wrong call is answered with how to correct it', async () => {
    const result = await (await connect(mode)).callTool({ name: 'search', arguments: { qurey: 'moon' } })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toMatch(
      /Did you mean "query"\?[^]*Example \(about the sea\): \{"query":"moon tide","limit":5\}[^]*bad-input/,
    )
    expect(result).toMatchObject({ _meta: { 'wuku/error': { code: 'bad-input' } } })
  })

  it('passes on what the operation says is wrong', async () => {
    const result = await (await connect(mode)).callTool({ name: 'open', arguments: { citation: 'sea/tide.md' } })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain('Did you mean one of these?\n  - sea/tides.md')
  })

  it('keeps its own faults to itself', async () => {
    const log: string[] = []
    const result = await (await connect(mode, { log: (line) => log.push(line) })).callTool({ name: 'broken' })
    expect(result.isError).toBe(true)
    expect(textOf(result)).not.toContain('secret')
    expect(log.join()).toContain('secret path')
  })

  it('refuses unknown tools, and those of people', async () => {
    const client = await connect(mode)
    await expect(client.callTool({ name: 'serach' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('search'),
    })
    await expect(client.callTool({ name: 'index' })).rejects.toMatchObject({ code: -32602 })
    await expect(client.callTool({ name: 'constructor' })).rejects.toMatchObject({ code: -32602 })
  })

  it('read only hides what writes', async () => {
    const client = await connect(mode, { readOnly: true })
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['open', 'hostile', 'broken', 'search'])
    await expect(client.callTool({ name: 'count' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown tool "count"'),
    })
  })

  it('a call reports progress and knows its client', async () => {
    const told: unknown[] = []
    const result = await (
      await connect(mode)
    ).callTool({ name: 'count', arguments: {} }, { onprogress: (step) => told.push(step) })
    expect(result.structuredContent).toEqual({ counted: 3, client: 'tester', mayWrite: true })
    // A slow machine sends more of the steps between.
    expect([told[0], told.at(-1)]).toEqual([
      { progress: 1, total: 3, message: 'count: 1 of 3' },
      { progress: 3, total: 3, message: 'count: 3 of 3' },
    ])
  })

  it('stops when it is told to', async () => {
    const stop = new AbortController()
    const log: string[] = []
    const client = await connect(mode, { log: (line) => log.push(line) })
    const call = client.callTool(
      { name: 'count', arguments: { wait: 60_000 } },
      { signal: stop.signal, onprogress: () => stop.abort() },
    )
    await expect(call).rejects.toThrow()
    expect(await client.callTool({ name: 'count' })).toMatchObject({ structuredContent: { counted: 3 } })
    expect(log).toEqual([])
  })

  it('has documents as resources', async () => {
    const client = await connect(mode)
    expect((await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'qmd://{+path}',
      'wuku://{kind}/{source}/{+path}',
    ])
    for (const uri of ['qmd://sea/tides.md', 'wuku://notes/sea/tides.md'])
      expect((await client.readResource({ uri })).contents).toEqual([
        { uri, mimeType: 'text/markdown', text: expect.stringMatching(/^1: Tides\n2: \n3: The moon/) },
      ])
  })

  it('has its guide as the only listed resource', async () => {
    const client = await connect(mode)
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(['wuku://guide'])
    expect((await client.readResource({ uri: 'wuku://guide' })).contents[0]).toMatchObject({
      text: expect.stringContaining('# How to search'),
    })
  })

  it('a missing resource is an error', async () => {
    const uri = 'qmd://sea/ebb.md'
    await expect((await connect(mode)).readResource({ uri })).rejects.toMatchObject({
      code: -32602,
      data: { uri },
      message: expect.stringContaining('sea/tides.md'),
    })
  })

  it('completes what a template leaves open', async () => {
    const client = await connect(mode)
    const ref = { type: 'ref/resource', uri: 'qmd://{+path}' } as const
    const { completion } = await client.complete({ ref, argument: { name: 'path', value: 'sea/m' } })
    expect(completion.values[0]).toBe('sea/moon.md')
    const cited = { type: 'ref/resource', uri: 'wuku://{kind}/{source}/{+path}' } as const
    const context = { arguments: { kind: 'notes', source: 'sea' } }
    expect(
      (await client.complete({ ref: cited, argument: { name: 'path', value: 't' }, context })).completion.values[0],
    ).toBe('tides.md')
  })

  it('has one prompt', async () => {
    const client = await connect(mode)
    expect((await client.listPrompts()).prompts).toMatchObject([{ name: 'query', title: 'Search guide' }])
    const { messages } = await client.getPrompt({ name: 'query' })
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: expect.stringContaining('`search`') } }])
    await expect(client.getPrompt({ name: 'poem' })).rejects.toMatchObject({ code: -32602 })
  })

  it('refuses a cursor that it never gave', async () => {
    const client = await connect(mode)
    await expect(client.request({ method: 'tools/list', params: { cursor: 'x' } })).rejects.toMatchObject({
      code: -32602,
    })
  })
})

describe('a list of a replaced program', () => {
  const list = async (chosen: readonly ToolsetName[], call: { name: string; arguments: Record<string, unknown> }) =>
    textOf(await (await connect('auto', { chosen })).callTool(call))
  it('is its JSON for who asked for its tools', async () =>
    expect(await list(['pads'], { name: 'list-tides', arguments: {} })).toBe(
      '{"tides":["ebb","flood"],"message":"Listed 2 tides."}',
    ))
  it('is laid out for a model that did not, without what is for people', async () =>
    expect(await list(['default'], { name: 'more_tools', arguments: { run: 'list-tides' } })).toBe(
      'Listed 2 tides.\n\ntide\nebb\nflood',
    ))
})
