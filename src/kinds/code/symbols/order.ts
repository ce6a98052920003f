import type { StoreView } from '../../../ports/store.ts'
import { markTerm, plainName } from '../../../text/marks.ts'
import type { CodeContext } from '../graph/context.ts'
import { roleOrder } from '../graph/order.ts'
import type { SymbolKind } from '../outline.ts'
import { exportKeys } from '../resolve/keys.ts'
import { roleOf } from '../roles.ts'
import type { FoundSymbol } from './find.ts'

export interface WeighedSymbol {
  readonly found: FoundSymbol
  /** Files that import its file, as far as the index tells at a glance. */
  readonly importers: number
}

/** Written so first, then what others may use, sources before tests, types and functions before what they hold. */
export function byWorth(forms: readonly string[]): (a: WeighedSymbol, b: WeighedSymbol) => number {
  const places = new Map(forms.map((form, at) => [form, at]))
  const keys = ({ found, importers }: WeighedSymbol): readonly number[] => [
    found.isExact ? 0 : 1,
    places.get(plainName(found.symbol.name)) ?? forms.length,
    roleOrder(roleOf(found.path)),
    found.symbol.isExported ? 0 : 1,
    values.has(found.symbol.kind) ? 1 : 0,
    -importers,
    found.symbol.container < 0 ? 0 : 1,
  ]
  return (a, b) => compare(keys(a), keys(b)) || byPlace(a.found, b.found)
}

const values: ReadonlySet<SymbolKind> = new Set(['field', 'variable', 'constant'])

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((key, place) => key !== other[place])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

const byPlace = (a: FoundSymbol, b: FoundSymbol): number =>
  a.path === b.path ? a.symbol.line - b.symbol.line : a.path < b.path ? -1 : 1

/** Where more files define something, none of them is the one that everybody means. */
const MOST_WEIGHED = 40

export async function weighed(
  found: readonly FoundSymbol[],
  place: { readonly view: StoreView; readonly context: CodeContext },
): Promise<readonly WeighedSymbol[]> {
  const files = new Map(found.map((each) => [each.path, each]))
  if (files.size === 1 || files.size > MOST_WEIGHED) return found.map((each) => ({ found: each, importers: 0 }))
  const counts = new Map<string, number>()
  for (const [path, each] of files) counts.set(path, await importersOf(each, place))
  return found.map((each) => ({ found: each, importers: counts.get(each.path) ?? 0 }))
}

/** Chunks that hold the commonest of its longer keys: a bare file name is shared by too many. */
async function importersOf(
  { path, outline }: FoundSymbol,
  { view, context }: { readonly view: StoreView; readonly context: CodeContext },
): Promise<number> {
  const { language, module } = outline
  const keys = exportKeys(path, { language, module, aliases: context.resolver.aliasesOf(path, language) })
  const terms = keys.filter((key) => key.includes('/', 1) || key.startsWith('/')).map((key) => markTerm('imp', key))
  return Math.max(0, ...(await view.terms.stats(terms)).holders.values())
}
