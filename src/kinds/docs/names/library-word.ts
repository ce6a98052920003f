import type { Library } from '../../../ports/libraries.ts'

/**
 * A library as command lines and lists name it. Titles of web sites become names, so a name is used only where it is its
 * own slug, as `tides` of `/docs/tides`; else the slug, which has letters, digits and `._+-` alone. Without the slash at
 * its beginning: shells on Windows make a path of their own of that.
 */
export function libraryWord({ name, slug }: Pick<Library, 'name' | 'slug'>, version?: string): string {
  const word = slug.endsWith(`/${name}`) ? name : slug.slice(1)
  return version === undefined ? word : `${word}@${version}`
}
