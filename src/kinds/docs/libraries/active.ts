import { WukuError } from '../../../core/errors.ts'
import type { Library } from '../../../ports/libraries.ts'

/** Nothing is taken into a library that nobody can search. */
export function demandActive({ name, status }: Pick<Library, 'name' | 'status'>): void {
  if (status === 'active') return
  const orPurge = status === 'deleted' ? ', or take it out for good with "wuku docs purge --all"' : ''
  throw new WukuError('inactive', `${name} is ${status}.`, `Bring it back with "wuku docs restore ${name}"${orPurge}.`)
}
