import { existsSync, readFileSync } from 'node:fs'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { memoryOf } from '../../pads/memory.ts'
import type { Usage } from './peer.ts'

/** Long enough for whatever a program does in one call. */
const PATIENCE = 30 * 60_000

export interface Connection {
  call(tool: string, input: object): Promise<Reply>
  usage(): Usage
  close(): Promise<void>
}

export interface Reply {
  readonly text: string
  readonly structured: Readonly<Record<string, unknown>>
}

/** Starts a server in `folder` and speaks MCP to it over stdio; a tool that fails throws what it said. */
export async function connect(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  folder: string,
): Promise<Connection> {
  const [program = '', ...args] = command
  const client = new Client({ name: 'wuku-bench', version: '1.0.0' })
  const transport = new StdioClientTransport({ command: program, args, env: { ...env }, stderr: 'ignore', cwd: folder })
  await client.connect(transport)
  return {
    async call(tool, input) {
      const answer = await client.callTool({ name: tool, arguments: { ...input } }, { timeout: PATIENCE })
      const { content } = answer as { readonly content: readonly { readonly text?: string }[] }
      const text = content.map((block) => block.text ?? '').join('\n')
      if (answer.isError) throw new Error(text)
      return { text, structured: (answer.structuredContent ?? {}) as Reply['structured'] }
    },
    usage: () => ({ cpuSeconds: cpuSecondsOf(transport.pid ?? 0), peakBytes: memoryOf(transport.pid ?? 0).peakBytes }),
    close: () => client.close(),
  }
}

/** Linux counts in hundredths, whatever the machine does inside. */
const TICKS = 100

/**
 * User and system time of a running process and of the children it has outlived, as Linux reports it; not a number
 * elsewhere.
 */
function cpuSecondsOf(pid: number): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return NaN
  const stat = readFileSync(file, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS
}
