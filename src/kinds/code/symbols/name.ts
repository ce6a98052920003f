import { plainName } from '../../../text/terms/marks.ts'

/** A symbol as a caller names it. */
export interface AskedName {
  /** As it was written, without the brackets of a call. */
  readonly whole: string
  /** `bar` of `Foo.bar`. */
  readonly last: string
  /** `['Foo']` of `Foo.bar`: names that stand around it, outermost first. */
  readonly around: readonly string[]
}

/** `Foo.bar`, `Foo::bar`, `Foo#bar` and `Foo->bar` ask for the same. */
export function readName(text: string): AskedName {
  const whole = text
    .trim()
    .replace(/^[`'"](.*)[`'"]$/s, '$1')
    .replace(/\(.*\)$/s, '')
    .trim()
  const parts = partsOf(whole)
  return { whole, last: parts.at(-1) ?? whole, around: parts.slice(0, -1) }
}

/** Names may hold a joint themselves: an Elixir module `Shop.Cart` is asked for by all of it or by its end. */
const partsOf = (name: string): readonly string[] => name.split(/::|->|[.#\\/]/).filter((part) => part !== '')

/** Both forms in which the name may have been declared. */
export const formsOf = ({ whole, last }: AskedName): readonly string[] => [...new Set([whole, last])]

/** How well a symbol answers to a name: not at all, but for its case, or as it is written. */
export function answersTo(asked: AskedName, namePath: readonly string[], file: string): 'no' | 'folded' | 'exact' {
  const name = namePath.at(-1) ?? ''
  const isWhole = plainName(name) === plainName(asked.whole)
  const ownParts = partsOf(name)
  const own = ownParts.at(-1) ?? name
  if (!isWhole && plainName(own) !== plainName(asked.last) && plainName(name) !== plainName(asked.last)) return 'no'
  if (
    !isWhole &&
    !standsWithin(asked.around, [...namePath.slice(0, -1).flatMap(partsOf), ...ownParts.slice(0, -1)], file)
  )
    return 'no'
  return name === asked.whole || name === asked.last || own === asked.last ? 'exact' : 'folded'
}

/** Whether the names stand around in this order; the file and its folders count, as modules and packages do. */
export function standsWithin(around: readonly string[], containers: readonly string[], file: string): boolean {
  if (around.length === 0) return true
  const places = [...file.replace(/(?<=.)\.[^/]*$/, '').split('/'), ...containers].map(plainName)
  let at = 0
  for (const place of places) if (place === plainName(around[at] ?? '')) at++
  return at === around.length
}
