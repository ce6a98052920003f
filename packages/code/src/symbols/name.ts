import { plainName } from '@wuku/text/terms/mark-terms'

/** A symbol as a caller names it. */
export interface RequestedName {
  /** As it was written, without the brackets of a call. */
  readonly fullName: string
  /** `bar` of `Foo.bar`. */
  readonly last: string
  /** `['Foo']` of `Foo.bar`: names that stand around it, outermost first. */
  readonly around: readonly string[]
}

/** `Foo.bar`, `Foo::bar`, `Foo#bar` and `Foo->bar` ask for the same. */
export function readName(text: string): RequestedName {
  const fullName = text
    .trim()
    .replace(/^[`'"](.*)[`'"]$/s, '$1')
    .replace(/\(.*\)$/s, '')
    .trim()
  const parts = partsOf(fullName)
  return { fullName, last: parts.at(-1) ?? fullName, around: parts.slice(0, -1) }
}

/** Names may hold a joint themselves: an Elixir module `Shop.Cart` is asked for by all of it or by its end. */
const partsOf = (name: string): readonly string[] => name.split(/::|->|[.#\\/]/).filter((part) => part !== '')

/** Both forms in which the name may have been declared. */
export const formsOf = ({ fullName, last }: RequestedName): readonly string[] => [...new Set([fullName, last])]

/** How well a symbol answers to a name: not at all, but for its case, or as it is written. */
export function answersTo(
  requestedName: RequestedName,
  namePath: readonly string[],
  file: string,
): 'no' | 'folded' | 'exact' {
  const name = namePath.at(-1) ?? ''
  const isFullName = plainName(name) === plainName(requestedName.fullName)
  const ownParts = partsOf(name)
  const own = ownParts.at(-1) ?? name
  if (!isFullName) {
    if (![own, name].some((each) => plainName(each) === plainName(requestedName.last))) return 'no'
    const containers = [...namePath.slice(0, -1).flatMap(partsOf), ...ownParts.slice(0, -1)]
    if (!isNestedIn(requestedName.around, containers, file)) return 'no'
  }
  return name === requestedName.fullName || name === requestedName.last || own === requestedName.last
    ? 'exact'
    : 'folded'
}

/** Whether the last of the names is what the symbol lies in, and not something further out. */
export function isDirectlyIn(around: readonly string[], namePath: readonly string[], file: string): boolean {
  const [stem = ''] = (file.split('/').at(-1) ?? '').split('.')
  const container = [stem, ...namePath.flatMap(partsOf)].at(-2) ?? ''
  return plainName(container) === plainName(around.at(-1) ?? '')
}

/** Whether the names stand around in this order; the file and its folders count, as modules and packages do. */
export function isNestedIn(around: readonly string[], containers: readonly string[], file: string): boolean {
  if (around.length === 0) return true
  const places = [...file.replace(/(?<=.)\.[^/]*$/, '').split('/'), ...containers].map(plainName)
  let at = 0
  for (const place of places) if (place === plainName(around[at] ?? '')) at++
  return at === around.length
}
