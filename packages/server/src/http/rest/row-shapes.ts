import type { Json } from '@wuku/core/core-types'
import type { ValueShape } from '@wuku/kernel/arguments/shape'

/** JSON Schemas of answers, made from those of operations. */

const naturalNumber = { type: 'integer', minimum: 0 } as const

/** Only these keys. */
export const only =
  (...keys: readonly string[]) =>
  (shape: ValueShape): Json => ({
    ...asJson(shape),
    properties: asJson(Object.fromEntries(keys.map((key) => [key, shape.properties?.[key] ?? {}]))),
    required: keys.filter((key) => shape.required?.includes(key) ?? false),
  })

/** A page of a list, with some keys next to it. */
export const pages =
  (list: string, more: readonly string[] = [], optional: readonly string[] = []) =>
  (shape: ValueShape): Json => ({
    ...asJson(shape),
    properties: asJson({
      ...Object.fromEntries([...more, ...optional].map((key) => [key, shape.properties?.[key] ?? {}])),
      list: shape.properties?.[list] ?? {},
      total: naturalNumber,
      page: naturalNumber,
      page_size: naturalNumber,
    }),
    required: [...more, 'list', 'total', 'page', 'page_size'],
  })

/** JSON Schema is plain data; only its type does not say so. */
export const asJson = (shape: object): { readonly [key: string]: Json } =>
  shape as unknown as { readonly [key: string]: Json }
