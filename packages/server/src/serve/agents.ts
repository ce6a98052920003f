import { owner } from '@wuku/kernel/base/caller'
import type { Engine } from '@wuku/kernel/base/engine'
import type { Operation } from '@wuku/kernel/base/operation'
import type { WorkspacePorts } from '@wuku/kernel/base/parts/engine-sources'
import type { AgentWorkspace } from '../attach/greeting.ts'
import type { NewAgent } from './thread-messages.ts'
import { streamsOver } from './port-streams.ts'

export interface Agents {
  attach(agent: NewAgent): void
  /** Each gets what it has asked for and what is ready in a moment; then it is left to its own process. */
  stop(): Promise<void>
}

export interface AgentsInput {
  readonly engine: Engine
  readonly operations: readonly Operation[]
  workspaceOf(agent: AgentWorkspace): WorkspacePorts
}

export function openAgents({ engine, operations, workspaceOf }: AgentsInput): Agents {
  const open = new Map<Promise<void>, () => void>()
  const answer = async ({ greeting, port }: NewAgent, signal: AbortSignal): Promise<void> => {
    const { input, output, endInput } = streamsOver(port)
    signal.addEventListener('abort', endInput, { once: true })
    output.on('error', () => {})
    // The protocol takes long to load, and the first agent may never come.
    const [{ serveMcpStdio }, { parseToolsets }] = await Promise.all([
      import('@wuku/mcp/server'),
      import('@wuku/mcp/toolsets'),
    ])
    await serveMcpStdio({
      operations,
      engine: engine.for(owner('mcp'), workspaceOf(greeting.workspace)),
      options: { toolsets: parseToolsets(greeting.tools), readOnly: greeting.readOnly },
      version: greeting.version,
      stdin: input,
      stdout: output,
    })
    await new Promise<void>((resolve) => void output.end(() => resolve()).once('close', () => resolve()))
  }
  return {
    attach(agent) {
      const ending = new AbortController()
      const answered: Promise<void> = answer(agent, ending.signal)
        // Its process goes on alone.
        .catch(() => agent.port.close())
        .finally(() => open.delete(answered))
      open.set(answered, () => ending.abort())
    },
    async stop() {
      const all = [...open]
      for (const [, end] of all) end()
      await Promise.all(all.map(([answered]) => answered))
    },
  }
}
