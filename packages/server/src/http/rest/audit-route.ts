import { z } from 'zod'
import type { Operation } from '@wuku/kernel/base/operation'
import { everyAuditEntry, type AuditPage } from '@wuku/kernel/operations/list-audit'
import type { Arguments } from '@wuku/kernel/arguments/accept'
import type { HttpAnswer, HttpRequest, Route, RouteContext } from '@wuku/http-kit/route'
import { keysOf, listed, operationRoute, readRequest, pages } from './operation-route.ts'

const row = {
  operation: 'list-audit',
  method: 'GET',
  path: '/api/v1/audit',
  also: z.strictObject({ format: z.enum(['json', 'jsonl']).default('json') }),
  output: pages('list'),
} as const

/** A page of the audit, or with `format=jsonl` all of it, a line for each entry. */
export function auditRoute(operation: Operation): Route {
  const page = operationRoute(operation, {
    ...row,
    answer: ({ output, input }) => ({ body: listed(output['list'], { ...output, ...input }) }),
  })
  return {
    method: row.method,
    path: row.path,
    level: page.level,
    changes: false,
    get description() {
      return page.description
    },
    answer: (request, context) =>
      request.query['format'] === 'jsonl' ? exportAll(operation, request, context) : page.answer(request, context),
  }
}

async function exportAll(operation: Operation, request: HttpRequest, context: RouteContext): Promise<HttpAnswer> {
  const { page: _page, page_size: _size, ...filters } = readRequest(request, keysOf(operation, row)).given
  const entries = everyAuditEntry(filters, auditReader(request, context))
  // Wrong filters are refused before the answer begins.
  const first = await entries.next()
  return { headers: { 'Content-Type': 'application/x-ndjson; charset=utf-8' }, body: lines(first, entries) }
}

/** The first page stands in the log of calls for all of them. */
function auditReader({ caller, id, signal }: HttpRequest, { backend }: RouteContext) {
  let isPart = false
  return async (input: Arguments): Promise<AuditPage> => {
    const call = { operation: row.operation, input, caller, surface: 'rest', requestId: id, signal, isPart } as const
    isPart = true
    return (await backend.run(call)).output as AuditPage
  }
}

async function* lines<Entry>(first: IteratorResult<Entry>, entries: AsyncGenerator<Entry>): AsyncGenerator<string> {
  if (first.done) return
  yield `${JSON.stringify(first.value)}\n`
  for await (const entry of entries) yield `${JSON.stringify(entry)}\n`
}
