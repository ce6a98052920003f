import type { McpServerFactory, ServerOptions } from '@modelcontextprotocol/server'
import { CleanServer } from './clean-server.ts'
import { serveDocuments } from './documents.ts'
import { writeInstructions } from './guide.ts'
import { servePrompt } from './prompt.ts'
import { laySurface, type McpServerInput } from './surface.ts'
import { serveTools } from './tools.ts'

/** Lists do not change while the process lives: none of them announces changes, and a client may keep them for a while. */
const keepLists = { ttlMs: 5 * 60_000, cacheScope: 'private' } as const

/**
 * One factory for both protocol eras and for every transport: each connection gets an instance of its own. It is the
 * low-level `Server`, since `McpServer` checks arguments before they can be mended and addresses before `open` sees them.
 */
export function createMcpServer(input: McpServerInput): McpServerFactory {
  const surface = laySurface(input)
  const options: ServerOptions = {
    capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
    instructions: input.instructions ?? writeInstructions(surface.abilities),
    cacheHints: { 'tools/list': keepLists, 'prompts/list': keepLists, 'resources/templates/list': keepLists },
  }
  return () => {
    const server = new CleanServer({ name: 'wuku', title: 'wuku', version: input.version }, options)
    serveTools(server, surface)
    serveDocuments(server, surface)
    servePrompt(server, surface)
    return server
  }
}
