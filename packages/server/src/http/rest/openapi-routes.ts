import { openApiDocument } from './openapi.ts'
import { etagOf } from './operation-route.ts'
import { buildRoute } from '../build-route.ts'
import { describedIn, languageOf } from '../reader-language.ts'
import type { HttpAnswer, HttpRequest, Route, RouteContext } from '@wuku/http-kit/route'

const DOCUMENT = '/api/v1/openapi.json'

/** The document of all routes, and a page of it for people. */
export function openApiRoutes(others: readonly Route[]): readonly Route[] {
  const routes: Route[] = [...others]
  const written = new Map<string, HttpAnswer>()
  const documentFor = async (request: HttpRequest, context: RouteContext): Promise<HttpAnswer> => {
    const language = languageOf(request)
    const key = `${language} ${context.publicUrl}`
    const known = written.get(key)
    if (known) return known
    const document = await describedIn(language, openApiDocument(routes, context))
    const headers = { 'Content-Type': 'application/json; charset=utf-8' }
    const made = { body: JSON.stringify(document), etag: etagOf(document), headers }
    written.set(key, made)
    return made
  }
  const own = [
    buildRoute('GET', DOCUMENT, {
      tag: 'meta',
      title: 'This document',
      answer: documentFor,
    }),
    buildRoute('GET', '/swagger/index.html', {
      tag: 'meta',
      title: 'Show all routes as a page',
      mediaType: 'text/html',
      answer: async () => ({
        body: pageOf(routes),
        headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy },
      }),
    }),
  ]
  routes.push(...own)
  return own
}

/** It runs no script and makes no request. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

function pageOf(routes: readonly Route[]): string {
  const byTag = Map.groupBy(routes, ({ description: { tag } }) => tag)
  const parts = [...byTag].map(
    ([tag, rows]) => `<h2>${escaped(tag)}</h2>\n<table>\n${rows.map(lineOf).join('\n')}\n</table>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>wuku: routes</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem } td { padding: 0.1rem 1rem 0.1rem 0; vertical-align: top }</style>
</head>
<body>
<h1>Routes</h1>
<p>As OpenAPI 3.1: <a href="${DOCUMENT}">${DOCUMENT}</a></p>
${parts.join('\n')}
</body>
</html>
`
}

function lineOf({ method, path, aliases = [], level, description: { title, query, body } }: Route): string {
  const paths = [path, ...aliases].map((each) => `<code>${escaped(each)}</code>`).join('<br>')
  const keys = keysOf(query ?? body).map((key) => `<code>${escaped(key)}</code>`)
  return `<tr><td>${method}</td><td>${paths}</td><td>${level}</td><td>${escaped(title)}</td><td>${keys.join(' ')}</td></tr>`
}

function keysOf(schema: unknown): readonly string[] {
  const { properties = {} } = Object(schema) as { readonly properties?: Readonly<Record<string, object>> }
  return Object.entries(properties).flatMap(([key, each]) => ('x-alias-of' in each ? [] : [key]))
}

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
