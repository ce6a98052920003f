import type { SourceId } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import { compilePhrase } from '@wuku/text/terms/phrase'
import type { CodeContexts } from '../graph/code-context.ts'
import type { CodeContext } from '../graph/import-links.ts'
import { innermostAt, isDefinition, namePathOf } from '../outline.ts'
import { roleOf } from '../roles.ts'
import type { FoundSymbol } from '../symbols/symbol-search.ts'
import { findUses, useTargetOf, type FileUses, type Use } from './find-uses.ts'
import { certainties, rules, type Certainty, type Rule, type UseTarget } from './judge-use.ts'

/** A symbol or file that uses a target, directly or over several steps. */
export interface Dependent {
  readonly source: SourceId
  readonly path: string
  /** The first use. */
  readonly line: number
  /** `undefined` at the top of a file. */
  readonly symbol?: FoundSymbol
  readonly name: string
  /** 1: it uses what was asked for itself. */
  readonly steps: number
  /** The symbol that it uses, as `Outer.inner`. */
  readonly uses: string
  readonly rule: Rule
  /** The least sure of all steps. */
  readonly certainty: Certainty
  readonly isTest: boolean
}

export interface TraceRequest {
  readonly steps: number
  /** The repositories that are looked through, that of the seeds first. */
  readonly sources: readonly SourceId[]
}

export interface Traced {
  readonly dependents: readonly Dependent[]
  /** Not everything could be looked at. */
  readonly isBounded: boolean
  /** Symbols whose own users were not looked for. */
  readonly unfollowed: number
}

/** Symbols whose users are looked for at each step, and repositories besides the own one. */
const MAX_FOLLOWED = 60
const MAX_OTHER_SOURCES = 8

/** Breadth first. Only what is certain or likely is followed; tests are where it ends. */
export async function traceDependents(
  seeds: readonly UseTarget[],
  request: TraceRequest,
  { view, contexts }: { readonly view: StoreView; readonly contexts: CodeContexts },
): Promise<Traced> {
  const sources = await sourcesNaming(seeds, request.sources, view)
  const opened: CodeContext[] = []
  for (const source of sources) opened.push(await contexts.of(view, source))
  const place = { view, contexts: opened, within: { sources }, isNarrowed: true }
  const met = new Map<string, Dependent>(seeds.map((each) => [keyOf(each), { ...seedOf(each) }]))
  const dependents: Dependent[] = []
  let [targets, isBounded, unfollowed] = [seeds, false, 0]
  for (let step = 1; step <= request.steps && targets.length > 0; step++) {
    const followed = targets.slice(0, MAX_FOLLOWED)
    unfollowed += targets.length - followed.length
    const found = await findUses(new Set(followed.map(({ symbol }) => symbol.name)), followed, place)
    isBounded ||= found.isBounded
    const next: UseTarget[] = []
    for (const each of found.files.flatMap((file) => dependentsIn(file, { followed, met, step }))) {
      const key = keyOf(each.symbol ?? each)
      if (met.has(key)) continue
      met.set(key, each)
      dependents.push(each)
      const context = opened.find(({ source }) => source === each.source)
      if (each.symbol && context && each.certainty !== 'name' && !each.isTest)
        next.push(useTargetOf(each.symbol, context))
    }
    targets = next
  }
  return { dependents: dependents.toSorted(byNearness), isBounded, unfollowed: unfollowed + targets.length }
}

const keyOf = (each: FoundSymbol | Dependent): string =>
  'namePath' in each ? `${each.document} ${each.symbol.line} ${each.symbol.name}` : `${each.source} ${each.path}`

const seedOf = ({ source, path, symbol, namePath }: UseTarget): Dependent => ({
  source,
  path,
  line: symbol.line,
  name: namePath.join('.'),
  steps: 0,
  uses: '',
  rule: 'scope',
  certainty: 'certain',
  isTest: false,
})

const byNearness = (a: Dependent, b: Dependent): number =>
  a.steps - b.steps || (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1)

/** Other repositories count where they hold one of the names. */
async function sourcesNaming(
  seeds: readonly UseTarget[],
  [own, ...others]: readonly SourceId[],
  view: StoreView,
): Promise<readonly SourceId[]> {
  const terms = seeds.flatMap(({ symbol }) => compilePhrase(symbol.name).terms)
  const naming: SourceId[] = []
  for (const source of others) {
    if (naming.length >= MAX_OTHER_SOURCES) break
    if ((await view.terms.stats(terms, [source])).holders.size > 0) naming.push(source)
  }
  return own === undefined ? naming : [own, ...naming]
}

interface Step {
  readonly followed: readonly UseTarget[]
  readonly met: ReadonlyMap<string, Dependent>
  readonly step: number
}

/** One for each symbol around a use, by its surest use. Beyond the first step a bare name says nothing. */
function dependentsIn({ file, uses }: FileUses, { followed, met, step }: Step): readonly Dependent[] {
  const found = new Map<number, Dependent>()
  for (const use of uses) {
    if (use.where !== 'code' || (step > 1 && rules[use.rule] === 'name')) continue
    const target = followed[use.target]
    if (!target) continue
    const certainty = weaker(rules[use.rule], met.get(keyOf(target))?.certainty ?? 'certain')
    const before = found.get(use.within)
    if (before && certainties.indexOf(before.certainty) <= certainties.indexOf(certainty)) continue
    found.set(use.within, dependentOf(use, { file, target, certainty, step }))
  }
  return [...found.values()]
}

const weaker = (one: Certainty, other: Certainty): Certainty =>
  certainties.indexOf(one) > certainties.indexOf(other) ? one : other

interface UsedBy extends Pick<FileUses, 'file'> {
  readonly target: UseTarget
  readonly certainty: Certainty
  readonly step: number
}

function dependentOf({ line, rule, within }: Use, { file, target, certainty, step }: UsedBy): Dependent {
  const { document, path, outline, context } = file
  const { symbols } = outline
  const symbol = symbols[within]
  const namePath = namePathOf(symbols, within)
  const found = symbol && isDefinition(symbol) && { document, path, outline, symbol, namePath, isExact: true }
  return {
    source: context.source,
    path,
    line,
    ...(found && { symbol: found }),
    name: namePath.join('.'),
    steps: step,
    uses: target.namePath.join('.'),
    rule,
    certainty,
    isTest: roleOf(path) === 'test' || symbol?.kind === 'test',
  }
}

/** The symbols that some lines of a file belong to, the innermost that others may use. */
export function symbolsAtLines(
  file: Pick<FoundSymbol, 'document' | 'path' | 'outline'>,
  lines: readonly number[],
): readonly FoundSymbol[] {
  const { symbols } = file.outline
  const places = new Set(lines.map((line) => innermostAt(symbols, line)))
  return [...places].flatMap((at) => {
    const symbol = symbols[at]
    return symbol && isDefinition(symbol) ? [{ ...file, symbol, namePath: namePathOf(symbols, at), isExact: true }] : []
  })
}
