import type { SourceId } from '@wuku/core/core-types'
import type { StoreView } from '@wuku/core/ports/store'
import { compilePhrase } from '@wuku/text/terms/phrase'
import type { CodeContexts } from '../graph/code-context.ts'
import type { CodeContext, CodeFile } from '../graph/import-links.ts'
import { innermostAt, namePathOf } from '../outline.ts'
import { roleOf } from '../roles.ts'
import { definitionIn, type FoundSymbol } from '../symbols/symbol-search.ts'
import { findUses, useTargetOf, type FileUses, type Use } from './find-uses.ts'
import { certainties, rules, type Certainty, type Rule, type UseTarget } from './judge-use.ts'

/** A symbol or file that uses a target, directly or over several steps. */
export interface Dependent {
  readonly source: SourceId
  readonly path: string
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

/** Symbols whose users are looked for at each step, and repositories besides the own one. */
const MAX_FOLLOWED = 60
const MAX_OTHER_SOURCES = 8

export type Traced = Awaited<ReturnType<typeof traceDependents>>

/**
 * Breadth first. Only what is certain or likely is followed; tests are where it ends. `isBounded`: not everything could be
 * looked at.
 */
export async function traceDependents(
  seeds: readonly UseTarget[],
  request: TraceRequest,
  { view, contexts }: { readonly view: StoreView; readonly contexts: CodeContexts },
) {
  const sources = await sourcesNaming(seeds, request.sources, view)
  const opened: CodeContext[] = []
  for (const source of sources) opened.push(await contexts.of(view, source))
  const place = { view, contexts: opened, within: { sources }, isNarrowed: true }
  const met = new Map<string, Certainty>(seeds.map((each) => [keyOf(each), 'certain']))
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
      met.set(key, each.certainty)
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

const byNearness = (a: Dependent, b: Dependent): number =>
  a.steps - b.steps || (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1)

/** Other repositories count where they hold one of the names. */
async function sourcesNaming(seeds: readonly UseTarget[], [own, ...others]: readonly SourceId[], view: StoreView) {
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
  /** How sure it is that each symbol depends on what was asked for. */
  readonly met: ReadonlyMap<string, Certainty>
  readonly step: number
}

/** One for each symbol around a use, by its surest use. Beyond the first step a bare name says nothing. */
function dependentsIn({ file, uses }: FileUses, { followed, met, step }: Step): readonly Dependent[] {
  const found = new Map<number, Dependent>()
  for (const use of uses) {
    if (use.where !== 'code' || (step > 1 && rules[use.rule] === 'name')) continue
    const target = followed[use.target]
    if (!target) continue
    const certainty = weaker(rules[use.rule], met.get(keyOf(target)) ?? 'certain')
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
  const { path, outline, context } = file
  const symbol = outline.symbols[within]
  const found = definitionIn(file, within)
  return {
    source: context.source,
    path,
    line,
    ...(found && { symbol: found }),
    name: namePathOf(outline.symbols, within).join('.'),
    steps: step,
    uses: target.namePath.join('.'),
    rule,
    certainty,
    isTest: roleOf(path) === 'test' || symbol?.kind === 'test',
  }
}

/** The symbols that some lines of a file belong to, the innermost that others may use. */
export function symbolsAtLines(file: CodeFile, lines: readonly number[]): readonly FoundSymbol[] {
  const places = new Set(lines.map((line) => innermostAt(file.outline.symbols, line)))
  return [...places].flatMap((at) => definitionIn(file, at) ?? [])
}
