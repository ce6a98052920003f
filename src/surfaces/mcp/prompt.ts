import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import { writeSearchGuide } from './guide.ts'
import { refuseCursor } from './request.ts'
import type { Surface } from './surface.ts'

const prompt = {
  name: 'query',
  title: 'Search guide',
  description: 'Teaches how to search, read and cite with these tools.',
}

export function servePrompt(server: Server, surface: Surface): void {
  server.setRequestHandler('prompts/list', ({ params }) => {
    refuseCursor(params)
    return { prompts: [prompt] }
  })
  server.setRequestHandler('prompts/get', ({ params }) => {
    if (params.name !== prompt.name)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Unknown prompt "${params.name.slice(0, 80)}". There is "${prompt.name}".`,
      )
    const text = writeSearchGuide(surface.abilities())
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
  })
}
