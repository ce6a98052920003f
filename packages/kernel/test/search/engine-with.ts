import { openTestStore } from '../../../../test/test-store.ts'
import { createEngine } from '../../src/create.ts'
import type { Engine } from '../../src/base/engine.ts'
import { notes } from '@wuku/notes'
import { notesReader } from '../../../notes/src/note-reader.ts'
import type { Store } from '@wuku/core/ports/store'
import type { Declared } from '@wuku/core/ports/annotation-store'
import type { Feed } from '@wuku/core/ports/feed'
import { nothingDeclared } from '../docs-ports.ts'
import { plainPorts } from '../plain-ports.ts'

type Files = Readonly<Record<string, string>>
/** By path, milliseconds since the epoch. */
type Moments = Readonly<Record<string, number>>

const feedOf = (files: Files, modifiedAt: Moments): Feed => ({
  list: async () => ({
    items: Object.keys(files).map((path) => ({ path, stamp: '1', bytes: 1, modifiedAt: modifiedAt[path] ?? 0 })),
    skipped: [],
    problems: [],
    complete: true,
  }),
  read: async ({ path, stamp }) => ({
    path,
    stamp,
    modifiedAt: modifiedAt[path] ?? 0,
    bytes: Buffer.from(files[path] ?? ''),
  }),
  stamp: async () => '1',
  isThere: async () => true,
})

interface Options {
  readonly now?: number
  readonly modifiedAt?: Moments
  readonly declared?: Partial<Declared>
  readonly store?: Store
}

/** An engine in memory with these notes, by the names of their sources. */
export async function engineWith(
  sources: Readonly<Record<string, Files>>,
  { now = 0, modifiedAt = {}, declared = {}, store = openTestStore() }: Options = {},
): Promise<Engine> {
  const engine = createEngine(
    plainPorts([notes], [notesReader], {
      store,
      clock: { now: () => now, sleep: async () => {}, every: () => () => {} },
      declared: { ...nothingDeclared, ...declared },
      open: { feed: (source) => feedOf(sources[source.name] ?? {}, modifiedAt) },
    }),
  )
  for (const name of Object.keys(sources)) await engine.sources.add({ root: `/${name}`, name, options: {} })
  await engine.index.update({ sources: [] })
  return engine
}
