import { everything } from '@wuku/core/ports/access'
import { bodyOf } from '../../../../test/contract/one-of-store.ts'
import { openTestStore } from '../../../../test/test-store.ts'
import type { Source } from '@wuku/core/core-types'
import { createEngine } from '../../src/create.ts'
import type { EnginePorts } from '../../src/base/ports.ts'
import { notes } from '@wuku/notes'
import { notesReader } from '../../../notes/src/note-reader.ts'
import type { Feed } from '@wuku/core/ports/feed'
import { plainPorts } from '../plain-ports.ts'
import { createHandClock } from '../hand-clock.ts'

// A clock that is advanced by hand waits for no module.
await Promise.all([
  import('../../src/index/count-days.ts'),
  import('../../src/index/keep-fresh.ts'),
  import('../../src/index/update.ts'),
  import('../../src/meaning/catch-up.ts'),
  import('../../src/operations/import-changes.ts'),
])

export type Sharing = ReturnType<typeof openSharing>
type MorePorts = Pick<Partial<EnginePorts>, 'store'> & { readonly process?: Partial<EnginePorts['process']> }

/** Several engines on one store, as several processes are. */
export function openSharing() {
  const clock = createHandClock()
  const store = openTestStore({ now: clock.now })
  return {
    clock,
    store,
    /** One more process with the same store and the same clock, whose files are these. */
    engineWith(files: Readonly<Record<string, string>>, feed: Partial<Feed> = {}, more: MorePorts = {}) {
      const ports = plainPorts([notes], [notesReader], {
        store,
        clock,
        open: { feed: () => ({ ...feedOf(files), ...feed }) },
      })
      return createEngine({ ...ports, ...more, process: { ...ports.process, ...more.process } })
    },
    addNotes: (name: string, options: Source['options'] = {}) =>
      store.addSource({ kind: 'notes', name, root: `/${name}`, options, addedAt: 0 }),
    texts: () =>
      store.read(everything, async (view) =>
        Promise.all((await view.documents.list()).map(async ({ id, path }) => `${path}: ${await bodyOf(view, id)}`)),
      ),
  }
}

const feedOf = (files: Readonly<Record<string, string>>): Feed => ({
  list: async () => ({
    items: Object.entries(files).map(([path, text]) => ({ path, stamp: text, bytes: text.length, modifiedAt: 1 })),
    skipped: [],
    problems: [],
    complete: true,
  }),
  read: async ({ path, stamp }) => ({ path, stamp, modifiedAt: 1, bytes: Buffer.from(files[path] ?? '') }),
  stamp: async (path) => files[path],
  isThere: async () => true,
})
