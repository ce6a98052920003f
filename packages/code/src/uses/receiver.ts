import { createLruMap } from '@wuku/core/lru-map'
import { bareType, isType, typeAround, type Binding, type Occurrence, type UseFile } from './use-file.ts'

/** The expression before a name, as far as it identifies the owner. */
export type Clue =
  | { readonly kind: 'bare' | 'self' | 'unknown' }
  | { readonly kind: 'type'; readonly type: string; readonly rule: TypeClue; readonly module?: string }
  /** The result of a function, and the module that stands before its name. */
  | { readonly kind: 'call'; readonly name: string; readonly module?: string }
  | { readonly kind: 'module'; readonly binding: Binding }

type TypeClue = 'type' | 'annotation' | 'constructor'

const SELF = /^(?:\$?this|self|Self|cls|super|parent|static|@)$/
const MAX_HEAD = 600

export function clueOf(file: UseFile, { at, within }: Pick<Occurrence, 'at' | 'within'>): Clue {
  const joint = file.outline.language === 'lua' ? /(?:\.|:)\s*$/ : /(?:\?\.|!\.|\.|->|::|&\.)\s*$/
  const head = file.text.slice(Math.max(0, at - MAX_HEAD), at)
  const found = joint.exec(head)
  if (head.endsWith('@')) return { kind: 'self' }
  if (!found || head[found.index - 1] === '.') return { kind: 'bare' }
  const before = head.slice(0, found.index).trimEnd()
  if (/[)\]]$/.test(before)) return clueOfCall(before)
  const name = /[@$]*[\p{L}_$][\p{L}\p{N}_$]*[!?]?$/u.exec(before)?.[0]
  if (name === undefined) return { kind: 'unknown' }
  if (SELF.test(name) || (name === 'base' && file.outline.language === 'c#')) return { kind: 'self' }
  return clueOfName(file, name, { at, within, rest: before.slice(0, -name.length) })
}

