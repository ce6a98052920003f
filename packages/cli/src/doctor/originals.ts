import { msg } from '@wuku/messages/cli'
import type { Engine } from '@wuku/kernel/base/engine'
import { ownersIn } from '@wuku/transfer/backup/copy-blobs'
import { warn, type Finding } from '../finding.ts'

/** The store and the originals of libraries against each other: no transaction covers both. */
export async function examineOriginals({ read, files }: Pick<Engine, 'read' | 'files'>): Promise<readonly Finding[]> {
  const { isOwned, wanted: expected } = await read(async (view) => {
    const active = (await view.libraries.versions()).filter(({ status }) => status === 'active')
    const sealed = new Set((await view.sources.list()).flatMap(({ id, options }) => (options.sealed ? [id] : [])))
    const originals = new Map(active.flatMap((each) => (sealed.has(each.source) ? [] : [[each.id, each.originals]])))
    const all = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }
    const { items } = await view.libraries.files({ version: [...originals.keys()], statuses: ['completed'], ...all })
    return {
      isOwned: await ownersIn(view),
      wanted: new Set(items.map(({ version, path }) => `${originals.get(version)}${path}`)),
    }
  })
  const orphans: string[] = []
  for await (const { key } of files.blobs.list('docs/')) {
    expected.delete(key)
    if (!isOwned(key)) orphans.push(key)
  }
  const [lost] = expected
  return [
    ...(lost === undefined
      ? []
      : [
          warn(
            'originals',
            msg('librariesWithoutOriginalFileSuch', { documents: expected.size, lost }),
            'Fetch the version again (wuku docs refresh <library>), upload the files again, or restore a backup.',
          ),
        ]),
    ...(orphans[0] === undefined
      ? []
      : [
          warn(
            'originals',
            msg('noLibrarySuch', { originalFiles: orphans.length, orphans: orphans[0] }),
            'No search finds them and no backup holds them: delete them from where originals are kept.',
          ),
        ]),
  ]
}
