import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadOperations } from '../../cli/src/load-operations.ts'
import { inputShape, outputShape, type ValueShape } from '@wuku/kernel/arguments/shape'

const allOperations = await loadOperations()

/** What callers rely on. A change here is a change of the contract: look at it before `vitest -u` takes it in. */
const folder = join(import.meta.dirname, '../../../test/fixtures/schemas')

describe.each(allOperations)('$name', (operation) => {
  const { name, group, effect, aliases, command, route } = operation
  const input = inputShape(operation)
  const output = outputShape(operation)

  it('is as callers know it', () =>
    expect(
      `${JSON.stringify({ name, group, effect, aliases, command, route, input, output }, undefined, 2)}\n`,
    ).toMatchFileSnapshot(join(folder, `${name}.json`)))
  it('has a name that every client takes', () => expect(name).toMatch(/^[a-z][a-z0-9_-]{0,39}$/))
  it('takes nothing that it does not know', () => expect(openObjects(input)).toEqual([]))
  it('answers with nothing that it does not declare', () => expect(openObjects(output)).toEqual([]))
  it('says what each argument is for', () =>
    expect(Object.entries(input.properties ?? {}).filter(([, shape]) => shape['description'] === undefined)).toEqual(
      [],
    ))
  it('has aliases of arguments that exist', () =>
    expect(Object.values(aliases ?? {}).filter((target) => !(target in (input.properties ?? {})))).toEqual([]))
  it.each(operation.examples)('is shown by a call that works: $says', (example) =>
    expect(operation.input.safeParse(example.input)).toMatchObject({ success: true }),
  )
})

it('no name is taken twice', () => {
  const names = allOperations.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
})

it('no schema is left of an operation that is gone', async () => {
  const known = new Set(allOperations.map(({ name }) => `${name}.json`))
  expect((await readdir(folder)).filter((file) => !known.has(file))).toEqual([])
})

/** Where in a schema an object takes keys that it does not name. */
function openObjects(shape: unknown, at = ''): readonly string[] {
  if (typeof shape !== 'object' || shape === null) return []
  const own = (shape as ValueShape).type === 'object' && !('additionalProperties' in shape) ? [at] : []
  return [...own, ...Object.entries(shape).flatMap(([key, part]) => openObjects(part, `${at}/${key}`))]
}