/** `new Cart().`, `Cart().`, `open().` */
function clueOfCall(before: string): Clue {
  let depth = 0
  for (let at = before.length - 1; at >= 0; at--) {
    if (')]'.includes(before[at] ?? '')) depth++
    else if ('(['.includes(before[at] ?? '') && --depth === 0) {
      const head = before.slice(0, at)
      const [, isNew, name] = /(new\s+)?(?:[\w$]+(?:\.|::))*([\p{L}_$][\p{L}\p{N}_$]*)(?:<[^<>]*>)?$/u.exec(head) ?? []
      if (name === undefined) {
        const inner = /^\(?\s*(?:await\s+)?new\s+([\p{L}_][\p{L}\p{N}_]*)/u.exec(before.slice(at))?.[1]
        return inner === undefined ? { kind: 'unknown' } : { kind: 'type', type: inner, rule: 'constructor' }
      }
      if (name === 'super') return { kind: 'self' }
      const made = /([\p{Lu}][\p{L}\p{N}_]*)(?:\.|::)new$/u.exec(head)?.[1]
      return isNew !== undefined || made !== undefined
        ? { kind: 'type', type: made ?? name, rule: 'constructor' }
        : { kind: 'call', name }
    }
  }
  return { kind: 'unknown' }
}

interface NamedPlace extends Pick<Occurrence, 'at' | 'within'> {
  readonly rest: string
}

function clueOfName(file: UseFile, name: string, { at, within, rest }: NamedPlace): Clue {
  const owner = /([@$]?[\p{L}_$][\p{L}\p{N}_$]*)\s*(?:\?\.|!\.|\.|->|::)\s*$/u.exec(rest)?.[1]
  const isOfSelf = owner !== undefined && SELF.test(owner)
  const binding = owner === undefined ? file.bindings.get(name) : undefined
  const bare = name.replace(/^[@$]+/, '')
  if (binding && isModule(binding, name)) return { kind: 'module', binding }
  if (binding && /^\p{Lu}/u.test(bare)) return { kind: 'type', type: bare, rule: 'type' }
  const variable =
    owner === undefined || isOfSelf
      ? variableType(file, bare, { at, within, isField: isOfSelf })
      : fieldType(file, { owner, field: bare }, { at, within })
  if (variable && !binding) return variable
  if (/^\p{Lu}/u.test(bare)) return { kind: 'type', type: bare, rule: 'type' }
  if (binding) return variable ?? { kind: 'module', binding }
  return variable ?? { kind: 'unknown' }
}

const isModule = ({ original, from }: Binding, name: string): boolean =>
  original === '*' || (from.names.length === 0 && !/^\p{Lu}/u.test(name))

const TYPE = String.raw`(?:[\p{Ll}_]\w*(?:\.|::|\\))*(\p{Lu}[\p{L}\p{N}_]*(?:(?:\.|::)[\p{L}\p{N}_]+)*)`
const GENERIC = String.raw`(?:<[^;=(){}\n]{0,80}>|\[[^\]\n]{0,80}\])?`
const MADE = String.raw`\s*(?::=|<-|=)\s*(?:await\s+|try[!?]?\s+|yield\s+)?`

type TypeRule = 'annotation' | 'constructor' | 'call' | 'element'

/** How languages say what a list holds. */
const listPatterns = (name: string): readonly string[] => [
  String.raw`(?<![\w.$])${name}\s*:?\s*\[\][&*]?${TYPE}`,
  String.raw`(?<![\w.$])${name}\s*:\s*(?:readonly\s+)?${TYPE}\[\]`,
  String.raw`(?<![\w.$])${name}\s*:\s*&?(?:mut\s+)?(?:[\w.]*(?:[Ll]ist|Sequence|Iterable|[Ss]et|Vec|Array|[Tt]uple))[<[]&?${TYPE}`,
  String.raw`(?:List|Set|Collection|Iterable|IEnumerable|IList)<${TYPE}>\s+${name}\b`,
]

/** How languages say of what type a value is. */
const patternsFor = (name: string, isGo: boolean): readonly (readonly [TypeRule, string])[] => [
  [
    'annotation',
    String.raw`(?<![\w.$])${name}[?!]?\s*:\s*(?:(?:readonly|mut|dyn|impl|in|out|inout|const|final)\s+|[&*?"'(]|'\w+\s|(?:Optional|Annotated|Box|Rc|Arc)[<[]){0,4}${TYPE}`,
  ],
  ['annotation', String.raw`(?<![\w.])${TYPE}${GENERIC}(?:\[\])?[?&*\s]+\$?${name}\s*(?=[=;,){:]|$|in\b)`],
  ...(isGo ? [['annotation', String.raw`(?<![\w.])${name}\s+(?:\.\.\.)?\*?${TYPE}`] as const] : []),
  [
    'constructor',
    String.raw`(?<![\w$])[@$]?${name}(?:\s*:[^=\n]{0,80})?${MADE}(?:new\s+)?[&\\]?${TYPE}${GENERIC}\s*(?:[({!]|$)`,
  ],
  ['constructor', String.raw`(?<![\w.])${TYPE}\([^\n]{0,200}\)\s+as\s+${name}\b`],
  ['call', String.raw`(?<![\w$])[@$]?${name}${MADE}(?:[\w$]+(?:\.|->|::))*([\p{Ll}_]\w*)\(`],
  ['element', String.raw`(?<![\w$])${name}\s*(?::=\s*range|\s(?:of|in))\s+&?(?:\w+\.)?([\p{L}_]\w*)`],
]

const MAX_SCOPE = 20_000

/** The type of a value: by what the function around says of it, else the type around, else the file. */
function variableType(
  file: UseFile,
  name: string,
  { at, within, isField }: Pick<Occurrence, 'at' | 'within'> & { readonly isField: boolean },
): Clue | undefined {
  const scopes = scopesAround(file, within, at)
  return typeIn(isField ? scopes.slice(1) : scopes, name, file)
}

/** The type of a field, where the type of its owner is declared in the same file. */
function fieldType(
  file: UseFile,
  { owner, field }: { readonly owner: string; readonly field: string },
  place: Pick<Occurrence, 'at' | 'within'>,
): Clue | undefined {
  const around = variableType(file, owner.replace(/^[@$]+/, ''), { ...place, isField: false })
  const type = around?.kind === 'type' ? bareType(around.type) : undefined
  const declared = file.outline.symbols.find((symbol) => symbol.name === type && isType(symbol))
  if (!declared) return undefined
  const [from, to] = [declared.line, declared.endLine + 1].map((line) => file.lines().startOf(line))
  return typeIn([file.text.slice(from, to)], field, file)
}

const compiled = createLruMap<string, readonly (readonly [TypeRule, RegExp])[]>(200)

function compiledFor(name: string, isGo: boolean): readonly (readonly [TypeRule, RegExp])[] {
  const key = `${isGo} ${name}`
  const written = name.replaceAll('$', String.raw`\$`)
  const patterns =
    compiled.get(key) ?? patternsFor(written, isGo).map(([rule, source]) => [rule, new RegExp(source, 'gmu')] as const)
  compiled.set(key, patterns)
  return patterns
}

/** The lines with a name, one before and two behind: patterns reach no further, and a whole text takes long. */
function linesAround(text: string, name: string): string {
  const parts: string[] = []
  let end = -1
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, Math.max(end, at + 1))) {
    const start = text.lastIndexOf('\n', Math.max(0, text.lastIndexOf('\n', at) - 1)) + 1
    const next = [0, 1, 2].reduce((from) => (from < 0 ? from : text.indexOf('\n', from + 1)), at - 1)
    if (start > end) parts.push('\n\0\n')
    parts.push(text.slice(Math.max(start, end), next < 0 ? text.length : next))
    end = next < 0 ? text.length : next
  }
  return parts.join('')
}

