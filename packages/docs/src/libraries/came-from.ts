import { WukuError } from '@wuku/core/errors'
import { msg } from '@wuku/messages/docs'
import type { Source } from '@wuku/core/core-types'
import type { Store, StoreTransaction } from '@wuku/core/ports/store'
import { commandLine } from '@wuku/text/show/shell-words'

/** Notes that the folder a library was taken from lies elsewhere now: for the version, and for all that came from there. */
export const cameFrom = (source: Source, root: string, { store }: { readonly store: Store }): Promise<string> =>
  store.write('all', async (transaction) => {
    const versions = await transaction.libraries.versions()
    const version = versions.find((each) => each.source === source.id && each.status === 'active')
    const { origin = null } = version ?? {}
    if (!version || origin?.type !== 'folder') throw fromNoFolder(source)
    await moveLibrary(transaction, { library: version.library, from: origin.root, root })
    return origin.root
  })

async function moveLibrary(
  { libraries, changeSource }: StoreTransaction,
  { library: id, from, root }: { readonly library: number; readonly from: string; readonly root: string },
): Promise<void> {
  for (const version of await libraries.versions(id))
    if (version.origin?.type === 'folder' && version.origin.root === from) {
      await libraries.changeVersion(version.id, { origin: { ...version.origin, root } })
      await changeSource(version.source, { root })
    }
  const library = (await libraries.libraries()).find((each) => each.id === id)
  if (library?.origin?.type === 'folder' && library.origin.root === from)
    await libraries.changeLibrary(id, { origin: { ...library.origin, root } })
}

const fromNoFolder = ({ name, root }: Source): WukuError =>
  new WukuError(
    'bad-input',
    msg('fromNoFolder', {
      name,
      root,
      command: commandLine`wuku docs import <address> --name ${name.replace(/@.*$/s, '')}`,
    }),
  )
