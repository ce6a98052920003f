import { useQuery } from '@pinia/colada'
import { api, told } from '../../api/client.ts'
import type { Schema } from './schema-rows.ts'

export interface RouteRow {
  readonly key: string
  readonly method: string
  readonly path: string
  readonly title: string
  readonly parameters: Schema
  readonly body: Schema | undefined
  readonly answer: Schema | undefined
}

interface Described {
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly {
    readonly $ref?: string
    readonly name: string
    readonly required?: boolean
    readonly description?: string
    readonly schema?: Schema
  }[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly parameters: Readonly<Record<string, NonNullable<Described['parameters']>[number]>> }
}

/** The routes of the OpenAPI document. */
export const useRoutes = () =>
  useQuery({
    key: ['openapi'],
    staleTime: Infinity,
    query: async ({ signal }) => {
      const { paths, components } = (await told(api.GET('/api/v1/openapi.json', { signal }))) as unknown as Document
      return Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { parameters = [], ...described }]) => {
          const own = parameters.map((each) => components.parameters[each.$ref?.split('/').at(-1) ?? ''] ?? each)
          return rowOf(method.toUpperCase(), path, { ...described, parameters: own })
        }),
      )
    },
  })

function rowOf(
  method: string,
  path: string,
  { summary, description, parameters = [], requestBody, responses = {} }: Described,
): RouteRow {
  const good = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  return {
    key: `${method} ${path}`,
    method,
    path,
    title: summary ?? description ?? '',
    parameters: {
      properties: Object.fromEntries(
        parameters.map(({ name, schema, description: what }) => [
          name,
          { ...schema, ...(what !== undefined && { description: what }) },
        ]),
      ),
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
    },
    body: requestBody?.content?.['application/json']?.schema,
    answer: good?.content?.['application/json']?.schema,
  }
}
