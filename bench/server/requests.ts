import type { Request } from './load.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

/** Asks for what it is given, each time the next, and the first again after the last. */
export function inTurn(questions: readonly string[], request: (question: string) => Request): () => Request {
  let at = 0
  return () => request(questions[at++ % questions.length] ?? '')
}

/** Questions that nobody asked before: pairs of the words of all questions, in an order that is the same each time. */
export function newQuestions(questions: readonly string[]): () => string {
  const words = [...new Set(questions.flatMap((question) => question.match(/[\p{L}\p{N}]{3,}/gu) ?? []))]
  let at = 0
  return () => {
    const one = words[at % words.length] ?? ''
    const other = words[(at * 7 + Math.floor(at / words.length) + 1) % words.length] ?? ''
    at++
    return `${one} ${other}`
  }
}

export const recallOver =
  (headers: Request['headers']) =>
  (query: string): Request => ({
    method: 'POST',
    path: '/api/v1/operations/recall',
    headers: { ...headers, ...JSON_TYPE },
    body: JSON.stringify({ query, limit: 10 }),
  })

/** qmd's own route, which both servers answer. */
export const queryOver =
  (headers: Request['headers']) =>
  (query: string): Request => ({
    method: 'POST',
    path: '/query',
    headers: { ...headers, ...JSON_TYPE },
    body: JSON.stringify({ searches: [{ type: 'lex', query }], rerank: false, limit: 10 }),
  })

const REVISION = '2026-07-28'

export const callOver =
  (headers: Request['headers']) =>
  (query: string): Request => ({
    method: 'POST',
    path: '/mcp',
    headers: {
      ...headers,
      ...JSON_TYPE,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': 'tools/call',
      'mcp-name': 'recall',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'recall',
        arguments: { query, limit: 10 },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': REVISION,
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  })
