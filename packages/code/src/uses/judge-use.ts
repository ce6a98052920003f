import { isType, lastPart, typeAround, bareType, type Binding, type Occurrence, type UseFile } from './use-file.ts'
import type { Clue } from './receiver.ts'
import type { FoundSymbol } from '../symbols/symbol-search.ts'
import type { Outline } from '../outline.ts'
import { folderOf, stripExtension } from '../resolve/path-index.ts'
import type { SourceId } from '@wuku/core/core-types'

/** How it is known that a use means a definition. Listed from the surest down. */
export const rules = {
  scope: 'certain',
  import: 'certain',
  package: 'certain',
  self: 'certain',
  base: 'certain',
  type: 'certain',
  annotation: 'certain',
  constructor: 'certain',
  returned: 'likely',
  interface: 'likely',
  override: 'likely',
  'same type name': 'likely',
  'package name': 'likely',
  'only definition': 'likely',
  name: 'name',
} as const
export type Rule = keyof typeof rules
export const certainties = ['certain', 'likely', 'name'] as const
export type Certainty = (typeof certainties)[number]

/** `other`: it is known to mean something else of the same name. */
export type Verdict = Rule | 'other'

export interface UseTarget extends FoundSymbol {
  readonly source: SourceId
  /** The type that it belongs to, if it is a member of one. */
  readonly ofType?: string
  /** Specifiers by which other repositories may import its file. */
  readonly packageNames: ReadonlySet<string>
}

/** Facts about other files, loaded before anything is judged. */
export interface Known {
  /** The owner of a use, which is judged once for each definition of its name. */
  clueAt(file: UseFile, occurrence: Occurrence): Clue
  definitions(name: string): readonly FoundSymbol[]
  /** Names of the types that a type is made from, all the way up. */
  ancestors(type: string): ReadonlySet<string>
  returned(name: string): readonly Returned[]
  outlineAt(path: string): Outline | undefined
  resolvedAt(path: string): readonly { readonly names: readonly string[]; readonly paths: readonly string[] }[]
}

export interface Judging {
  readonly target: UseTarget
  readonly file: UseFile
  readonly known: Known
}

export function judgeUse(occurrence: Occurrence, judging: Judging): Verdict {
  const { target, file, known } = judging
  if (occurrence.where === 'comment' || occurrence.where === 'string') return 'name'
  const clue = known.clueAt(file, occurrence)
  if (target.ofType === undefined) return judgeTop(occurrence, clue, judging)
  if (occurrence.where === 'import') return bringsMember(occurrence, judging) ? 'import' : 'name'
  switch (clue.kind) {
    case 'bare':
      return judgeBareMember(occurrence, judging)
    case 'self': {
      const own = typeAround(file.outline, occurrence.within)
      return own === undefined ? 'name' : judgeType(own, 'self', judging)
    }
    case 'type':
      return judgeType(clue.type, clue.rule, judging, clue.module)
    case 'call':
      return judgeReturned(clue.name, judging, clue.module)
    case 'module':
    case 'unknown':
      return isOnlyDefinition(target, known) ? 'only definition' : 'name'
  }
}

const isHome = ({ target, file }: Pick<Judging, 'target' | 'file'>): boolean => file.document === target.document

/** Languages in which members are called without saying whose they are. */
const implicit: ReadonlySet<string | null> = new Set('java,kotlin,scala,c#,swift,c++,dart,ruby'.split(','))

/** `import static shop.Rounding.up` brings a member by its own name. */
function bringsMember({ word }: Occurrence, { target, file }: Judging): boolean {
  const { specifier = '', names = [], paths = [] } = file.bindings.get(word)?.from ?? {}
  const isOfType =
    specifier.endsWith(`.${target.ofType}.${word}`) || (names.includes(word) && lastPart(specifier) === target.ofType)
  return isOfType && (paths.length === 0 || paths.includes(target.path))
}

function judgeBareMember(occurrence: Occurrence, judging: Judging): Verdict {
  const { file } = judging
  const { within } = occurrence
  if (bringsMember(occurrence, judging)) return 'import'
  const own = typeAround(file.outline, within)
  if (own === undefined || !implicit.has(file.outline.language)) return 'name'
  const verdict = judgeType(own, 'self', judging)
  return verdict === 'other' ? 'name' : verdict
}

/** A function, a type or a value that belongs to no type. */
function judgeTop(occurrence: Occurrence, clue: Clue, judging: Judging): Verdict {
  const { target, file, known } = judging
  const { word } = occurrence
  if (clue.kind === 'module') return verdictOf(leads(clue.binding, judging, target.symbol.name), 'import')
  const binding = file.bindings.get(word)
  if (occurrence.where === 'import' && binding) return verdictOf(leads(binding, judging, target.symbol.name), 'import')
  if (clue.kind !== 'bare') {
    const isInside = clue.kind === 'type' && target.namePath.at(-2) === bareType(clue.type)
    return isInside || isOnlyDefinition(target, known) ? 'only definition' : 'name'
  }
  if (isHome(judging)) return isShadowed(occurrence, judging) ? 'name' : 'scope'
  if (binding) return verdictOf(leads(binding, judging, target.symbol.name), 'import')
  const isOwn = file.outline.symbols.some(({ name, container }) => name === word && container < 0)
  if (isOwn) return 'other'
  if (isShadowed(occurrence, judging)) return 'name'
  return judgeUnbound(judging)
}

