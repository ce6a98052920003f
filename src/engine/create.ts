import type { Source, SourceId } from '../core/words.ts'
import type { Engine, EnginePorts, IndexRequest, NewRoot } from './engine.ts'
import { freshnessOf } from './freshness.ts'
import { compareSource } from './index/compare.ts'
import { forget } from './index/forget.ts'
import { keepFresh } from './index/keep-fresh.ts'
import type { Turns } from './index/turns.ts'
import { updateSources } from './index/update.ts'
import { openDesk } from './keeping/desk.ts'
import { watchSources } from './index/watch.ts'
import { maskHistory } from './documents/masked-history.ts'
import { readNow } from './documents/read-now.ts'
import { searchStore } from './search/search.ts'
import { rememberWords } from '../text/words.ts'
import { addSource, findSource, removeSource } from './sources.ts'

export function createEngine(ports: EnginePorts): Engine {
  const { store } = ports
  const turns: Turns = new Map()
  const wordOf = rememberWords()
  const named = async (names: readonly string[]) => {
    const sources = await store.read((view) => view.sources())
    return names.length === 0 ? sources : [...new Set(names.map((name) => findSource(sources, name)))]
  }
  const index = async (request: IndexRequest & { folders?: readonly string[] }) =>
    updateSources(await named(request.sources), request, { ports, turns })
  return {
    kinds: ports.kinds,
    contexts: ports.contexts,
    read: (work) => store.read(work),
    search: (request) => searchStore(request, { ...ports, wordOf }),
    addSource: (request) => addSource(request, ports),
    removeSource: (name) => removeSource(name, ports),
    forget: (request) => forget(request, { ports, turns }),
    index,
    compare: (place, signal) => compareSource('id' in place ? place : unregistered(place), ports, signal),
    keepFresh: (signal) => keepFresh(signal, { ports, index }),
    watch: async (request) => watchSources(await named(request.sources), request, { ports, index }),
    sourceNamed: async (name) => findSource(await store.read((view) => view.sources()), name),
    freshness: (documents) => freshnessOf(documents, ports),
    readUserFile: (path) => ports.readUserFile(path),
    write: openDesk(ports),
    limits: ports.limits,
    currentChat: ports.currentChat,
    generator: () => ports.generator(),
    embedder: () => ports.embedder(),
    openPadArchive: (path) => ports.openPadArchive(path),
    workspace: () => ports.workspace(),
    resolveRoot: (path, kind) => ports.resolveRoot(path, kind),
    readNow: (source, item) => readNow(source, item, ports),
    historyOf: (source) => maskHistory(ports.openHistory(source)),
    now: () => ports.clock.now(),
    async close() {
      await ports.workshop.close()
      await store.close()
    },
  }
}

/** Ids of sources begin at 1: the store has nothing of this one. */
const unregistered = (root: NewRoot): Source => ({ ...root, id: 0 as SourceId, name: '', indexedAt: null })
