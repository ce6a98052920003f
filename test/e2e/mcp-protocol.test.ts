import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHome, wuku } from './mcp-home.ts'
import { sharedFolder } from '../scratch.ts'

const home = openHome(sharedFolder())

const eras = [
  { era: '2026-07-28', mode: 'auto' },
  { era: '2025-11-25', mode: 'legacy' },
] as const

async function connect(mode: 'auto' | 'legacy'): Promise<Client> {
  const client = new Client({ name: 'e2e', version: '1' }, { versionNegotiation: { mode } })
  const env = Object.fromEntries(
    Object.entries(home.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [wuku, 'mcp', '--tools', 'all'],
      env,
      stderr: 'ignore',
    }),
  )
  return client
}

const textOf = (result: { content?: unknown }): string =>
  (result.content as { text?: string; resource?: { text: string } }[])
    .map((part) => part.text ?? part.resource?.text)
    .join('\n')

describe.each(eras)('the official client in $era', ({ era, mode }) => {
  let client: Client
  beforeAll(async () => {
    client = await connect(mode)
  })
  afterAll(() => client.close())

  it('agrees on the era and hears what the server is for', async () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(era)
    expect(client.getInstructions()?.slice(0, 250)).toContain('notes')
  })

  it('lists tools that all say what they do', async () => {
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['recall', 'open', 'sources', 'search', 'vsearch', 'query', 'get', 'multi_get', 'status']),
    )
    for (const tool of tools) {
      expect(tool).toMatchObject({
        title: expect.any(String),
        description: expect.any(String),
        annotations: { readOnlyHint: expect.any(Boolean), destructiveHint: expect.any(Boolean) },
      })
      expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    }
  })

  it.each([
    ['search', 'Saltmarsh', /Saltmarsh/],
    ['search', '月亮', /月亮牵引海水/],
    ['recall', 'dredging barge', /Cormorant/],
  ])('%s finds %s in both halves of the answer', async (name, query, expected) => {
    const result = await client.callTool({ name, arguments: { query } })
    expect(result.isError).toBeFalsy()
    expect(textOf(result)).toMatch(expected)
    expect(JSON.stringify(result.structuredContent)).toMatch(expected)
  })

  it('gets a note as a document', async () => {
    const result = await client.callTool({ name: 'get', arguments: { file: 'demo/tides.md' } })
    expect(result.content).toEqual([
      {
        type: 'resource',
        resource: {
          uri: 'qmd://demo/tides.md',
          mimeType: 'text/markdown',
          text: expect.stringContaining('# Tides'),
          _meta: { name: 'demo/tides.md', title: 'Tides' },
        },
      },
    ])
  })

  it('hears how to mend a wrong call', async () => {
    const result = await client.callTool({ name: 'search', arguments: { queri: 'moon' } })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toMatch(/"queri" is not an argument\. Did you mean "query"\?[^]*Example /)
  })

  it('reads resources by every address, with line numbers', async () => {
    const addresses = [
      'qmd://demo/plans/2026%20harbour.md',
      'qmd://demo%2Fplans%2F2026%20harbour.md',
      'wuku://notes/demo/plans/2026%20harbour.md',
    ]
    for (const uri of addresses) {
      const { contents } = await client.readResource({ uri })
      expect(contents).toMatchObject([
        {
          uri,
          mimeType: 'text/markdown',
          text: expect.stringMatching(/^(<!--|1: # Harbour plan)[^]*5: Dredging starts/),
        },
      ])
    }
  })

  it('is refused a resource that is not there', async () => {
    const uri = 'qmd://demo/tide.md'
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602, data: { uri } })
  })

  it('completes a path', async () => {
    const ref = { type: 'ref/resource', uri: 'qmd://{+path}' } as const
    const { completion } = await client.complete({ ref, argument: { name: 'path', value: 'demo/p' } })
    expect(completion.values[0]).toBe('demo/plans/2026 harbour.md')
  })

  it('stops a call that it no longer wants', async () => {
    const stop = new AbortController()
    const call = client.callTool({ name: 'search', arguments: { query: 'moon' } }, { signal: stop.signal })
    stop.abort()
    await expect(call).rejects.toThrow()
    expect(textOf(await client.callTool({ name: 'search', arguments: { query: 'moon' } }))).toContain('moon')
  })
})