function judgeUnbound({ target, file, known }: Judging): Verdict {
  if (isSamePackage(file, target)) return 'package'
  const whole = file.imports.filter(({ names }) => names.length === 0 || names.includes('*'))
  if (isSameSource(file, target) && whole.some(({ paths }) => paths.includes(target.path))) return 'import'
  return globals.has(file.outline.language) && known.definitions(target.symbol.name).length === 1
    ? 'only definition'
    : 'name'
}

/** Languages in which names need no import, or an import names none. */
const globals: ReadonlySet<string | null> = new Set('c,c++,ruby,php,bash,lua,sql,swift,css'.split(','))

const verdictOf = (leading: Leading, rule: Rule): Verdict =>
  leading === 'yes' ? rule : leading === 'package' ? 'package name' : leading === 'no' ? 'other' : 'name'

type Leading = 'yes' | 'package' | 'no' | 'unknown'

const isSameSource = (file: UseFile, target: Pick<UseTarget, 'source'>) => file.context.source === target.source

/** Files that only pass on what others define. */
const MAX_PASSED_ON = 4

function leads({ original, from }: Binding, { target, file, known }: Judging, wanted: string): Leading {
  if (original !== '*' && original !== 'default' && original !== wanted && !from.names.includes('*')) {
    const isModule = from.names.length === 0 || from.paths.some((path) => path.includes(original))
    if (!isModule) return 'unknown'
  }
  if (!isSameSource(file, target))
    return [from.specifier, stripExtension(from.specifier), `${from.specifier}.${original}`].some((each) =>
      target.packageNames.has(each),
    )
      ? 'package'
      : 'unknown'
  let paths: readonly string[] = from.paths
  for (let step = 0; step < MAX_PASSED_ON && paths.length > 0; step++) {
    if (paths.includes(target.path)) return 'yes'
    const outlines = paths.map((path) => known.outlineAt(path))
    if (outlines.some((each) => each?.symbols.some(({ name, container }) => container < 0 && name === wanted)))
      return 'no'
    paths = paths.flatMap((path) =>
      known
        .resolvedAt(path)
        .filter(({ names }) => names.length === 0 || names.includes('*') || names.includes(wanted))
        .flatMap((each) => each.paths),
    )
  }
  return 'unknown'
}

