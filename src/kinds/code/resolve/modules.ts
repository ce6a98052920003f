import type { Importer } from './wanted.ts'
import { folderOf, within } from './paths.ts'

/** Where a module's root lies, and which first parts of its name no folder stands for. */
export interface ModuleRoot {
  readonly folder: string
  readonly omitted: readonly string[]
}

/** `src/Flow/X.cs` of the namespace `Acme.App.Flow`: `Acme.App` lies in `src`. */
export function moduleRoot({ path, module }: Importer, separator: string): ModuleRoot | undefined {
  if (module === null) return undefined
  const parts = module.split(separator)
  const folders = folderOf(path) === '' ? [] : folderOf(path).split('/')
  let shared = 0
  while (shared < parts.length && same(parts.at(-1 - shared), folders.at(-1 - shared))) shared++
  const folder = folders.slice(0, folders.length - shared).join('/')
  return { folder, omitted: parts.slice(0, parts.length - shared) }
}

/** Folders may be written small where names are not. */
const same = (part: string | undefined, folder: string | undefined): boolean =>
  part?.toLowerCase() === folder?.toLowerCase()

/** The place below the root that has the name; `undefined` when the name begins otherwise. */
export function placeBelow(root: ModuleRoot | undefined, parts: readonly string[]): string | undefined {
  if (!root?.omitted.every((part, at) => part === parts[at])) return undefined
  return within(root.folder, parts.slice(root.omitted.length).join('/'))
}
