import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { bareEnvironment } from '../speed/peer.ts'
import type { DraftWorkflow } from './workload.ts'

/** A program with the tools of scratchpad-mcp, spoken to over MCP by stdio: the same calls for all. */
export interface Contestant {
  readonly name: string
  /** A process of its own on the data in `home`. */
  start(home: string): Promise<Server>
  /** A quicker way in than its tools, where there is one. */
  fill?(home: string, workload: readonly DraftWorkflow[]): Promise<void>
}

export interface Server {
  readonly pid: number
  /** The JSON of the answer; throws what an error says. */
  call(tool: string, input: object): Promise<unknown>
  ping(): Promise<void>
  /** After the process has ended. */
  close(): Promise<void>
}

export const wukuContestant = (repository: string): Contestant => ({
  name: `wuku ${versionIn(repository)}`,
  start: (home) =>
    connect([process.execPath, join(repository, 'bin', 'wuku.js'), 'mcp'], {
      ...bareEnvironment(home),
      WUKU_HOME: join(home, 'wuku'),
    }),
  async fill(home, workload) {
    const file = join(home, 'workload.json')
    const script = fileURLToPath(new URL('put-in.ts', import.meta.url))
    writeFileSync(file, JSON.stringify(workload))
    await promisify(execFile)(process.execPath, [script, join(home, 'wuku'), file])
    rmSync(file)
  },
})

/** scratchpad-mcp as a folder holds it, built and ready for the Node that is to run it. */
export const peerContestant = (folder: string, node: string): Contestant => ({
  name: `scratchpad-mcp ${versionIn(folder)} (Node ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1)})`,
  start: (home) =>
    connect([node, serverOf(folder)], { ...bareEnvironment(home), SCRATCHPAD_DB_PATH: join(home, 'scratchpad.db') }),
})

export const isBuilt = (folder: string): boolean => existsSync(serverOf(folder))

const serverOf = (folder: string): string => join(folder, 'dist', 'server.js')

const versionIn = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version

async function connect(
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Server> {
  const client = new Client({ name: 'wuku-bench', version: '1.0.0' })
  const transport = new StdioClientTransport({
    command,
    args,
    env: { ...env },
    stderr: 'ignore',
    cwd: env['HOME'],
  })
  await client.connect(transport)
  return {
    pid: transport.pid ?? 0,
    async call(tool, input) {
      const { isError, content } = (await client.callTool({ name: tool, arguments: { ...input } })) as Reply
      const text = content[0]?.text ?? ''
      if (isError) throw new Error(text)
      return JSON.parse(text)
    },
    ping: async () => void (await client.ping()),
    close: () => client.close(),
  }
}

interface Reply {
  readonly isError?: boolean
  readonly content: readonly { readonly text?: string }[]
}
