import type { Json } from '../../../core/words.ts'
import type { ValueShape } from '../../arguments/shape.ts'
import { ownershipShape } from './ownership.ts'

/** JSON Schemas of answers, made from those of operations. */

const whole = { type: 'integer', minimum: 0 } as const

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
      total: whole,
      page: whole,
      page_size: whole,
    }),
    required: [...more, 'list', 'total', 'page', 'page_size'],
  })

/** With who it belongs to. */
export const ownedShape = (shape: ValueShape): Json => ({
  ...asJson(shape),
  properties: asJson({ ...shape.properties, ...ownershipShape }),
  required: [...(shape.required ?? []), 'visibility', 'owner', 'may'],
})

/** The entries of a list, each with who it belongs to. */
export const ownedEntries = (list: string, shape: ValueShape): ValueShape => {
  const entries = shape.properties?.[list]
  if (!entries?.items) return shape
  return {
    ...shape,
    properties: { ...shape.properties, [list]: { ...entries, items: asShape(ownedShape(entries.items)) } },
  }
}

/** One entry of a list, by itself. */
export const entryOf =
  (list: string) =>
  (shape: ValueShape): Json =>
    asJson(shape.properties?.[list]?.items ?? {})

/** JSON Schema is plain data; only its type does not say so. */
export const asJson = (shape: object): { readonly [key: string]: Json } =>
  shape as unknown as { readonly [key: string]: Json }

const asShape = (json: Json): ValueShape => json as unknown as ValueShape
