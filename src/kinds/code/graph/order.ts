import type { Role } from '../roles.ts'

/** Roles in the order in which a reader wants to see the files around another. */
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
