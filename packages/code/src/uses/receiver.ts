import { typeAround, type Binding, type Occurrence, type UseFile } from './use-file.ts'

/** The expression before a name, as far as it identifies the owner. */
export type Clue =
  | { readonly kind: 'bare' | 'self' | 'unknown' }
  | { readonly kind: 'type'; readonly type: string; readonly rule: 'type' | 'annotation' | 'constructor' }
  /** The result of a function. */
  | { readonly kind: 'call'; readonly name: string }
  | { readonly kind: 'module'; readonly binding: Binding }

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
  if (SELF.test(name)) return { kind: 'self' }
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
  /** The text before the name. */
  readonly rest: string
}

function clueOfName(file: UseFile, name: string, { at, within, rest }: NamedPlace): Clue {
  const owner = /([@$]?[\p{L}_$][\p{L}\p{N}_$]*)\s*(?:\?\.|!\.|\.|->|::)\s*$/u.exec(rest)?.[1]
  const isOfSelf = owner !== undefined && SELF.test(owner)
  const binding = owner === undefined ? file.bindings.get(name) : undefined
  const bare = name.replace(/^[@$]+/, '')
  const variable =
    owner === undefined || isOfSelf ? variableType(file, bare, { at, within, isField: isOfSelf }) : undefined
  if (variable && !binding) return variable
  if (binding && isModule(binding, name)) return { kind: 'module', binding }
  if (/^\p{Lu}/u.test(bare)) return { kind: 'type', type: bare, rule: 'type' }
  if (binding) return variable ?? { kind: 'module', binding }
  return variable ?? { kind: 'unknown' }
}

const isModule = ({ original, from }: Binding, name: string): boolean =>
  original === '*' || (from.names.length === 0 && !/^\p{Lu}/u.test(name))

const TYPE = String.raw`(?:[\p{Ll}_]\w*(?:\.|::|\\))*(\p{Lu}[\p{L}\p{N}_]*(?:(?:\.|::)[\p{L}\p{N}_]+)*)`
const GENERIC = String.raw`(?:<[^;=(){}\n]{0,80}>|\[[^\]\n]{0,80}\])?`
const MADE = String.raw`\s*(?::=|<-|=)\s*(?:await\s+|try[!?]?\s+|yield\s+)?`

type TypeRule = 'annotation' | 'constructor' | 'call'

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
]

const MAX_SCOPE = 20_000

/** The type of a value: by what the function around says of it, else the type around, else the file. */
function variableType(
  file: UseFile,
  name: string,
  { at, within, isField }: Pick<Occurrence, 'at' | 'within'> & { readonly isField: boolean },
): Clue | undefined {
  const scopes = scopesAround(file, within, at)
  const compiled = patternsFor(name.replaceAll('$', String.raw`\$`), file.outline.language === 'go').map(
    ([rule, source]) => [rule, new RegExp(source, 'gmu')] as const,
  )
  for (const scope of isField ? scopes.slice(1) : scopes) {
    if (!scope.includes(name)) continue
    let last: { readonly index: number; readonly rule: TypeRule; readonly type: string } | undefined
    for (const [rule, pattern] of compiled)
      for (const { index, 1: type = '' } of scope.matchAll(pattern))
        if (!last || index > last.index || (index === last.index && rule !== 'call')) last = { index, rule, type }
    if (!last) continue
    const { rule, type } = last
    return rule === 'call' ? { kind: 'call', name: type } : clueOfWritten(type, rule)
  }
  return undefined
}

/** `Cart::new` makes a `Cart`; what `Cart.load` gives, only its definition says. */
function clueOfWritten(written: string, rule: 'annotation' | 'constructor'): Clue {
  const parts = written.split(/\.|::/)
  const types = parts.filter((part) => /^\p{Lu}/u.test(part))
  const last = parts.at(-1) ?? ''
  if (/^(?:new|default|from)$/i.test(last) || types.length === parts.length)
    return { kind: 'type', type: types.at(-1) ?? last, rule }
  return { kind: 'call', name: last }
}

/** Texts of the function around a place up to it, of the type around it, and of the file. */
function scopesAround({ text, outline }: UseFile, within: number, at: number): readonly string[] {
  const { symbols } = outline
  const around = symbols[within]
  const start = around ? backLines(text, at, around.line) : at
  const container = around?.container ?? -1
  const isMember = typeAround(outline, within) !== undefined && symbols[container] !== undefined
  const outer = symbols[isMember ? container : within]
  const from = outer ? backLines(text, at, outer.line) : 0
  return [
    text.slice(Math.max(start, at - MAX_SCOPE), at),
    text.slice(from, from + 3 * MAX_SCOPE),
    text.slice(0, 3 * MAX_SCOPE),
  ]
}

/** Start of a line that precedes a place. */
function backLines(text: string, at: number, line: number): number {
  let start = 0
  for (let row = 1; row < line; row++) {
    const next = text.indexOf('\n', start)
    if (next < 0 || next >= at) return start
    start = next + 1
  }
  return start
}
