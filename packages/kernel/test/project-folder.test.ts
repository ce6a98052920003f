import { expect, it } from 'vitest'
import { openTestStore } from '../../../test/test-store.ts'
import type { Kind } from '@wuku/core/core-types'
import { ownersAccess } from '../src/base/access.ts'
import { requireProjectFolder } from '../src/project-folder.ts'

const sources: readonly [kind: Kind, root: string, isHidden?: true][] = [
  ['code', '/work/app'],
  ['notes', '/work/notes'],
  ['chats', '/work/chats'],
  ['docs', '/work/docs'],
  ['code', '/work/gone', true],
]

async function ports(workspace: string | undefined) {
  const store = openTestStore()
  for (const [kind, root, hidden] of sources)
    await store.addSource({ kind, name: root.slice(6), root, options: hidden ? { hidden } : {}, addedAt: 0 })
  return {
    store,
    access: ownersAccess,
    workspace: {
      folder: async () => workspace,
      // The folder behind a link counts, not the link.
      foldersIn: async () => ({ parent: null, folders: [], isCut: false }),
      resolveRoot: async (written: string) => (written === '/work/app/link' ? '/etc' : written),
    },
  }
}

it.each<[written: string, workspace: string | undefined, isRead: boolean]>([
  ['/work/app', undefined, true],
  ['/work/app/packages/潮汐', undefined, true],
  ['/work/notes', undefined, true],
  ['/work/application', undefined, false],
  ['/work', undefined, false],
  ['/work/chats', undefined, false],
  ['/work/docs', undefined, false],
  ['/work/gone', undefined, false],
  ['/work/app/link', undefined, false],
  ['/started/here', '/started', true],
  ['/started/here', '/start', false],
])('%s, started in %s: %s', async (written, workspace, isRead) => {
  const folder = await requireProjectFolder(written, await ports(workspace)).catch((error: unknown) => error)
  if (isRead) expect(folder).toBe(written)
  else expect(folder).toMatchObject({ code: 'not-registered', remedy: expect.stringContaining(`wuku add ${written}`) })
})
