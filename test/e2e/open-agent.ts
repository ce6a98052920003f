import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect } from 'vitest'
import { atEnd } from './at-end.ts'
import { launcher } from './run-command.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- answers are held against what a row expects of them
export type Answer = Readonly<Record<string, any>>

/** Speaks MCP to a process of its own. */
export interface Agent {
  readonly client: Client
  readonly pid: number
  /** The structured answer; it is no error. */
  call<T = Answer>(name: string, input?: object): Promise<T>
  /** The text of the answer; it is no error. */
  text(name: string, input?: object): Promise<string>
  refused(name: string, input?: object): Promise<string>
  /** The answer as it comes, with its first text. */
  ask(name: string, input?: object): Promise<Heard>
  close(): Promise<void>
}

interface Heard {
  readonly isError?: boolean
  readonly content: readonly { readonly text?: string }[]
  readonly structuredContent?: unknown
  readonly text: string
}

export interface Starting {
  readonly tools: string
  readonly flags?: readonly string[]
  readonly cwd?: string
  readonly env: Readonly<Record<string, string>>
}

export async function openAgent({ tools, flags = [], cwd, env }: Starting): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const args = [launcher, 'mcp', '--tools', tools, ...flags]
  const place = { env: { ...env }, ...(cwd !== undefined && { cwd }) }
  const transport = new StdioClientTransport({ command: process.execPath, args, ...place, stderr: 'ignore' })
  await client.connect(transport)
  atEnd(() => client.close())
  const ask = async (name: string, input: object = {}): Promise<Heard> => {
    const answer = (await client.callTool({ name, arguments: { ...input } })) as Omit<Heard, 'text'>
    return { ...answer, text: answer.content[0]?.text ?? '' }
  }
  const heard = async (name: string, input?: object): Promise<Heard> => {
    const answer = await ask(name, input)
    expect([name, answer.isError ?? false, answer.isError ? answer.text : '']).toEqual([name, false, ''])
    return answer
  }
  return {
    client,
    pid: transport.pid ?? 0,
    ask,
    call: async <T>(name: string, input?: object) => (await heard(name, input)).structuredContent as T,
    text: async (name, input) => (await heard(name, input)).text,
    async refused(name, input) {
      const { isError, content, text } = await ask(name, input)
      expect([name, isError, content[0]?.text]).toEqual([name, true, expect.any(String)])
      return text
    },
    close: () => client.close(),
  }
}
