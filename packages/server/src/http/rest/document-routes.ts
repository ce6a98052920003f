import { hash } from 'node:crypto'
import { msg } from '@wuku/messages/server'
import { listed, withValidator, type Answered, type OperationRow, pages } from './operation-route.ts'
import { LIBRARY } from './library-routes.ts'
import { buildRoute } from '../build-route.ts'
import { echoed, refusal } from '@wuku/http-kit/http-failures'

const DOCUMENTS = '/api/v1/documents'

/** Documents of libraries; uploads have rows of their own. */
export const documentRows: readonly OperationRow[] = [
  {
    operation: 'list-documents',
    method: 'GET',
    path: DOCUMENTS,
    aliases: [`${DOCUMENTS}/list`, `${LIBRARY}/documents`],
    tag: 'documents',
    without: ['all'],
    input: (given) => ({ ...given, all: given['version'] === undefined }),
    output: pages('list'),
    answer: ({ output }) => ({ body: listed(output['list'], output) }),
  },
  {
    operation: 'get-document',
    method: 'GET',
    path: `${DOCUMENTS}/{id}`,
    aliases: [`${DOCUMENTS}/detail/{id}`],
    answer: withValidator,
  },
  {
    operation: 'delete-document',
    method: 'DELETE',
    path: `${DOCUMENTS}/{id}`,
    status: 204,
    without: ['library', 'version', 'path', 'yes'],
    input: (given) => ({ ...given, yes: true }),
  },
  {
    operation: 'list-chunks',
    method: 'GET',
    path: `${DOCUMENTS}/chunks/{mode}/{library}`,
    output: pages('list', ['library_id', 'version', 'mode']),
    answer: ({ output }: Answered) => {
      const { library_id, version, mode, list } = output
      return { body: { library_id, version, mode, ...listed(list, output) } }
    },
  },
]

export const originalRoute = buildRoute('GET', `${DOCUMENTS}/{id}/content`, {
  tag: 'documents',
  title: 'Get the original of a document',
  mediaType: 'application/octet-stream',
  level: 'read',
  async answer({ params, caller, signal }, { backend }) {
    const id = params['id'] ?? ''
    if (!/^[1-9]\d{0,15}$/.test(id)) throw refusal('bad-input', msg('noDocumentNumber', { id: echoed(id) }))
    const { path, bytes } = await backend.original({ document: Number(id), caller, signal })
    return {
      body: bytes,
      headers: {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': attachment(path.slice(path.lastIndexOf('/') + 1)),
        // Scripts that strangers wrote into it never run, even if a browser shows it.
        'Content-Security-Policy': 'sandbox',
      },
    }
  },
})

const PICTURE = /\.(png|jpe?g|gif|webp|avif|svg)$/i
const address = { type: 'string', maxLength: 8_192 } as const

export const pictureRoute = buildRoute('GET', '/api/v1/pictures', {
  tag: 'documents',
  title: 'Get a picture that a document shows',
  mediaType: 'image/*',
  query: { type: 'object', properties: { citation: address, of: address }, required: ['citation', 'of'] },
  level: 'read',
  async answer({ query: { citation = '', of = '' }, caller, signal }, { backend }) {
    const type = PICTURE.exec(citation)?.[1]?.toLowerCase().replace('jpg', 'jpeg').replace('svg', 'svg+xml')
    if (type === undefined) throw refusal('bad-input', msg('noPictureType', { citation: echoed(citation) }))
    const { bytes } = await backend.original({ document: { citation, of }, caller, signal })
    return {
      body: bytes,
      etag: hash('sha256', bytes, 'base64url'),
      headers: {
        'Content-Type': `image/${type}`,
        'Content-Security-Policy': "sandbox; default-src 'none'",
        'Cache-Control': 'private, max-age=300',
      },
    }
  },
})

/** RFC 6266: letters that every program reads, and the name itself in UTF-8. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\w.+ -]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(/['()*]/g, percent)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

const percent = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
