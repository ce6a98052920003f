import type { McpServerFactory, Server, ServerOptions } from '@modelcontextprotocol/server'
import { CleanServer } from './clean-server.ts'
import { serveDocuments } from './documents.ts'
import { writeInstructions } from './guide.ts'
import { servePrompt } from './prompt.ts'
import { laySurface, type McpServerInput, type Surface } from './surface.ts'
import { serveTools } from './tools.ts'

/** A client may keep lists that do not change while the process lives. */
const keepLists = { ttlMs: 5 * 60_000, cacheScope: 'private' } as const
/** The list of tools announces its changes; a client that does not listen asks again soon. */
const keepTools = { ttlMs: 30_000, cacheScope: 'private' } as const

/**
 * One factory for both protocol eras and for every transport: each connection gets an instance of its own. It is the
 * low-level `Server`, since `McpServer` checks arguments before they can be mended and addresses before `open` sees them.
 */
export function createMcpServer(input: McpServerInput): McpServerFactory {
  const surface = laySurface(input)
  return async () => {
    await surface.inside.look()
    const options: ServerOptions = {
      capabilities: { tools: { listChanged: surface.mayChange }, prompts: {}, resources: {}, completions: {} },
      instructions: input.instructions ?? writeInstructions(surface.abilities()),
      cacheHints: {
        'tools/list': surface.mayChange ? keepTools : keepLists,
        'prompts/list': keepLists,
        'resources/templates/list': keepLists,
      },
    }
    const server = new CleanServer({ name: 'wuku', title: 'wuku', version: input.version }, options)
    serveTools(server, surface)
    serveDocuments(server, surface)
    servePrompt(server, surface)
    if (surface.mayChange) announceChanges(server, surface)
    return server
  }
}

/** The transport takes it to whom it concerns: each client of 2025, and those of 2026 that subscribed. */
function announceChanges(server: Server, { inside }: Surface): void {
  // A connection that is gone refuses, and is not told again.
  const stop = inside.listen(() => void server.sendToolListChanged().catch(() => stop()))
}
