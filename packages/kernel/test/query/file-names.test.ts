import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameParts, rememberNames, fullNamesIn } from '../../src/query/file-names.ts'
import { analyseQuery } from '@wuku/text/terms/query'
import { asking } from '../search/asking.ts'

describe('what a file is called', () => {
  it.each([
    ['src/net/tcp_stream.rs', ['tcp', 'stream'], ['src', 'net']],
    ['index.ts', ['index'], []],
    ['packages/userStore/index.ts', ['user', 'store'], ['packages']],
    ['a/b/c/d/e.test.js', ['e'], ['b', 'c', 'd']],
    ['.gitignore', ['gitignore'], []],
    ['lib/SQLite/open.ts', ['open'], ['lib', 'sq', 'lite', 'sqlite']],
  ])('%s', (path, stem, folders) => {
    expect(nameParts(path)).toEqual({ stem, folders })
    expect(rememberNames()(path)).toEqual({ stem, folders })
  })

  const segment = fc.constantFrom(
    'src',
    'netPool',
    'index.ts',
    'tcp_stream.rs',
    '潮汐.md',
    '.env',
    'src.d',
    '..',
    'main.go',
  )
  it('does not depend on the files that were named before', () =>
    fc.assert(
      fc.property(fc.array(fc.array(segment, { minLength: 1, maxLength: 6 })), (paths) => {
        const nameOf = rememberNames()
        for (const path of paths.map((each) => each.join('/'))) expect(nameOf(path)).toEqual(nameParts(path))
      }),
    ))

  it('is the same array for the same folders', () => {
    const nameOf = rememberNames()
    expect(nameOf('src/net/a.ts').folders).toBe(nameOf('src/net/b.ts').folders)
  })
})

it.each<[query: string, names: Readonly<Record<string, number>>]>([
  ['Router', { router: 1 }],
  ['tide_table', { tidetable: 1 }],
  ['redirect to', { redirect: 1, redirectto: 1 }],
  ['headers router', { headers: 0.5, headersrouter: 1, router: 0.5 }],
  ['潮汐 router', { router: 1 / 2 }],
  ['router '.repeat(25), {}],
])('names that words of a question make: %s', (query, names) => {
  const words = analyseQuery(query)
  const weighed = words.filter(({ weight }) => weight > 0).map(({ raw }) => ({ raw, ideal: 1 }))
  const found = [...fullNamesIn(words, weighed)]
  expect(Object.fromEntries(found)).toEqual(names)
})

describe('a file whose whole name is asked for', () => {
  const crowd = Array.from({ length: 14 }, (_, at): readonly [string, string] => [
    `routing/part${at}.py`,
    `from routing.base import Router\n\n# Router router headers: the router asks the headers of the router.\nrouter = Router()\nrouter.add("/part${at}", lambda headers: "Router, headers, router")\n\n\ndef part_${at}_router(headers):\n    """The headers router of part ${at}: Router, then router."""\n    return router.match("/part${at}") or headers\n`,
  ])
  const files = {
    ...Object.fromEntries(crowd),
    'net/router.py': 'class Router:\n    def match(self, path):\n        return self.rows.get(path)\n',
    'routing/headers_router.py':
      'from net.router import Router\n\n\nclass HeadersRouter(Router):\n    """A Router: the router of headers, a router whose router rows are headers of a Router."""\n\n    def match(self, path, headers=None):\n        return self.router.match(headers) or Router.match(self, path)\n',
    'web/redirect_to.py': 'def redirect_to(place):\n    return 302, place\n',
    ...Object.fromEntries(crowd.map(([path, text]) => [`web/${path}`, text.replaceAll(/[Rr]outer/g, 'redirect')])),
  }
  it.each<[query: string, path: string, first: number]>([
    ['Router', 'net/router.py', 0],
    ['headers router', 'net/router.py', 9],
    ['headers router', 'routing/headers_router.py', 0],
    ['redirect to', 'web/redirect_to.py', 0],
    ['how does the redirect to work with headers', 'web/redirect_to.py', 9],
  ])('%s: %s', async (query, path, first) => {
    const shown = await (await asking(files))(query)
    expect(shown.findIndex((each) => each.split(' + ').includes(path))).toSatisfy(
      (at: number) => at >= 0 && at <= first,
    )
  })
})
