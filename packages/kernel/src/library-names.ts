import { randomInt } from 'node:crypto'
import type { Ownership } from '@wuku/core/core-types'
import type { Library } from '@wuku/core/ports/library-store'
import { libraryOwnership } from './accounts/ownership-rules.ts'
import type { GuardedTransaction } from './base/parts/engine-stores.ts'

const RANDOM_END = /-\d[a-z\d]{7}$/
/** Longest name before a random end, so that the end stays where names are cut. */
const LONGEST_BASE = 50

/** `billing-4k2mq9xz`: names of private things have a random suffix, so they reveal no other name. Replaces an earlier suffix. */
export const withRandomEnd = (name: string): string =>
  `${name.replace(RANDOM_END, '')}-${randomInt(10)}${Array.from({ length: 7 }, () => randomInt(36).toString(36)).join('')}`

/** Name of a source of a user who does not see all sources. */
export const randomSourceName = (name: string): string => withRandomEnd([...name].slice(0, LONGEST_BASE).join(''))

/** The name of the source that holds a version: part of citations and of commands. */
export const sourceNameOf = (library: Pick<Library, 'name' | 'slug'>, version: string): string =>
  `${plain(citedName(library)).slice(0, 60)}@${plain(version).slice(0, 60)}`.toWellFormed()

const plain = (text: string): string => text.replaceAll(/[^\p{L}\p{N}._+-]/gu, '-')

/** The library as its sources and citations name it: by a random slug where it has one, since names may be hidden ones. */
function citedName({ name, slug }: Pick<Library, 'name' | 'slug'>): string {
  const [end] = RANDOM_END.exec(slug) ?? []
  return end === undefined ? name : slug.slice(slug.lastIndexOf('/') + 1, -end.length).slice(0, LONGEST_BASE) + end
}

/** Two versions may differ in characters that no name can have. */
export async function freeName(transaction: GuardedTransaction, preferred: string): Promise<string> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? preferred : `${preferred}~${number}`
    if ((await transaction.sources.list({ kinds: ['docs'], name })).length === 0) return name
  }
}

/**
 * The change of a library that sets its holding. A library that becomes private gets a new random slug, and its versions
 * get new source names: the old slug would otherwise still be in use, which reveals the library to anybody who asks for it.
 */
export async function changeOwnership(library: Library, holding: Ownership, transaction: GuardedTransaction) {
  if (holding.visibility !== 'private' || libraryOwnership(library).visibility === 'private')
    return { ownership: holding }
  const slug = withRandomEnd(library.slug)
  const versions = await transaction.libraries.versions(library.id)
  for (const { source, version, status } of versions)
    if (status === 'active')
      await transaction.changeSource(source, {
        name: await freeName(transaction, sourceNameOf({ ...library, slug }, version)),
      })
  return { ownership: holding, slug }
}