/** Whether files see what the other declares without an import. */
function isSamePackage(file: UseFile, target: Pick<UseTarget, 'path' | 'outline' | 'source'>): boolean {
  const { language, module } = file.outline
  if (!isSameSource(file, target) || language !== target.outline.language) return false
  const other = target.outline.module
  if (language === 'go') return folderOf(file.path) === folderOf(target.path) && module === other
  if (language === 'swift') return firstFolders(file.path) === firstFolders(target.path)
  if (!/^(?:java|kotlin|scala|c#|php)$/.test(language ?? '') || module === null) return false
  return module === other || (/^(?:c#|scala)$/.test(language ?? '') && other !== null && module.startsWith(`${other}.`))
}

const firstFolders = (path: string): string => path.split('/').slice(0, 2).join('/')

/** A parameter or a value of the function around it has the same name. */
function isShadowed({ at, within, word }: Occurrence, { target, file }: Judging): boolean {
  const around = file.outline.symbols[within]
  if (!around || isType(around) || (around.line === target.symbol.line && isHome({ target, file }))) return false
  const name = word.replaceAll('$', String.raw`\$`)
  // The result type stands behind the parameters, and a type among them is a use.
  const parameters = isType(target.symbol) ? '' : (/\((.*)\)/s.exec(around.signature)?.[1] ?? '')
  if (around.name !== word && new RegExp(String.raw`(?<![\w.$])${name}\s*(?:\?|:(?!:)|,|=|\)|$)`).test(parameters))
    return true
  const above = file.text.slice(Math.max(0, at - MAX_SHADOW_CHARS), at)
  const start = above.lastIndexOf(around.signature.slice(0, 20))
  return new RegExp(String.raw`\b(?:const|let|var|val)\s+[({[]?[^\n=;]{0,80}?(?<![\w$])${name}(?![\w$])`).test(
    start < 0 ? '' : above.slice(start),
  )
}

const MAX_SHADOW_CHARS = 8_000

function judgeReturned(name: string, judging: Judging, module?: string): Verdict {
  const { known, file } = judging
  const paths = file.bindings.get(module ?? name)?.from.paths ?? [file.path]
  const all = known.returned(name)
  const isDefinedThere = known.definitions(name).some(({ path }) => paths.includes(path))
  const types = new Set(all.flatMap(({ path, type }) => (isDefinedThere && !paths.includes(path) ? [] : [type])))
  const verdicts = new Set([...types].map((type) => judgeType(type, 'returned', judging)))
  verdicts.delete('name')
  const [verdict, ...others] = verdicts
  if (verdict !== undefined && others.length === 0) return rules[verdict as Rule] === 'certain' ? 'returned' : verdict
  return isOnlyDefinition(judging.target, judging.known) ? 'only definition' : 'name'
}

interface Returned {
  readonly path: string
  readonly type: string
}

export function returnedBy({ path, symbol: { name, signature } }: FoundSymbol): readonly Returned[] {
  const type = returnType(signature, name)
  return type === undefined ? [] : [{ path, type }]
}

/** `f(): T`, `f() -> T`, `func f() T`, `T f()`. */
function returnType(signature: string, name: string): string | undefined {
  const behind =
    /\)\s*(?::|->)?\s*(?:Promise<|Awaitable\[|Optional\[|Result<|Option<|Task<)?[*&("']*([\p{L}_][\p{L}\p{N}_.:]*)/u
  const after = behind.exec(signature.slice(signature.indexOf(name) + name.length))?.[1]
  const before = new RegExp(
    String.raw`(\p{Lu}[\p{L}\p{N}_]*)(?:<[^()]{0,80}>)?[?*&\s]+(?:\w+::)?${name}\s*\(`,
    'u',
  ).exec(signature)?.[1]
  return after !== undefined && /\p{Lu}/u.test(after) ? after : before
}

/** A name of several parts, or a long one, that one place defines, is hardly that of a library. */
const isOnlyDefinition = ({ symbol: { name } }: UseTarget, known: Known): boolean =>
  (/\p{Ll}\p{Lu}|\p{L}_\p{L}/u.test(name) || name.length > 8) && known.definitions(name).length === 1

function judgeType(written: string, rule: Rule, judging: Judging, module?: string): Verdict {
  const { target, file, known } = judging
  const bare = bareType(written)
  const binding = file.bindings.get(bare)
  const type = binding && /^\p{L}/u.test(binding.original) && binding.original !== 'default' ? binding.original : bare
  const wanted = target.ofType ?? ''
  if (type === wanted) return judgeSameName(type, rule, { ...judging, ...(binding && { binding }) })
  const above = known.ancestors(type)
  if (above.has(wanted)) {
    const definesOwn = known.definitions(target.symbol.name).some(({ namePath }) => namePath.at(-2) === type)
    return definesOwn ? 'override' : rule === 'self' ? 'base' : rule === 'returned' ? 'returned' : 'base'
  }
  if (known.ancestors(wanted).has(type)) return 'interface'
  const definitions = known.definitions(type)
  if (definitions.some(({ symbol }) => isType(symbol))) return 'other'
  if (rule === 'constructor' && definitions.length > 0) return judgeReturned(type, judging, module)
  return isOnlyDefinition(target, known) ? 'only definition' : 'name'
}

function judgeSameName(type: string, rule: Rule, judging: Judging & { readonly binding?: Binding }): Verdict {
  const { target, file, known, binding } = judging
  if (isHome(judging)) return rule
  if (binding) {
    const leading = leads(binding, judging, type)
    if (leading !== 'unknown') return leading === 'yes' ? rule : verdictOf(leading, rule)
  }
  const homes = known.definitions(type).filter(({ symbol }) => isType(symbol))
  if (!binding && homes.some(({ document }) => document === file.document)) return 'other'
  if (isSamePackage(file, target)) return rule
  const isOthers = homes.some(
    (home) => home.path !== target.path && isSamePackage(file, { ...home, source: target.source }),
  )
  if (!binding && isOthers) return 'other'
  const isImported = file.imports.some(({ paths }) => paths.includes(target.path))
  if (isSameSource(file, target) && isImported) return rule
  return homes.length <= 1 ? 'same type name' : 'name'
}

const MAX_STEPS_UP = 6

export function ancestorsOf(type: string, known: Pick<Known, 'definitions'>): ReadonlySet<string> {
  const found = new Set<string>()
  let next = [type]
  for (let step = 0; step < MAX_STEPS_UP && next.length > 0; step++) {
    const bases = next.flatMap((name) => known.definitions(name).flatMap((each) => basesOf(each)))
    // Namesakes have the same bases: without this, each step would multiply them.
    next = [...new Set(bases)].filter((name) => !found.has(name))
    for (const name of next) found.add(name)
  }
  found.delete(type)
  return found
}

const NO_BASE =
  /^(?:class|struct|interface|trait|object|enum|extends|implements|with|public|private|protected|virtual|for|where|type|of|new)$/

/** The names behind that of a type in its head. */
export function basesOf({ symbol }: Pick<FoundSymbol, 'symbol'>): readonly string[] {
  if (!isType(symbol)) return []
  const behind = symbol.signature.slice(symbol.signature.indexOf(symbol.name) + symbol.name.length)
  const plain = behind.replaceAll(/<[^<>]*>/g, '').replace(/^\s*(?:private |public )?\((?=[^()]*:)[^()]*\)/, '')
  return [...plain.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)]
    .map(([name]) => name)
    .filter((name) => !NO_BASE.test(name))
    .slice(0, 12)
}
