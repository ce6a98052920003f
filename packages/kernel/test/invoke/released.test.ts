import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadOperations } from '../../../cli/src/load-operations.ts'
import { restRoutes } from '../../../server/src/http/rest/routes.ts'

const folder = new URL('../../../../test/fixtures/released/', import.meta.url)

interface Released {
  readonly tools: Readonly<Record<string, readonly string[]>>
  readonly routes: readonly string[]
}

const operations = await loadOperations()
const now = new Map(
  operations.map(({ name, input }) => [
    name,
    Object.keys((input as { readonly shape?: object }).shape ?? {}).toSorted(),
  ]),
)
const routes = new Set(restRoutes(operations).map(({ method, path }) => `${method} ${path}`))

/** A tool, a parameter or a route that a release had goes with a new major version alone. */
describe.each(readdirSync(folder))('what %s had', (name) => {
  const released: Released = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))

  it.each(Object.entries(released.tools))('tool %s is there with its parameters', (tool, parameters) =>
    expect(now.get(tool) ?? []).toEqual(expect.arrayContaining([...parameters])),
  )

  it('routes of REST are there', () => expect(released.routes.filter((route) => !routes.has(route))).toEqual([]))
})
