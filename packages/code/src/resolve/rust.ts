import { once } from '@wuku/core/once'
import { readTables } from './configs.ts'
import { configsNamed, foldersAbove, type ResolverContext, type LanguageResolver } from './resolver.ts'
import { folderOf, joinPath, nearest, type PathIndex, stripExtension, within } from './path-index.ts'
import { crateFolder, isModule, moduleFolders, readUse, rustFolders, type RustUse } from './rust-paths.ts'

interface Crate {
  readonly name: string
  /** The folder of its manifest, and that of its library. */
  readonly folder: string
  readonly root: string
}

export function createRustResolver(context: ResolverContext): LanguageResolver {
  const crates = once(() => cratesOf(context))
  const { paths } = context
  return {
    resolve: ({ from, specifier, names }) => {
      const use = readUse(specifier, names)
      const begins = rustFolders(from.path, use)?.map((folder) => ({ folder, isCrate: use.first === 'crate' }))
      for (const start of begins ?? startsOf(from.path, use, crates())) {
        const found = filesAt(paths, start, { use, names })
        if (found.length > 0) return found
      }
      return []
    },
    aliasesOf: (path) => {
      const above = foldersAbove(folderOf(path))
      const crate = crates().find(({ root }) => above.includes(root))
      if (!crate) return []
      const place = ownedBy(path).slice(crate.root === '' ? 0 : crate.root.length + 1)
      const inner = [place, folderOf(place)].map((each) => each.replaceAll('/', '::'))
      return [...new Set(inner)].map((each) => (each === '' ? crate.name : `${crate.name}::${each}`))
    },
  }
}

interface Start {
  readonly folder: string
  /** The folder of a whole crate: files next to it are not its module. */
  readonly isCrate: boolean
}

/** A module in the same folder may have the name of a crate. */
function startsOf(path: string, { first }: RustUse, crates: readonly Crate[]): readonly Start[] {
  const roots = crates.filter(({ name }) => name === first).map(({ root }) => within(root, 'lib.rs'))
  const siblingFolders = [...moduleFolders(path).slice(0, 1), crateFolder(path)].map((folder) => within(folder, first))
  return [
    ...siblingFolders.map((folder) => ({ folder, isCrate: false })),
    ...nearest(path, roots).map((root) => ({ folder: folderOf(root), isCrate: true })),
  ]
}

function cratesOf(context: ResolverContext): readonly Crate[] {
  const manifests = configsNamed(context, 'Cargo.toml')
  return [...manifests].flatMap(([folder, text]) => {
    const tables = readTables(text)
    const name = tables.get('lib.name')?.[0] ?? tables.get('package.name')?.[0]
    const library = joinPath(folder, tables.get('lib.path')?.[0] ?? 'src/lib.rs')
    return name === undefined || library === undefined
      ? []
      : [{ name: name.replaceAll('-', '_'), folder, root: folderOf(library) }]
  })
}

/** The module, or the one that its last part lies in; and those that `names` say lie in it. */
function filesAt(paths: PathIndex, start: Start, { use, names }: { use: RustUse; names: readonly string[] }) {
  const parts = use.path.filter(isModule)
  const modulePath = within(start.folder, parts.join('/'))
  const small = names.filter((name) => /^[\p{Ll}_]/u.test(name))
  const inner = small.flatMap((name) => moduleAt(paths, within(modulePath, name)) ?? [])
  if (inner.length > 0 && inner.length === names.length) return inner
  const outer = use.mayBeInside && parts.length > 0 ? [parts.slice(0, -1)] : []
  const own = [parts, ...outer].flatMap((each) => fileOf(paths, start, each) ?? [])
  return [...own.slice(0, 1), ...inner]
}

function fileOf(paths: PathIndex, { folder, isCrate }: Start, parts: readonly string[]): string | undefined {
  if (parts.length > 0) return moduleAt(paths, within(folder, parts.join('/')))
  const root = ['lib.rs', 'main.rs'].map((name) => within(folder, name)).find((path) => paths.has(path))
  return root ?? (isCrate ? undefined : moduleAt(paths, folder))
}

const moduleAt = (paths: PathIndex, base: string): string | undefined =>
  /(?:^|\/)(?:lib|main|mod)?$/.test(base) ? undefined : [`${base}.rs`, `${base}/mod.rs`].find((path) => paths.has(path))

const ownedBy = (path: string) => (/(?:^|\/)(?:mod|lib|main)\.rs$/.test(path) ? folderOf(path) : stripExtension(path))
