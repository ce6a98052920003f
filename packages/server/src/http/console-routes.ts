import { hash } from 'node:crypto'
import { takes } from './compress.ts'
import type { HttpAnswer, HttpRequest, Route } from '@wuku/http-kit/route'
import { noRoute } from '@wuku/http-kit/router'
import { buildRoute, type RouteParts } from './build-route.ts'

/** A file of the built console. All are read before the server listens: no path of a request ever reaches the disk. */
export interface ConsoleFile {
  /** With slashes, relative to the folder of the console: `index.html`, `assets/index-BfYqk3.js`. */
  readonly path: string
  readonly bytes: Uint8Array
  /** The same bytes compressed, by the name of the coding. */
  readonly compressed: Readonly<Partial<Record<Coding, Uint8Array>>>
}

export type Coding = 'br' | 'gzip'

/** The first that a client takes is sent. */
export const codings: readonly Coding[] = ['br', 'gzip']

/**
 * Rooms of the console, each with all paths below it. No route of the interface has a GET at any of them, so an address means
 * the same to browsers and programs, whatever they accept; the router refuses to start with two routes for one address.
 */
const sections = [
  'overview',
  'ask',
  'libraries',
  'code',
  'notes',
  'conversations',
  'pads',
  'agents',
  'jobs',
  'statistics',
  'people',
  'audit',
  'settings',
  'reference',
  'sources',
  'login',
]

const INDEX = 'index.html'
const ASSETS = 'assets/'

/** The page and its files. They are open: data needs a credential. Without files a page says how to build the console. */
export function consoleRoutes(files: readonly ConsoleFile[]): readonly Route[] {
  const routedFiles = new Map(files.map((file) => [file.path, routedFile(file)]))
  const index = routedFiles.get(INDEX)
  const page: Route['answer'] = async (incoming) => (index ? send(index, incoming) : notBuilt)
  const rootFiles = [...routedFiles].filter(([path]) => path !== INDEX && !path.includes('/'))
  return [
    open('/', 'The console', page, {
      aliases: sections.map((section) => `/${section}/**`),
      // The page reads the query itself.
      query: { type: 'object', additionalProperties: true },
    }),
    ...rootFiles.map(([path, file]) =>
      open(`/${path}`, 'A file of the console', async (incoming) => send(file, incoming)),
    ),
    open('/assets/{file}', 'A file of the console', async (incoming) => {
      const file = routedFiles.get(`${ASSETS}${incoming.params['file'] ?? ''}`)
      if (!file) throw noRoute(incoming.path)
      return send(file, incoming)
    }),
  ]
}

const open = (path: string, title: string, answer: Route['answer'], more: Pick<RouteParts, 'aliases' | 'query'> = {}) =>
  buildRoute('GET', path, { tag: 'console', title, mediaType: path === '/' ? 'text/html' : '*/*', ...more, answer })

interface RoutedFile extends ConsoleFile {
  /** Strong validator of the plain bytes. */
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

const ETAG_CHARS = 22

function routedFile(file: ConsoleFile): RoutedFile {
  const { path, bytes, compressed } = file
  const isPage = path.endsWith('.html')
  return {
    ...file,
    etag: hash('sha256', bytes, 'base64url').slice(0, ETAG_CHARS),
    headers: {
      'Content-Type': types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
      // Names of assets hold a digest of their bytes; all else keeps its name when it changes.
      'Cache-Control': path.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(Object.keys(compressed).length > 0 && { Vary: 'Accept-Encoding' }),
      ...(isPage && pageHeaders),
    },
  }
}

/** Bytes in another coding are another representation, so they have a validator of their own. */
function send({ bytes, compressed, etag, headers }: RoutedFile, { headers: incoming }: Pick<HttpRequest, 'headers'>) {
  const coding = codings.find((each) => compressed[each] && takes(each, incoming['accept-encoding'] ?? ''))
  if (coding === undefined) return { body: bytes, etag, headers }
  return {
    body: compressed[coding] ?? bytes,
    etag: `${etag}-${coding}`,
    headers: { ...headers, 'Content-Encoding': coding },
  }
}

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
}

/** Scripts, styles and requests are of this server alone; text becomes markup only through the policy of Vue's compiler. */
const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'self'",
    // Pictures of notes are asked for with the token of the page.
    "img-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types vue',
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']
    .map((feature) => `${feature}=()`)
    .join(', '),
}

/** It runs no script, loads nothing and is shown in no frame. */
const notBuilt: HttpAnswer = {
  body: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>wuku</title></head>
<body>
<h1>wuku</h1>
<p>The console is not built. In the folder of wuku run <code>npm install</code> and <code>npm run build</code>, then start the server again.</p>
<p>This server answers agents and scripts all the same:</p>
<ul>
<li><code>/mcp</code>: the Model Context Protocol</li>
<li><code>/api/v1</code>: REST, described by <a href="/api/v1/openapi.json">/api/v1/openapi.json</a></li>
<li><a href="/healthz">/healthz</a>, <a href="/readyz">/readyz</a>, <a href="/version">/version</a></li>
</ul>
</body>
</html>
`,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  },
}
