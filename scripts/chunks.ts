import { join } from 'node:path'

/**
 * Entries that a process or a thread loads at once, each with its static imports. A chunk for each way in which modules
 * are shared between these is some thirty files; by default the bundler makes one for each set of `import()`, and a
 * recall would read a hundred and fifty, each with a look for the file, its package and its compiled code.
 */
const starts: Readonly<Record<string, readonly string[]>> = {
  main: ['packages/cli/src/main.ts'],
  commands: ['packages/cli/src/command-line.ts'],
  engine: [
    'packages/cli/src/compose.ts',
    'packages/cli/src/commands/both-places.ts',
    'packages/cli/src/open-feeds.ts',
    'packages/terminal/src/operation-command.ts',
    'packages/kernel/src/operations/recall/recall.ts',
    'packages/kernel/src/search/search-store.ts',
    'packages/folders/src/folder.ts',
    'packages/folders/src/git/feed.ts',
    'packages/folders/src/git/run.ts',
  ],
  readers: [
    'packages/cli/src/worker.ts',
    'packages/storehouses/src/code-reader.ts',
    'packages/notes/src/note-reader.ts',
    'packages/pads/src/pad-reader.ts',
    'packages/chats/src/chats-reader.ts',
    'packages/docs/src/docs-reader.ts',
  ],
  children: ['packages/formats/src/converter/child.ts', 'packages/models/src/onnx/worker.ts'],
  agent: ['packages/cli/src/attach/attach.ts'],
  session: ['packages/storehouses/src/print-session-context.ts'],
  front: ['packages/cli/src/serve/serve.ts', 'packages/server/src/serve/front.ts'],
}

type GetModule = (id: string) => { readonly importedIds: readonly string[] } | null

/** The chunk of a module that a command or the engine needs; the bundler places all others. */
export function createChunkName(root: string): (id: string, modules: { getModuleInfo: GetModule }) => string | null {
  let names: ReadonlyMap<string, string> | undefined
  return (id, modules) => {
    names ??= chunkNames(root, (each) => modules.getModuleInfo(each))
    return names.get(id) ?? null
  }
}

function chunkNames(root: string, getModule: GetModule): ReadonlyMap<string, string> {
  const sharedBy = new Map<string, string[]>()
  for (const [start, paths] of Object.entries(starts)) {
    const roots = paths.map((path) => join(root, path))
    const gone = roots.filter((id) => !getModule(id))
    if (gone.length > 0) throw new Error(`scripts/chunks.ts names what is not built: ${gone.join(', ')}`)
    for (const id of importedBy(roots, getModule)) sharedBy.set(id, [...(sharedBy.get(id) ?? []), start])
  }
  const shared = [...sharedBy].filter(([, by]) => by.includes('commands') || by.includes('engine'))
  return new Map(shared.map(([id, by]) => [id, by.join('-')]))
}

function importedBy(roots: readonly string[], getModule: GetModule): ReadonlySet<string> {
  const found = new Set(roots)
  for (const id of found) for (const next of getModule(id)?.importedIds ?? []) found.add(next)
  return found
}