function typeIn(scopes: readonly string[], name: string, { outline }: UseFile): Clue | undefined {
  const patterns = compiledFor(name, outline.language === 'go')
  for (const whole of scopes) {
    const scope = linesAround(whole, name)
    if (scope === '') continue
    let last:
      | { readonly index: number; readonly rule: TypeRule; readonly type: string; readonly text: string }
      | undefined
    for (const [rule, pattern] of patterns)
      for (const { index, 0: text, 1: type = '' } of scope.matchAll(pattern))
        if (!last || index > last.index || (index === last.index && rule !== 'call')) last = { index, rule, type, text }
    if (!last) continue
    const { rule, type, text } = last
    if (rule === 'element') return elementType(scopes, type)
    const module = new RegExp(String.raw`([\p{Ll}_]\w*)(?:\.|::)${type.replaceAll('.', String.raw`\.`)}`, 'u').exec(
      text,
    )?.[1]
    const clue = rule === 'call' ? ({ kind: 'call', name: type } as const) : clueOfWritten(type, rule)
    return module === undefined ? clue : { ...clue, module }
  }
  return undefined
}

function elementType(scopes: readonly string[], list: string): Clue | undefined {
  for (const scope of scopes)
    for (const pattern of listPatterns(list)) {
      const type = new RegExp(pattern, 'u').exec(scope)?.[1]
      if (type !== undefined) return { kind: 'type', type, rule: 'annotation' }
    }
  return undefined
}

/** `Cart::new` makes a `Cart`; what `Cart.load` gives, only its definition says. */
function clueOfWritten(written: string, rule: TypeClue): Extract<Clue, { readonly kind: 'type' | 'call' }> {
  const parts = written.split(/\.|::/)
  const types = parts.filter((part) => /^\p{Lu}/u.test(part))
  const last = parts.at(-1) ?? ''
  if (/^(?:new|default|from)$/i.test(last) || types.length === parts.length)
    return { kind: 'type', type: types.at(-1) ?? last, rule }
  return { kind: 'call', name: last }
}

/** Texts of the function around a place up to it, of the type around it, and of the file. */
function scopesAround(file: UseFile, within: number, at: number): readonly string[] {
  const { text, outline } = file
  const { symbols } = outline
  const around = symbols[within]
  const start = around ? file.lines().startOf(around.line) : at
  const container = around?.container ?? -1
  const isMember = typeAround(outline, within) !== undefined && symbols[container] !== undefined
  const outer = symbols[isMember ? container : within]
  const from = outer ? file.lines().startOf(outer.line) : 0
  return [
    text.slice(Math.max(start, at - MAX_SCOPE), at),
    text.slice(from, from + 3 * MAX_SCOPE),
    text.slice(0, 3 * MAX_SCOPE),
  ]
}
