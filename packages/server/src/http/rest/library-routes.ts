import { msg } from '@wuku/messages/server'
import { z } from 'zod'
import { refusal } from '@wuku/http-kit/http-failures'
import type { Arguments } from '@wuku/kernel/arguments/accept'
import { createdAt, listed, withValidator, type Answered, type OperationRow, only, pages } from './operation-route.ts'
import { runOperation } from '../watch-job.ts'
import type { HttpAnswer, HttpRequest, RouteContext } from '@wuku/http-kit/route'

export const LIBRARIES = '/api/v1/libraries'
export const LIBRARY = `${LIBRARIES}/{library}`

const goneShape = only('library', 'version', 'restorable_days')

const created = createdAt(LIBRARIES, 'library_id')

/** A second deletion finds nothing. */
async function requireNotDeleted(given: Arguments, request: HttpRequest, context: RouteContext) {
  const { output } = await runOperation({ operation: 'show-library', input: given }, request, context)
  if ((output as { readonly status?: string }).status !== 'deleted') return given
  const library = JSON.stringify(request.params['library'] ?? '').slice(0, 200)
  throw refusal('not-found', msg('noSuchLibrary', { library, path: LIBRARIES }))
}

const deleted = ({ output: { library, version, restorable_days } }: Answered): HttpAnswer => ({
  body: { library, version, restorable_days },
})

function listVersions({ output, own }: Answered): HttpAnswer {
  const versions = output['versions'] as readonly object[]
  const [page, size] = [Number(own['page']), Number(own['page_size'])]
  const list = versions.slice((page - 1) * size, page * size)
  const { library_id, default_version } = output
  return { body: { library_id, default_version, ...listed(list, { total: versions.length, page, page_size: size }) } }
}

/** Libraries and their versions; what takes long has rows of its own. */
export const libraryRows: readonly OperationRow[] = [
  {
    operation: 'list-libraries',
    method: 'GET',
    path: LIBRARIES,
    output: pages('libraries'),
    answer: ({ output }) => ({ body: listed(output['libraries'], output) }),
  },
  { operation: 'create-library', method: 'POST', path: LIBRARIES, status: 201, answer: created },
  { operation: 'show-library', method: 'GET', path: LIBRARY, answer: withValidator },
  ...(['PUT', 'PATCH'] as const).map((method): OperationRow => ({
    operation: 'update-library',
    method,
    path: LIBRARY,
    answer: withValidator,
  })),
  {
    operation: 'delete-library',
    method: 'DELETE',
    path: LIBRARY,
    without: ['version'],
    input: requireNotDeleted,
    output: goneShape,
    answer: deleted,
  },
  {
    operation: 'show-library',
    method: 'GET',
    path: `${LIBRARY}/versions`,
    title: 'Versions of a library',
    also: z.strictObject({
      page: z.number().int().min(1).max(100_000).default(1),
      page_size: z.number().int().min(1).max(1_000).default(50),
    }),
    output: pages('versions', ['library_id', 'default_version']),
    answer: listVersions,
  },
  {
    operation: 'delete-version',
    method: 'DELETE',
    path: `${LIBRARY}/versions/{version}`,
    output: goneShape,
    answer: deleted,
  },
  {
    operation: 'list-releases',
    method: 'GET',
    path: `${LIBRARIES}/releases`,
    aliases: [`${LIBRARIES}/github/releases`],
  },
  { operation: 'init-import', method: 'POST', path: `${LIBRARIES}/github/init-import`, status: 201, answer: created },
]
