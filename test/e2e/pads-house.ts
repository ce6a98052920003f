import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { wuku } from './mcp-home.ts'
import { storeOf } from './store.ts'

/** A machine with an empty data folder, and agents on it that speak MCP to processes of their own. */
export interface PadsHouse {
  readonly data: string
  readonly env: Readonly<Record<string, string>>
  agent(...flags: readonly string[]): Promise<Agent>
}

export interface Agent {
  readonly pid: number
  /** Structured answer; the text of the answer must say the same. */
  call<T = Answer>(name: string, input?: object): Promise<T>
  /** Text of an error. */
  refused(name: string, input?: object): Promise<string>
  readonly client: Client
  close(): Promise<void>
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers are held against what a row expects of them
export type Answer = Readonly<Record<string, any>>

export function openPadsHouse(env: Readonly<Record<string, string>> = {}): PadsHouse {
  const folder = mkdtempSync(join(tmpdir(), 'wuku-pads-'))
  const data = join(folder, 'data')
  const whole = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    WUKU_HOME: data,
    NO_COLOR: '1',
    ...storeOf(data),
    ...env,
  }
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { data, env: whole, agent: (...flags) => openAgent(whole, flags) }
}

export async function openAgent(env: Readonly<Record<string, string>>, flags: readonly string[]): Promise<Agent> {
  const client = new Client({ name: 'pads-test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [wuku, 'mcp', '--tools', 'core,notes,pads', ...flags],
    env: { ...env },
    stderr: 'ignore',
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  const call = async (name: string, input: object) =>
    (await client.callTool({ name, arguments: { ...input } })) as {
      readonly isError?: boolean
      readonly content: readonly { readonly text: string }[]
      readonly structuredContent?: unknown
    }
  return {
    pid: transport.pid ?? 0,
    client,
    async call<T>(name: string, input: object = {}) {
      const { isError, content, structuredContent } = await call(name, input)
      expect([isError ?? false, isError ? content[0]?.text : '']).toEqual([false, ''])
      return structuredContent as T
    },
    async refused(name, input = {}) {
      const { isError, content } = await call(name, input)
      expect(isError).toBe(true)
      return content[0]?.text ?? ''
    },
    close: () => client.close(),
  }
}
