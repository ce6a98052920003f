import type { Operation } from '@wuku/kernel/base/operation'
import { accountRows } from './account-routes.ts'
import { auditRoute } from './audit-route.ts'
import { documentRows, originalRoute, pictureRoute } from './document-routes.ts'
import { libraryRows } from './library-routes.ts'
import { longOperationRoutes } from './long-rows.ts'
import { operationRoute, type OperationRow } from './operation-route.ts'
import { operationsRoutes } from './operations-routes.ts'
import type { Route } from '@wuku/http-kit/route'
import { searchRows } from './search-routes.ts'

/**
 * All that is asked of operations. An operation has the route of its declaration, unless a row here says how it is asked; what
 * takes long has rows of its own, and so has what `others` answer.
 */
export function restRoutes(operations: readonly Operation[], others: readonly Route[] = []): readonly Route[] {
  const byName = new Map(operations.map((operation) => [operation.name, operation]))
  const rows: readonly OperationRow[] = [...libraryRows, ...documentRows, ...searchRows, ...accountRows]
  const usedPaths = new Set(
    [...rows, ...others].flatMap(({ method, path, aliases = [] }) =>
      [path, ...aliases].map((each) => `${method} ${plain(each)}`),
    ),
  )
  const declared = operations.flatMap((operation): readonly OperationRow[] => {
    const { name, route, long } = operation
    if (!route || long || name === 'list-audit') return []
    const path = `/api/v1${route.path}`
    return usedPaths.has(`${route.method} ${plain(path)}`) ? [] : [{ operation: name, method: route.method, path }]
  })
  return [
    ...[...rows, ...declared].flatMap((row) => {
      const operation = byName.get(row.operation)
      return operation ? [operationRoute(operation, row)] : []
    }),
    originalRoute,
    pictureRoute,
    ...[byName.get('list-audit')].flatMap((operation) => (operation ? [auditRoute(operation)] : [])),
    ...longOperationRoutes(operations),
    ...operationsRoutes(operations),
  ]
}

/** The path without the names of its parameters. */
const plain = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}')
