import { everything } from '@wuku/core/ports/access'
import { lexicalIn } from '../../../../test/contract/one-of-store.ts'
import { openTestStore } from '../../../../test/test-store.ts'
import { partOf, partPath } from '@wuku/core/part-paths'
import type { SourceOptions } from '@wuku/core/core-types'
import { createEngine } from '../../src/create.ts'
import type { StorehouseKind } from '../../src/base/engine.ts'
import { notes } from '@wuku/notes'
import { notesReader } from '../../../notes/src/note-reader.ts'
import type { Feed, Listing } from '@wuku/core/ports/feed'
import type { AboutItem, DraftChunk, DraftDocument, Reader } from '@wuku/core/ports/source-reader'
import { plainPorts } from '../plain-ports.ts'

/** `talk 10 about tides`: id, time and title; then lines, `a: ebb`, each a message. Empty is what the reader leaves out. */
const parse = (path: string, text: string, about?: AboutItem): readonly DraftDocument[] => {
  const [head = '', ...said] = text.split('\n')
  const [id, at, ...title] = head.split(' ')
  if (!id) return []
  const kept = said.filter((line) => !about?.isForgotten(`${id}#${line.slice(0, line.indexOf(':'))}`))
  return [draftOf(partPath(id, partOf(path)), { at: Number(at), title: title.join(' '), lines: kept })]
}

const draftOf = (
  path: string,
  { at, title, lines }: { at: number; title: string; lines: readonly string[] },
): DraftDocument => ({ path, title, text: [title, ...lines].join('\n'), meta: {}, modifiedAt: at })

const chunk = ({ text }: DraftDocument): readonly DraftChunk[] =>
  [...text.matchAll(/.+\n?/g)].map(({ 0: line, index: start }, at) => ({
    start,
    end: start + line.length,
    line: at + 1,
    endLine: at + 1,
    headings: [],
    ...(at > 0 && { anchor: line.slice(0, line.indexOf(':')) }),
  }))

const reader: Reader = {
  kind: 'chats',
  version: 1,
  archives: true,
  patterns: ['**'],
  policy: { fields: { title: 0, headings: 0, path: 0 }, averageLength: 10, b: 0.5 },
  parse: ({ path, bytes }, about) => {
    const items = parse(path, Buffer.from(bytes).toString(), about)
    return { items, problems: [], ...(items.length === 0 && { skipped: [{ path, why: 'it is empty' }] }) }
  },
  chunk,
  outline: ({ text }) => ({ lines: text.split('\n').slice(1) }),
}

const talks: StorehouseKind = {
  kind: 'chats',
  summary: 'talks',
  feed: 'folder',
  facts: reader,
  reader: async () => reader,
  ranking: notes.ranking,
  forgetting: {
    async without({ document, text }, anchor) {
      const [title = '', ...lines] = text.split('\n')
      const kept = lines.filter((line) => !line.startsWith(`${anchor}:`))
      if (kept.length === lines.length) return undefined
      return draftOf(document.path, { at: document.modifiedAt, title, lines: kept })
    },
  },
}

export interface Disk {
  readonly files: Map<string, { readonly text: string; readonly stamp: string }>
  skipped: Listing['skipped']
  isComplete: boolean
  /** Why files whose text is `refused` are. */
  leftOut?: string
  known?: ReadonlyMap<string, string>
}

const feedOf = (disk: Disk): Feed => ({
  async list({ known }) {
    disk.known = known ?? new Map()
    const items = [...disk.files].map(([path, { text, stamp }]) => ({ path, stamp, bytes: text.length, modifiedAt: 1 }))
    return { items, skipped: disk.skipped, problems: [], complete: disk.isComplete }
  },
  async read({ path, stamp }) {
    const { text = '' } = disk.files.get(path) ?? {}
    if (text === 'refused')
      return { path, said: 'No.', remedy: 'None.', ...(disk.leftOut && { leftOut: disk.leftOut }) }
    return { path, stamp, modifiedAt: 1, bytes: Buffer.from(text) }
  },
  stamp: async (path) => disk.files.get(path)?.stamp,
  isThere: async () => true,
})

export type House = Awaited<ReturnType<typeof openHouse>>

export async function openHouse(files: Readonly<Record<string, string>> = {}, store = openTestStore()) {
  const disks = new Map<string, Disk>()
  let stamps = 0
  const diskOf = (source: string): Disk => {
    const disk = disks.get(source) ?? { files: new Map(), skipped: [], isComplete: true }
    disks.set(source, disk)
    return disk
  }
  const ports = plainPorts([talks, notes], [reader, notesReader], {
    store,
    open: { feed: ({ name }) => feedOf(diskOf(name)) },
  })
  const engine = createEngine(ports)
  const house = {
    store,
    engine,
    disk: diskOf('talks'),
    diskOf,
    add: (name: string, kind: 'chats' | 'notes' = 'chats', options: SourceOptions = {}) =>
      store.addSource({ kind, name, root: `/${name}`, options, addedAt: 0 }),
    /** Each file under its name; one that is `undefined` goes. */
    write(written: Readonly<Record<string, string | undefined>>, source = 'talks') {
      for (const [path, text] of Object.entries(written))
        if (text === undefined) diskOf(source).files.delete(path)
        else diskOf(source).files.set(path, { text, stamp: `s${++stamps}` })
    },
    async index() {
      const { added, changed, moved, removed, unchanged, missing, skipped } = await engine.index.update({ sources: [] })
      const counts = `+${added} ~${changed} >${moved} -${removed} =${unchanged} ?${missing}`
      return [counts, ...skipped.map(({ path, why }) => `${path}: ${why}`)].join('; ')
    },
    /** `path in item`, with its stamp when it is gone. */
    documents: () =>
      store.read(everything, async (view) =>
        (await view.documents.list()).map(
          ({ path, item, stamp }) => `${path} in ${item}${stamp === 'gone' ? ' (gone)' : ''}`,
        ),
      ),
    stored: (path: string) =>
      store.read(everything, async (view) => (await view.documents.list()).find((document) => document.path === path)),
    /** Ids of chunks that hold a word, found as a search finds them. */
    holding: (word: string) =>
      store.read(everything, async (view) => {
        const probe = { terms: [{ term: word, weight: 1 }], required: [], excluded: [], k1: 1, depth: 99 }
        return (await lexicalIn(view, probe)).map(({ chunk: id }) => id).toSorted((a, b) => a - b)
      }),
  }
  await house.add('talks')
  house.write(files)
  return house
}
