import type { WrittenPlaces } from '@wuku/core/written-lines'
import { versionsOfFile } from '@wuku/kernel/writing/file-versions'
import { notesFacts, notesRanking } from './note-facts.ts'
import { lastSegment } from '@wuku/kernel/resolve-project'
import type { StorehouseKind } from '@wuku/kernel/base/engine'
import type { Storehouse } from '@wuku/kernel/base/operation'

/** Usual names of the notes about `shop`: `shop`, `shop-notes`, `shop.wiki`, `shop 笔记`. */
const OF_NOTES = /[\s._-]*(?:notes?|docs?|wiki|vault|handbook|documentation|笔记|文档|知识库)$/i

/** Collections next to it with a matching name. Those inside it belong to it anyway. */
const partOf: NonNullable<StorehouseKind['partOf']> = async ({ names }, { sources }) => ({
  sources: sources.filter(({ name, root }) => [name, lastSegment(root)].some((called) => names.has(subjectOf(called)))),
})

const subjectOf = (called: string): string => called.replace(OF_NOTES, '').toLowerCase() || called.toLowerCase()

/** Folders of Markdown and text, with the tools of qmd under their own names. */
export const notes: Storehouse = {
  kind: 'notes',
  summary: 'notes',
  feed: 'folder',
  facts: notesFacts,
  reader: async () => (await import('./note-reader.ts')).notesReader,
  ranking: notesRanking,
  hits: {
    /** The outline of Markdown is a list: its lines are those of the file. */
    places: (outline) => (Array.isArray(outline) ? {} : (outline as WrittenPlaces)),
    describe: async (hits) =>
      hits.some(({ source }) => source.options.connected)
        ? (await import('./connected-hits.ts')).describeConnectedHits(hits)
        : new Map(),
  },
  operations: async () => (await import('./operations/index.ts')).noteOperations,
  takeovers: [
    {
      from: 'qmd',
      places: ['$QMD_CONFIG_DIR/index.yml', '$XDG_CONFIG_HOME/qmd/index.yml', '~/.config/qmd/index.yml'],
      read: async (text) => (await import('./qmd.ts')).readQmdSettings(text),
    },
  ],
  forgetting: {
    /** The kept versions of its notes are removed with it. */
    cleanUp: async (forgotten, ports) => {
      for (const path of forgotten.items)
        await ports.blobs.deleteUnder(versionsOfFile({ source: forgotten.source, path }))
    },
  },
  partOf,
}
