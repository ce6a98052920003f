import type { GuardedTransaction } from '@wuku/kernel/base/parts/engine-stores'
import { knownLibrary } from './known.ts'

/** A search that names no version asks the default one of each library: the others say nearly the same. */
export async function updateDefaults(transaction: GuardedTransaction, library: number): Promise<void> {
  const found = (await transaction.libraries.libraries()).find(({ id }) => id === library)
  if (!found) return
  const versions = (await transaction.libraries.versions(library)).filter(({ status }) => status === 'active')
  const { byDefault } = knownLibrary(found, versions)
  const ids = versions.map(({ source }) => source)
  const sources = new Map((await transaction.sources.list({ ids })).map((source) => [source.id, source]))
  for (const version of versions) {
    const source = sources.get(version.source)
    const searchedByDefault = version.id === byDefault?.id
    if (!source || (source.options.searchedByDefault ?? true) === searchedByDefault) continue
    await transaction.changeSource(source.id, { options: { ...source.options, searchedByDefault } })
  }
}
