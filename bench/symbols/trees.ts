import { join } from 'node:path'
import { changedTree } from '../changes/repositories.ts'
import { SOURCE } from '../code/ask.ts'
import { cacheFolder, treesFolder } from '../code/places.ts'
import { commitOf } from '../code/repositories.ts'
import { buildAt, type Product } from '../house/build.ts'
import { openKept } from '../house/kept.ts'

/** Repositories in the languages that both know; those of semble, and three of the changes. */
const semble = 'axios redux cobra libuv gson axum tokio httpx starlette aiohttp pydantic plug ecto nvm'.split(' ')
const moreOfSemble = 'lazy.nvim telescope.nvim messagepack-csharp nlohmann-json abseil-cpp'.split(' ')
const changed = ['jekyll', 'composer', 'ripgrep']

export interface SymbolTree {
  readonly name: string
  readonly tree: string
  readonly house: string
}

export const symbolTrees = (only?: readonly string[]): readonly SymbolTree[] =>
  [
    ...[...semble, ...moreOfSemble].map((name) => ({
      name,
      tree: join(treesFolder, 'semble', name),
      house: `whole-${name}`,
    })),
    ...changed.map((name) => ({ name, tree: changedTree(name), house: `changes-${name}` })),
  ].filter(({ name, tree }) => commitOf(tree) !== undefined && (only?.includes(name) ?? true))

export const openTree = ({ tree, house }: SymbolTree): Promise<Product> =>
  openKept({ name: house, sources: [{ kind: 'code', name: SOURCE, root: tree }] }, buildAt(), {
    folder: join(cacheFolder, 'houses'),
    reuse: 'same',
  })

/** Files that a grammar has read, of languages that define something; what is generated or copied is left out. */
export const parsedFiles = (product: Product) =>
  product.engine.read(async (view) =>
    (await view.documents.list()).flatMap(({ path, meta: { language, role } }) =>
      !/^(?:generated|vendored)$/.test(String(role)) &&
      typeof language === 'string' &&
      !/^(?:markdown|json|yaml|toml|html|css|scss|make|cmake|dockerfile|sql)$/.test(language)
        ? [{ path, language }]
        : [],
    ),
  )
