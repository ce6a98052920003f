import { Client, type CallToolResult } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const launcher = join(import.meta.dirname, '../../bin/wuku.js')

export interface Machine {
  /** The data folder. */
  readonly home: string
  /** Folder in which agents are started. */
  readonly folder: string
}

export interface Agent {
  /** The whole answer as one text. */
  ask(tool: string, input: object): Promise<string>
  /** The answer as it comes over the wire; a refusal is thrown. */
  call(tool: string, input: object): Promise<CallToolResult>
  /** Milliseconds from the start of the process to the answer of `initialize`. */
  readonly started: number
  /** Megabytes that the process holds now. */
  memory(): number
  /** Seconds of processor time so far. */
  busy(): number
  close(): Promise<void>
}

const envOf = ({ home }: Machine): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  WUKU_HOME: join(home, 'data'),
  NO_COLOR: '1',
})

export function wuku(machine: Machine, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [launcher, ...args], { env: envOf(machine), encoding: 'utf8' })
  if (status !== 0) throw new Error(`wuku ${args.join(' ')}: ${stderr}`)
}

/** A real client of a real `wuku mcp`. */
export async function openAgent(machine: Machine, ...flags: readonly string[]): Promise<Agent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [launcher, 'mcp', ...flags],
    cwd: machine.folder,
    env: envOf(machine),
    stderr: 'ignore',
  })
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const began = performance.now()
  await client.connect(transport)
  const started = performance.now() - began
  const factsOf = (name: string): string => readFileSync(`/proc/${transport.pid}/${name}`, 'utf8')
  return {
    started,
    async ask(tool, input) {
      const { content } = await client.callTool({ name: tool, arguments: { ...input } })
      return JSON.stringify(content)
    },
    async call(tool, input) {
      const answer = await client.callTool({ name: tool, arguments: { ...input } })
      if (answer.isError) throw new Error(`${tool} ${JSON.stringify(input)}: ${JSON.stringify(answer.content)}`)
      return answer
    },
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(factsOf('status'))?.[1]) / 1024,
    busy() {
      const fields = factsOf('stat')
        .replace(/^.*\) /s, '')
        .split(' ')
      return (Number(fields[11]) + Number(fields[12])) / 100
    },
    close: () => client.close(),
  }
}
