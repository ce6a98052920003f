import { either } from '@wuku/core/list-helpers'
import { msg } from '@wuku/messages/server'
import { levelOf, type Operation } from '@wuku/kernel/base/operation'
import { reaches } from '@wuku/kernel/base/caller'
import { nearest } from '@wuku/text/edits/edit'
import { inputShape } from '@wuku/kernel/arguments/shape'
import { echoed, HttpFailure, refusal } from '@wuku/http-kit/http-failures'
import { buildRoute } from '../build-route.ts'
import { answerLong } from '../long.ts'
import { describedIn, languageOf } from '../reader-language.ts'
import { listed, asJson, headersOfPart } from './operation-route.ts'
import { runOperation } from '../watch-job.ts'
import type { HttpAnswer, HttpCaller, HttpRequest, Route, RouteContext } from '@wuku/http-kit/route'

const OPERATIONS = '/api/v1/operations'
const common = { tag: 'operations', level: 'read' } as const

/** Every operation by its name. */
export function operationsRoutes(operations: readonly Operation[]): readonly Route[] {
  const byName = new Map(operations.map((operation) => [operation.name, operation]))
  const named = (name: string, caller?: HttpCaller): Operation => {
    const operation = byName.get(name)
    if (operation && (!caller || mayRun(caller, operation))) return operation
    throw unknownOperation(name, caller ? operations.filter((each) => mayRun(caller, each)) : operations)
  }
  return [
    buildRoute('GET', OPERATIONS, {
      ...common,
      title: 'List operations',
      query: paging,
      output: list,
      async answer({ query, caller, headers }) {
        const runnable = operations.filter((each) => mayRun(caller, each))
        return { body: await describedIn(languageOf({ headers }), pageOf(runnable, query)) }
      },
    }),
    buildRoute('GET', `${OPERATIONS}/{name}`, {
      ...common,
      title: 'Show an operation',
      output: row,
      answer: async ({ params, caller, headers }) => ({
        body: await describedIn(languageOf({ headers }), operationFacts(named(params['name'] ?? '', caller))),
      }),
    }),
    buildRoute('POST', `${OPERATIONS}/{name}`, {
      ...common,
      title: 'Run an operation',
      body: anything,
      output: anything,
      demands: ({ name = '' }) => {
        const operation = byName.get(name)
        return operation
          ? { level: levelOf(operation), changes: operation.effect !== 'read' }
          : { level: 'read', changes: false }
      },
      answer: (request, context) => run(named(request.params['name'] ?? ''), request, context),
    }),
  ]
}

const mayRun = ({ level, mayWrite }: HttpCaller, operation: Operation): boolean =>
  reaches(level, levelOf(operation)) && (mayWrite || operation.effect === 'read')

/** Long work is answered as its own route answers it. */
async function run(operation: Operation, request: HttpRequest, context: RouteContext): Promise<HttpAnswer> {
  const { body: input } = request
  if (operation.long) return answerLong({ operation, input }, request, context)
  const asText = prefersText(request.headers['accept'] ?? '')
  const { output, text = '' } = await runOperation({ operation: operation.name, input, asText }, request, context)
  const headers = headersOfPart(output)
  return { body: asText ? text : (output as object), ...(headers && { headers }) }
}

/** Named before JSON, or without it. */
function prefersText(accept: string): boolean {
  const types = accept.split(',').map((each) => each.split(';')[0]?.trim().toLowerCase())
  const [text, json] = [types.indexOf('text/plain'), types.indexOf('application/json')]
  return text >= 0 && (json < 0 || text < json)
}

function unknownOperation(name: string, known: readonly Operation[]): HttpFailure {
  const names = known.map((operation) => operation.name)
  const close = nearest(name.slice(0, 80), names, { max: 4, limit: 3 })
  return new HttpFailure(
    'unknown-operation',
    msg('thereIsNoOperation', { shown: echoed(name).slice(1, -1) }),
    close.length > 0 ? msg('didYouMean', { close: either(close) }) : msg('getApiVOperations'),
  )
}

const operationFacts = (operation: Operation) => ({
  name: operation.name,
  title: operation.title,
  group: operation.group,
  effect: operation.effect,
  level: levelOf(operation),
  input: inputShape(operation),
})

const MAX_PAGE_SIZE = 1_000

function pageOf(operations: readonly Operation[], query: HttpRequest['query']) {
  const page = numberFrom(query['page'], 1, 100_000, 'page')
  const page_size = numberFrom(query['page_size'], 50, MAX_PAGE_SIZE, 'page_size')
  const shown = operations.slice((page - 1) * page_size, page * page_size)
  return listed(shown.map(operationFacts), { total: operations.length, page, page_size })
}

function numberFrom(text: string | undefined, otherwise: number, max: number, key: string): number {
  if (text === undefined) return otherwise
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= max) return number
  throw refusal('bad-input', msg('numberFromOne', { key, max, otherwise }))
}

const text = { type: 'string' } as const
const anything = { type: 'object', additionalProperties: true } as const
const properties = { name: text, title: text, group: text, effect: text, level: text, input: anything }
const row = asJson({ type: 'object', properties, required: Object.keys(properties) })
const positiveInteger = { type: 'integer', minimum: 1 } as const
const paging = asJson({
  type: 'object',
  properties: { page: positiveInteger, page_size: { ...positiveInteger, maximum: MAX_PAGE_SIZE } },
  additionalProperties: false,
})
const list = asJson({
  type: 'object',
  properties: {
    list: { type: 'array', items: row },
    total: { type: 'integer' },
    page: positiveInteger,
    page_size: positiveInteger,
  },
  required: ['list', 'total', 'page', 'page_size'],
})
