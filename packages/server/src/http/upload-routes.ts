import { hash } from 'node:crypto'
import type { Operation } from '@wuku/kernel/base/operation'
import { badInput } from '@wuku/http-kit/http-failures'
import { answerLong, requireOperation } from './long.ts'
import { readJsonBody } from '@wuku/http-kit/read-body'
import { receiveUpload, type UploadPlace } from './receive-upload.ts'
import type { HttpAnswer, HttpRequest, Route, RouteContext } from '@wuku/http-kit/route'

type Input = Readonly<Record<string, unknown>>

export function uploadRoutes(place: UploadPlace, operations: readonly Operation[]): readonly Route[] {
  const operation = requireOperation('upload-documents', operations)
  const upload = async (
    request: HttpRequest,
    context: RouteContext,
    how: { readonly library?: string | undefined; readonly streams?: boolean } = {},
  ): Promise<HttpAnswer> => {
    const { caller, headers } = request
    // A length that was not announced is known once the body is there.
    await place.quotas?.requireUploadQuota(caller, Number(headers['content-length'] ?? 1))
    const { upload: id, fields, files, bytes } = await receiveUpload(request, place)
    try {
      await place.quotas?.countUpload(caller, bytes)
      const input = { ...subjectOf(fields, how.library), upload: id, files }
      return await answerLong({ operation, input, ...(how.streams && { streams: true }) }, request, context)
    } catch (error) {
      if (!hasJob(error)) await place.blobs.deleteUnder(`uploads/${id}/`)
      throw error
    }
  }
  const documents = requireOperation('add-documents', operations)
  const row = { method: 'POST', level: 'write', changes: true, body: 'raw' } as const
  return [
    {
      ...row,
      path: '/api/v1/documents/upload',
      description: { tag: 'documents', title: 'Upload documents', body: form },
      answer: (request, context) => upload(request, context),
    },
    {
      ...row,
      path: '/api/v1/documents/upload-sse',
      description: { tag: 'documents', title: 'Upload documents', body: form, mediaType: 'text/event-stream' },
      answer: (request, context) => upload(request, context, { streams: true }),
    },
    {
      ...row,
      path: '/api/v1/libraries/{library}/documents',
      description: { tag: 'documents', title: 'Add documents to a library', body: form },
      async answer(request, context) {
        const { params, raw, headers } = request
        if (/^multipart\//i.test(headers['content-type'] ?? ''))
          return upload(request, context, { library: params['library'] })
        const limits = { maxBytes: place.bodyBytes, idleMilliseconds: 30_000 }
        const { value, bytes } = await readJsonBody(raw, headers, limits)
        await request.claim?.(hash('sha256', bytes, 'base64'))
        if ('library' in value)
          throw badInput('The library is named by the address.', 'Leave "library" out of the body.')
        return answerLong({ operation: documents, input: { ...value, library: params['library'] } }, request, context)
      },
    },
  ]
}

const text = { type: 'string' } as const
const form = {
  type: 'object',
  properties: {
    library: text,
    library_id: { type: 'integer' },
    version: text,
    visibility: text,
    paths: text,
    files: { type: 'array', items: { type: 'string', contentMediaType: 'application/octet-stream' } },
  },
} as const

const hasJob = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'more' in error && 'job_id' in (error.more as object)

/** Library and version, as an operation takes them. */
function subjectOf(
  { library, library_id: id, version, visibility }: Readonly<Record<string, string>>,
  named: string | undefined,
): Input {
  const givenNames = [library, id, named].filter((each) => each !== undefined)
  if (givenNames.length !== 1 || givenNames[0]?.trim() === '')
    throw badInput('The upload must name one library.', 'Send either "library" or "library_id".')
  if (id !== undefined && !/^[1-9]\d{0,15}$/.test(id))
    throw badInput('"library_id" is no number.', 'Send a number, such as 7.')
  if (visibility !== undefined && !/^(?:private|team|public)$/.test(visibility))
    throw badInput('"visibility" is none of private, team, public.', 'Send one of them, or leave it out.')
  return {
    library: id === undefined ? givenNames[0] : Number(id),
    ...(version !== undefined && { version }),
    ...(visibility !== undefined && { visibility }),
  }
}
