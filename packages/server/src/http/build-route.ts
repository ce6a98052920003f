import type { Method, Route, RouteDescription } from '@wuku/http-kit/route'

export interface RouteParts
  extends RouteDescription, Pick<Route, 'answer'>, Partial<Pick<Route, 'aliases' | 'level' | 'changes' | 'demands'>> {}

/** A route that is open to everybody and changes nothing, unless its parts say otherwise. */
export function buildRoute(method: Method, path: string, parts: RouteParts): Route {
  const { aliases, level = 'open', changes = false, demands, answer, ...description } = parts
  return { method, path, ...(aliases && { aliases }), level, changes, description, ...(demands && { demands }), answer }
}
