import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { engineOperations } from '../../src/operations/index.ts'
import { notes } from '@wuku/notes'
import { pads } from '@wuku/pads'

interface Schema {
  readonly type?: string
  readonly description?: string
  readonly additionalProperties?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

const operations = [...engineOperations, ...(await notes.operations()), ...(await pads.operations())]
/** Actions of `wuku pads`, what monitors ask, and what a command exports too. */
const withoutCommand: readonly string[] = [
  'list-tags',
  'resolve-pad-id',
  'follow-scratchpad',
  'store-totals',
  'list-audit',
  'list-files',
  'growth',
  'list-folders',
  'plan-source',
  'render',
]
const inputOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' }) as Schema
const outputOf = (schema: z.ZodType) => z.toJSONSchema(schema) as Schema

/** Every object in a schema, with the path to it. */
const objectsIn = (schema: Schema, at = ''): readonly (readonly [at: string, object: Schema])[] => [
  ...(schema.properties ? [[at, schema] as const] : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([key, below]) => objectsIn(below, `${at}.${key}`)),
  ...(schema.items ? objectsIn(schema.items, `${at}[]`) : []),
  ...(schema.anyOf ?? []).flatMap((below) => objectsIn(below, at)),
]

describe.each(operations)('$name', (operation) => {
  const given = objectsIn(inputOf(operation.input))
  const objects = [...given, ...objectsIn(outputOf(operation.output))]
  // What pads answer is what their users know, key by key, from the program before.
  const described = operation.group === 'pads' ? given : objects

  it('is closed', () => expect(objects.filter(([, object]) => object.additionalProperties !== false)).toEqual([]))
  it('describes every key', () => {
    const silent = described.flatMap(([at, { properties = {} }]) =>
      Object.entries(properties).flatMap(([key, { description }]) => (description ? [] : [`${at}.${key}`])),
    )
    expect(silent).toEqual([])
  })
  it('has a route and words to find it by, and a command or a group with one', () => {
    if (operation.group !== 'pads' && !withoutCommand.includes(operation.name))
      expect(operation.command?.name).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(operation.route?.path).toMatch(/^\//)
    expect(operation.searchHint).toBeTruthy()
  })
  it('has examples that it would accept', () => {
    expect(operation.examples.length).toBeGreaterThan(0)
    for (const { input } of operation.examples) expect(operation.input.safeParse(input).error).toBeUndefined()
  })
  it('gives other names only to keys that it has', () => {
    const keys = Object.keys(inputOf(operation.input).properties ?? {})
    for (const [alias, key] of Object.entries(operation.aliases ?? {})) {
      expect(keys).toContain(key)
      expect(keys).not.toContain(alias)
    }
  })
})

it('no two operations share a name or a command', () => {
  const names = operations.map(({ name }) => name)
  const commands = operations.flatMap(({ command }) => command?.name ?? [])
  expect([new Set(names).size, new Set(commands).size]).toEqual([names.length, commands.length])
})
