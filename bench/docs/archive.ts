import { createCipheriv } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack, type Pack } from 'tar-stream'

export interface ArchiveOptions {
  readonly files: number
  /** About so many in all, packed. */
  readonly bytes: number
  readonly pages: readonly string[]
}

/** One file in so many is a page of documentation. */
const PER_PAGE = 8

/** A repository as code hosts pack it: some pages of documentation among files that nobody can read or press smaller. */
export async function writeArchive(file: string, { files, bytes, pages }: ArchiveOptions): Promise<void> {
  const archive = pack()
  const written = pipeline(archive, createGzip({ level: 1 }), createWriteStream(file))
  const noise = createCipheriv('aes-128-ctr', 'a-made-up-key-16', Buffer.alloc(16))
  const size = Math.floor((bytes * PER_PAGE) / (files * (PER_PAGE - 1)))
  for (let nth = 0; nth < files; nth++) {
    const page = nth % PER_PAGE === 0 ? pages[(nth / PER_PAGE) % pages.length] : undefined
    const name = page === undefined ? `assets/${nth % 50}/picture-${nth}.png` : `docs/part-${nth % 10}/page-${nth}.md`
    const content = page === undefined ? noise.update(Buffer.alloc(size)) : `${page}\n\nPage ${nth}.\n`
    await put(archive, `acme-tides-0123456/${name}`, content)
  }
  archive.finalize()
  await written
}

const put = (archive: Pack, name: string, content: Buffer | string): Promise<void> =>
  new Promise((resolve, reject) => archive.entry({ name }, content, (error) => (error ? reject(error) : resolve())))

export interface ArchiveHost {
  /** `127.0.0.1:43210`. */
  readonly host: string
  close(): Promise<void>
}

const COMMIT = '0123456789abcdef0123456789abcdef01234567'

/** As much of GitHub's API as one import asks for; the archive comes from disk as fast as it is taken. */
export async function serveArchive(file: string): Promise<ArchiveHost> {
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://host.invalid')
    if (pathname.includes('/tarball/')) void sendFile(file, response)
    else if (pathname.includes('/commits/')) json(response, { sha: COMMIT })
    else if (pathname.endsWith('/releases') || pathname.endsWith('/tags')) json(response, [])
    else json(response, { full_name: 'acme/tides', name: 'tides', description: 'Tides', default_branch: 'main' })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const json = (response: ServerResponse, value: unknown): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))

async function sendFile(file: string, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/x-gzip', 'content-length': statSync(file).size })
  // A client that hangs up has everything it wanted, or reports itself that it has not.
  await pipeline(createReadStream(file), response).catch(() => {})
}
