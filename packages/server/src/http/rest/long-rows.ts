import { z } from 'zod'
import type { Json } from '@wuku/core/core-types'
import type { Operation } from '@wuku/kernel/base/operation'
import type { Arguments } from '@wuku/kernel/arguments/accept'
import { outputShape, type ValueShape } from '@wuku/kernel/arguments/shape'
import { LIBRARIES, LIBRARY } from './library-routes.ts'
import { answerLong, longRoutes, requireOperation } from '../long.ts'
import { describeRow, keysOf, readRequest, type OperationRow, asJson } from './operation-route.ts'
import { buildRoute } from '../build-route.ts'
import { runOperation } from '../watch-job.ts'
import type { HttpRequest, Route, RouteContext } from '@wuku/http-kit/route'

/** Long work other than uploads; each row has a twin that streams its events. */
export function longOperationRoutes(operations: readonly Operation[]): readonly Route[] {
  const named = new Set(rows.map(({ operation }) => operation))
  const declared = operations.flatMap(({ name, route, long }): readonly LongRow[] =>
    route && long && long !== 'upload' && !named.has(name) ? [{ operation: name, path: `/api/v1${route.path}` }] : [],
  )
  const known = new Set(operations.map(({ name }) => name))
  return [
    ...[...rows, ...declared]
      .filter(({ operation }) => known.has(operation))
      .flatMap((row) => routesOf(row, requireOperation(row.operation, operations))),
    ...(known.has('import-version') ? [versionsRoute(operations)] : []),
  ]
}

interface LongRow extends Pick<OperationRow, 'operation' | 'path' | 'aliases' | 'title' | 'also' | 'without'> {
  /** By default as it was given. */
  input?(given: Arguments, own: Arguments): Arguments
}

const libraryNumber = z.union([z.number().int().min(1), z.string().min(1).max(600)]).optional()

const rows: readonly LongRow[] = [
  {
    operation: 'import-docs',
    path: `${LIBRARIES}/import`,
    aliases: [`${LIBRARIES}/github/import`],
    also: z.strictObject({ library_id: libraryNumber }),
    without: ['if_exists', 'into'],
    input: ({ repo, ...given }, { library_id }) => ({
      ...given,
      ...(repo !== undefined && { url: addressOf(repo) }),
      ...(library_id !== undefined && { into: library_id }),
      if_exists: 'fail',
    }),
  },
  { operation: 'refresh-library', path: `${LIBRARY}/versions/{version}/refresh` },
  { operation: 'refresh-library', path: `${LIBRARY}/refresh`, title: 'Refresh the default version of a library' },
]

/** `owner/name` is a repository on GitHub. */
const addressOf = (repo: unknown): unknown =>
  typeof repo === 'string' && /^[a-z\d][a-z\d-]*\/[\w.-]+$/i.test(repo) ? `https://github.com/${repo}` : repo

function routesOf(row: LongRow, operation: Operation): readonly Route[] {
  const longRow: OperationRow = { ...row, method: 'POST', output: withJob, input: (given) => given }
  const keys = keysOf(operation, longRow)
  return longRoutes({
    operation,
    path: row.path,
    ...(row.aliases && { aliases: row.aliases }),
    description: { ...describeRow(operation, longRow, keys), others: { 202: accepted } },
    input(request) {
      const { given, own } = readRequest(request, keys)
      return row.input?.(given, own) ?? given
    },
  })
}

/** The result of a job that ended in time. */
const withJob = (shape: ValueShape): Json =>
  asJson({
    ...shape,
    properties: { ...shape.properties, job_id: { type: 'string' } },
    required: [...(shape.required ?? []), 'job_id'],
  })

/** A job that goes on. */
const accepted: Json = { type: 'object', properties: { job: { type: 'object' } }, required: ['job'] }

/** A new version comes from an origin, which takes its time, or is empty. */
function versionsRoute(operations: readonly Operation[]): Route {
  const operation = requireOperation('import-version', operations)
  const row: OperationRow = {
    operation: 'import-version',
    method: 'POST',
    path: `${LIBRARY}/versions`,
    title: 'Create a version of a library, or import it',
    status: 201,
  }
  const keys = keysOf(operation, row)
  return buildRoute('POST', row.path, {
    level: 'write',
    changes: true,
    ...describeRow(operation, row, keys),
    output: asJson(outputShape(requireOperation('show-library', operations))),
    others: { 200: withJob(outputShape(operation)), 202: accepted },
    async answer(request, context) {
      const { given } = readRequest(request, keys)
      if (await hasOrigin(given, request, context)) return answerLong({ operation, input: given }, request, context)
      const { library, version } = given
      const call = { operation: 'create-version', input: { library, version } }
      const made = (await runOperation(call, request, context)).output as { readonly library_id: number }
      return { status: 201, headers: { Location: `${LIBRARIES}/${made.library_id}` }, body: made }
    },
  })
}

async function hasOrigin(given: Arguments, request: HttpRequest, context: RouteContext): Promise<boolean> {
  if (given['url'] !== undefined) return true
  const { library } = given
  const { output } = await runOperation({ operation: 'show-library', input: { library } }, request, context)
  return (output as { readonly source_type?: string }).source_type !== 'local'
}
