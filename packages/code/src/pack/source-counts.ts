import { msg } from '@wuku/messages/code'
import type { Problem, Source } from '@wuku/core/core-types'
import type { Engine } from '@wuku/kernel/base/engine'
import { grouped } from '@wuku/kernel/base/counted'
import { historyFolder } from '@wuku/core/ports/history-page'
import { unpackOutline } from '../outline.ts'

/** Reading every outline of a larger repository takes longer than a question about it may. */
const CHEAP_TO_COUNT = 2_000

/** Counts what is indexed of a source. `isFull` also counts symbols and dependencies where that is slow. */
export async function countSource(source: Source, { isFull, engine }: { isFull: boolean; engine: Engine }) {
  const counted = await engine.read(async (view) => {
    const facts = (await view.sources.facts()).find((each) => each.source.id === source.id)
    const pages = await view.documents.names({ sources: [source.id], under: historyFolder })
    return { files: (facts?.documents ?? 0) - pages.length, chunks: facts?.chunks ?? 0, bytes: facts?.bytes ?? 0 }
  })
  const isCheap = isFull || counted.files <= CHEAP_TO_COUNT
  return { ...counted, ...(isCheap ? await countStructure(source, engine) : { symbols: null, dependencies: null }) }
}

const FEWEST_MADE = 200
/** Share of the files that lie together which a folder must hold to be named for them. */
const TOGETHER = 0.9

/** Pages that programs wrote and somebody committed, where they are most of what is indexed. */
export async function remarkOnMade(source: Source, engine: Pick<Engine, 'read'>): Promise<readonly Problem[]> {
  const files = await engine.read((view) => view.documents.list({ sources: [source.id] }))
  const made = files.filter(({ meta: { role } }) => role === 'generated').map(({ path }) => path)
  if (made.length < FEWEST_MADE || made.length * 2 < files.length) return []
  const folder = folderOf(made)
  const ignored = folder === '' ? String(made[0]) : folder
  const said = msg('pagesMade', { made: grouped(made.length), files: grouped(files.length), ignored })
  return [{ path: folder === '' ? source.root : folder, said, remedy: said.remedy }]
}

/** The deepest folder that holds nearly all of them; empty for the root. */
function folderOf(paths: readonly string[]): string {
  let folder = ''
  for (;;) {
    const below = paths.filter((path) => path.startsWith(folder))
    const next = Map.groupBy(below, (path) => path.slice(0, path.indexOf('/', folder.length) + 1))
    const [name, subfolderPaths] = [...next].reduce((one, other) => (other[1].length > one[1].length ? other : one))
    if (name.length <= folder.length || subfolderPaths.length < paths.length * TOGETHER) return folder
    folder = name
  }
}

const FILES_AT_ONCE = 1_000

function countStructure(source: Source, engine: Engine) {
  return engine.read(async (view) => {
    const names = await view.documents.names({ sources: [source.id] })
    let symbols = 0
    let dependencies = 0
    for (let at = 0; at < names.length; at += FILES_AT_ONCE) {
      const outlines = await view.documents.outlines(names.slice(at, at + FILES_AT_ONCE).map(({ id }) => id))
      for (const packed of outlines.values()) {
        const outline = unpackOutline(packed)
        symbols += outline.symbols.length
        dependencies += outline.imports.length
      }
    }
    return { symbols, dependencies }
  })
}
