import { fieldsOf } from '@wuku/core/lenient-parsing'
import { msg } from '@wuku/messages/server'
import { echoed, refusal, type HttpFailure } from './http-failures.ts'
import type { Route } from './route.ts'
import { ANY_KEY, type Target } from './target.ts'

export interface Router {
  /** All routes of a path, whatever the method. Throws 404. */
  find(target: Target): Found
}

export interface Found {
  readonly methods: ReadonlyMap<string, Named>
  /** For the header `Allow`. */
  readonly allow: string
  /** Decoded values of the parameters, in order. */
  readonly values: readonly string[]
}

interface Named {
  readonly route: Route
  readonly names: readonly string[]
  /** Keys of the query that the route declares. */
  readonly query: readonly string[]
}

interface Leaf {
  readonly methods: Map<string, Named>
  allow: string
}

interface Node {
  readonly literals: Map<string, Node>
  parameter?: Node
  leaf?: Leaf
  /** Answers this path and all below it that has no row of its own. */
  below?: Leaf
}

/** A tree by segments: a literal goes before a parameter, whatever the order of the table. */
export function createRouter(routes: readonly Route[]): Router {
  const root: Node = newNode()
  /** Paths without parameters, which most requests ask for. */
  const exactPaths = new Map<string, Found>()
  const rows = routes.flatMap((route) => [route.path, ...(route.aliases ?? [])].map((path) => ({ route, path })))
  for (const { route, path } of rows) addRoute(root, route, path)
  for (const { path } of rows) {
    const found = path.includes('{') || isSubtree(path) ? undefined : walk(root, path.slice(1).split('/'))
    if (found) exactPaths.set(path, found)
  }
  return {
    find(target) {
      const found = exactPaths.get(target.path) ?? walk(root, target.segments)
      if (!found) throw noRoute(target.path)
      return found
    },
  }
}

const newNode = (): Node => ({ literals: new Map() })

const PARAMETER = /^\{(\w+)\}$/
const SUBTREE = '/**'

/** `/notes/**` is `/notes` and all paths below it. */
export const isSubtree = (path: string): boolean => path.endsWith(SUBTREE)

function addRoute(root: Node, route: Route, path: string): void {
  const names: string[] = []
  let node = root
  const top = isSubtree(path) ? path.slice(0, -SUBTREE.length) : path
  for (const segment of top.slice(1).split('/')) {
    const name = PARAMETER.exec(segment)?.[1]
    if (name !== undefined) names.push(name)
    node = name === undefined ? literalOf(node, segment) : (node.parameter ??= newNode())
  }
  const leaf = leafAt(node, isSubtree(path) ? 'below' : 'leaf')
  if (leaf.methods.has(route.method)) throw new TypeError(`There are two routes ${route.method} ${path}.`)
  let query: readonly string[] | undefined
  leaf.methods.set(route.method, {
    route,
    names,
    // The description of a route is made when it is first asked for.
    get query() {
      return (query ??= queryKeys(route))
    },
  })
  leaf.allow = allowOf([...leaf.methods.keys()])
}

const leafAt = (node: Node, place: 'leaf' | 'below'): Leaf => (node[place] ??= { methods: new Map(), allow: '' })

function queryKeys({ description: { query } }: Route): readonly string[] {
  const { properties, additionalProperties } = fieldsOf(query)
  return [...Object.keys(properties ?? {}), ...(additionalProperties === true ? [ANY_KEY] : [])]
}

function literalOf(node: Node, segment: string): Node {
  const next = node.literals.get(segment) ?? newNode()
  node.literals.set(segment, next)
  return next
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

const allowOf = (methods: readonly string[]): string =>
  METHODS.filter((each) => methods.includes(each === 'HEAD' ? 'GET' : each)).join(', ')

function walk(node: Node, segments: readonly string[], at = 0, values: readonly string[] = []): Found | undefined {
  const segment = segments[at]
  if (segment === undefined) return leafOr(node.leaf ?? node.below, values)
  const literal = node.literals.get(segment)
  const found = literal && walk(literal, segments, at + 1, values)
  if (found || segment === '') return found
  const parameter = node.parameter && walk(node.parameter, segments, at + 1, [...values, segment])
  // No path ends with a slash, but those of folders in the console do.
  return parameter ?? leafOr(node.below, values)
}

const leafOr = (leaf: Leaf | undefined, values: readonly string[]): Found | undefined => leaf && { ...leaf, values }

export const noRoute = (path: string): HttpFailure => refusal('not-found', msg('nothingAt', { path: echoed(path) }))

/** The route of a method; HEAD is GET. Throws 405. */
export function routeOf({ methods, allow }: Found, method: string): Named {
  const named = methods.get(method === 'HEAD' ? 'GET' : method)
  if (named) return named
  throw refusal('method-not-allowed', msg('methodNotAllowed', { method, allow }), { headers: { Allow: allow } })
}

export function paramsOf(names: readonly string[], values: readonly string[]): Readonly<Record<string, string>> {
  if (names.length === 0) return noParams
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']))
}

const noParams: Readonly<Record<string, string>> = Object.freeze({})
