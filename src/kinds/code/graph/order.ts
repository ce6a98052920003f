import type { Role } from '../roles.ts'

/** What a reader wants to see first of the files around another. */
const order: readonly Role[] = [
  'source',
  'config',
  'docs',
  'example',
  'test',
  'mock',
  'fixture',
  'generated',
  'vendored',
  'lock',
]

export const roleOrder = (role: Role): number => order.indexOf(role)
