import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A hub on the loopback: large files lie on another host, to which it redirects, as Hugging Face does. */
export interface HubServer {
  readonly url: string
  readonly cdnHost: string
  /** `GET host path range authorization`, as they came. */
  readonly asked: Asked[]
  files: Record<string, Buffer>
  /** What goes wrong next. */
  mischief: Mischief
  close(): Promise<void>
}

export interface Asked {
  readonly at: 'hub' | 'cdn'
  readonly path: string
  readonly range: string | undefined
  readonly authorization: string | undefined
}

export interface Mischief {
  /** Breaks off after so many bytes of a file, so often, and once they lie there: what is on its way is lost with a line. */
  breaksOff?: { after: number; times: number; lie(path: string, bytes: number): Promise<void> }
  /** Gives other bytes than it says. */
  changes?: boolean
  /** Only for those with this token. */
  gated?: string
  /** The part that is asked for is not given: all of it comes. */
  knowsNoRanges?: boolean
  /** A page instead of a list. */
  isNoHub?: boolean
}

export const COMMIT = 'c0ffee'.padEnd(40, '0')
const LARGE = 2_000

export async function startHub(files: Record<string, Buffer>): Promise<HubServer> {
  const asked: Asked[] = []
  const note = (at: Asked['at'], { url = '', headers }: IncomingMessage): void =>
    void asked.push({ at, path: url, range: headers.range, authorization: headers.authorization })
  const hub: HubServer = { url: '', cdnHost: '', asked, files, mischief: {}, close: async () => {} }
  const cdn = await listen((request, response) => {
    note('cdn', request)
    giveFile(hub, decodeURIComponent(request.url ?? '').slice(1), { request, response })
  })
  const front = await listen((request, response) => {
    note('hub', request)
    answer(hub, cdn, { request, response })
  })
  return Object.assign(hub, {
    url: addressOf(front),
    cdnHost: new URL(addressOf(cdn)).host,
    close: async () => {
      for (const server of [cdn, front]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  })
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

function answer(hub: HubServer, cdn: Server, { request, response }: Exchange): void {
  const { url = '', headers } = request
  const { gated, isNoHub } = hub.mischief
  if (gated !== undefined && headers.authorization !== `Bearer ${gated}`)
    return end(response, 401, 'Access is restricted')
  if (isNoHub) return end(response, 200, '<html>hello</html>')
  if (url === '/api/models/org/small/revision/main?blobs=true') return end(response, 200, JSON.stringify(listing(hub)))
  const path = url.split(`/org/small/resolve/${COMMIT}/`)[1]
  const file = path === undefined ? undefined : hub.files[path]
  if (path === undefined || !file) return end(response, 404, 'Not found')
  if (file.length < LARGE) return giveFile(hub, path, { request, response })
  response.writeHead(302, { location: `${addressOf(cdn)}/${encodeURIComponent(path)}` }).end()
}

const listing = ({ files }: HubServer): object => ({
  id: 'org/small',
  sha: COMMIT,
  siblings: Object.entries(files).map(([rfilename, bytes]) => ({
    rfilename,
    size: bytes.length,
    blobId: createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex'),
    ...(bytes.length >= LARGE && {
      lfs: { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length, pointerSize: 130 },
    }),
  })),
})

function giveFile({ files, mischief }: HubServer, path: string, { request, response }: Exchange): void {
  const whole = files[path]
  if (!whole) return end(response, 404, 'Not found')
  const bytes = mischief.changes ? Buffer.from(whole).fill(0x2a, 0, 1) : whole
  const asked = /^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1]
  const start = mischief.knowsNoRanges || asked === undefined ? 0 : Number(asked)
  const range = start > 0 ? { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` } : {}
  response.writeHead(start > 0 ? 206 : 200, { 'content-length': bytes.length - start, ...range })
  const { breaksOff } = mischief
  if (!breaksOff || breaksOff.times === 0 || bytes.length <= breaksOff.after)
    return void response.end(bytes.subarray(start))
  breaksOff.times--
  response.write(bytes.subarray(start, start + breaksOff.after))
  void breaksOff.lie(path, start + breaksOff.after).then(() => response.destroy())
}

const end = (response: ServerResponse, status: number, text: string): void => void response.writeHead(status).end(text)

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

function listen(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer(handle)
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}
