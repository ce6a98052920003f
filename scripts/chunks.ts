import { join } from 'node:path'

/**
 * Entries that a process or a thread loads at once, each with its static imports. A chunk for each way in which modules
 * are shared between these is some thirty files; by default the bundler makes one for each set of `import()`, and a
 * recall would read a hundred and fifty, each with a look for the file, its package and its compiled code.
 */
const starts: Readonly<Record<string, readonly string[]>> = {
  main: ['src/app/main.ts'],
  commands: ['src/app/command-line.ts'],
  engine: ['src/app/compose.ts'],
  readers: [
    'src/app/worker.ts',
    'src/app/code-reader.ts',
    'src/kinds/notes/reader.ts',
    'src/kinds/pads/reader.ts',
    'src/kinds/chats/reader.ts',
    'src/kinds/docs/reader.ts',
  ],
  children: ['src/adapters/formats/child.ts', 'src/adapters/models/onnx/worker.ts'],
  agent: ['src/app/attach/attach.ts'],
  session: ['src/app/session-context/tell.ts'],
  front: ['src/app/serve/serve.ts', 'src/app/serve/front.ts'],
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
