import { z } from 'zod'
import { HttpFailure } from '../failures.ts'
import { etagOf, listed, runOperation, type Answered, type OperationRow } from './operation-route.ts'
import { demandUsers, hasVisibility, ownershipFor, showing, visibility } from './ownership.ts'
import type { HttpAnswer, HttpRequest, RouteContext } from '../route.ts'
import { only, ownedEntries, ownedShape, pages } from './row-shapes.ts'

export const LIBRARIES = '/api/v1/libraries'
export const LIBRARY = `${LIBRARIES}/{library}`

const goneShape = only('library', 'version', 'restorable_days')

const withVisibility = z.strictObject({ visibility })

const owned = ({ output, request, own }: Answered): Readonly<Record<string, unknown>> => {
  demandUsers(own['shared_with'])
  return { ...output, ...ownershipFor(request.caller) }
}

const validated = (body: object): HttpAnswer => ({ body, etag: etagOf(body) })

const created = (asked: Answered): HttpAnswer => ({
  body: owned(asked),
  headers: { Location: `${LIBRARIES}/${String(asked.output['library_id'])}` },
})

function listLibraries({ output, own, request }: Answered): HttpAnswer {
  const isShown = hasVisibility(own['visibility'], request.caller)
  const libraries = isShown ? (output['libraries'] as readonly object[]) : []
  const list = libraries.map((library) => ({ ...library, ...ownershipFor(request.caller) }))
  return { body: listed(list, isShown ? output : { ...output, total: 0 }) }
}

/** A second deletion finds nothing. */
async function demandThere(given: HttpAnswerInput, request: HttpRequest, context: RouteContext) {
  const { output } = await runOperation({ operation: 'show-library', input: given }, request, context)
  if ((output as { readonly status?: string }).status !== 'deleted') return given
  throw new HttpFailure(
    'not-found',
    `There is no library ${JSON.stringify(request.params['library'] ?? '').slice(0, 200)}.`,
    `GET ${LIBRARIES} lists those that are here.`,
  )
}

type HttpAnswerInput = Readonly<Record<string, unknown>>

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
    also: withVisibility,
    output: (shape) => pages('libraries')(ownedEntries('libraries', shape)),
    answer: listLibraries,
  },
  {
    operation: 'create-library',
    method: 'POST',
    path: LIBRARIES,
    also: withVisibility,
    status: 201,
    output: ownedShape,
    answer: created,
  },
  {
    operation: 'show-library',
    method: 'GET',
    path: LIBRARY,
    output: ownedShape,
    answer: (asked) => validated(owned(asked)),
  },
  ...(['PUT', 'PATCH'] as const).map((method): OperationRow => ({
    operation: 'update-library',
    method,
    path: LIBRARY,
    also: showing,
    output: ownedShape,
    answer: (asked) => validated(owned(asked)),
  })),
  {
    operation: 'delete-library',
    method: 'DELETE',
    path: LIBRARY,
    without: ['version'],
    input: demandThere,
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
  {
    operation: 'init-import',
    method: 'POST',
    path: `${LIBRARIES}/github/init-import`,
    status: 201,
    output: ownedShape,
    answer: created,
  },
]
