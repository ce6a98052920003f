/** Paths are `/`-separated from the top of the source, without a slash at either end; the top itself is empty. */

/** `undefined` when it leads above the top: nothing outside of the source is ever named. */
export function joinPath(folder: string, relative: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export const within = (folder: string, name: string): string =>
  folder === '' || name === '' ? folder + name : `${folder}/${name}`

/** Extensions that an import may leave out or write for another one. Others, as in `./users.service`, are part of a name. */
const EXTENSION =
  /(?:\.d)?\.(?:[cm]?[jt]sx?|vue|svelte|astro|json|py|pyi|go|rs|java|kts?|scala|sc|groovy|cs|php|rb|rake|c|cc|cpp|cxx|h|hh|hpp|hxx|inc|inl|ipp|exs?|l?hs|lua|dart|zig|css|scss|sass|less|html?|sh|bash|swift)$/i

export const stripExtension = (path: string): string => path.replace(EXTENSION, '')

/** Folders that a specifier leaves out between the name of a package and its parts. */
export const withoutRoots = (path: string): string => path.replaceAll(/(?<=^|\/)(?:lib|src)\//g, '')
