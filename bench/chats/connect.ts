import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** A server that is asked over MCP by stdio. */
export interface Asked {
  readonly pid: number
  /** The text of the answer; throws what an error says. */
  call(tool: string, input: object): Promise<string>
  close(): Promise<void>
}

const PATIENCE = { timeout: 300_000 }

export async function connect(
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Asked> {
  const client = new Client({ name: 'wuku-bench', version: '1.0.0' })
  const transport = new StdioClientTransport({ command, args, env: { ...env }, stderr: 'ignore', cwd: env['HOME'] })
  await client.connect(transport)
  return {
    pid: transport.pid ?? 0,
    async call(tool, input) {
      const { isError, content } = (await client.callTool({ name: tool, arguments: { ...input } }, PATIENCE)) as Reply
      const text = content[0]?.text ?? ''
      if (isError) throw new Error(`${tool} ${JSON.stringify(input)}: ${text}`)
      return text
    },
    close: () => client.close(),
  }
}

interface Reply {
  readonly isError?: boolean
  readonly content: readonly { readonly text?: string }[]
}
