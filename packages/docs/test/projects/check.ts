import { expect } from 'vitest'
import { readDependencies } from '../../src/projects/read.ts'

export type Files = Readonly<Record<string, string | object>>
export type Row = readonly [name: string, wanted?: string, locked?: string, from?: string, isDirect?: false]

const textOf = (content: string | object): string => (typeof content === 'string' ? content : JSON.stringify(content))
export const read = (files: Files) =>
  readDependencies(new Map(Object.entries(files).map(([path, each]) => [path, textOf(each)])))

/** The first file is the one that asks, where a row names none. */
export const check = (files: Files, expected: readonly Row[]) => {
  const { items, problems } = read(files)
  const [first] = Object.keys(files)
  expect(problems).toEqual([])
  expect(items.map(({ name, wanted, locked, from, isDirect }) => ({ name, wanted, locked, from, isDirect }))).toEqual(
    expected.map(([name, wanted = '', locked, from = first, isDirect = true]) => ({
      name,
      wanted,
      locked,
      from,
      isDirect,
    })),
  )
}
