import { rustBodies } from '../body-rules.ts'
import type { SyntaxNode } from '@wuku/core/ports/syntax'
import type { SymbolKind } from '../../outline.ts'
import type { Declared, LanguageRules, NewImport, NodeContext } from '../rules.ts'
import { alike, childOf, fieldText, textOf } from '../rules.ts'

export const rust: LanguageRules = {
  name: 'rust',
  extensions: ['.rs'],
  declarations: {
    ...alike(['function_item', 'function_signature_item'], callable),
    ...alike(['struct_item', 'union_item'], (seen) => ({ ...item(seen, 'struct'), isEntered: true })),
    enum_item: (seen) => ({ ...item(seen, 'enum'), isEntered: true }),
    enum_variant: (seen) => ({ ...item(seen, 'constant'), isExported: seen.around.at(-1)?.isExported ?? false }),
    field_declaration: (seen) => item(seen, 'field'),
    trait_item: (seen) => ({ ...item(seen, 'trait'), isEntered: true }),
    impl_item: implementation,
    mod_item: (seen) => ({ ...item(seen, 'module'), isEntered: true }),
    macro_definition: macro,
    const_item: (seen) => item(seen, 'constant'),
    static_item: (seen) => item(seen, 'variable'),
    ...alike(['type_item', 'associated_type'], (seen) => item(seen, 'type')),
  },
  transparent: ['ERROR'],
  regions: /^(?:foreign_mod_item|declaration_list)$/,
  attributes: /^attribute_item$/,
  imports: { use_declaration: used, extern_crate_declaration: externCrate, mod_item: moduleFile },
  comments: ['line_comment', 'block_comment'],
  bodies: rustBodies,
  blanked: withoutItemMacros,
}

/** Members of a trait, and of its implementations, are as public as the trait is. */
function item(seen: NodeContext, kind: SymbolKind): Declared {
  const name = fieldText(seen, 'name')
  const isPublic = childOf(seen.node, ['visibility_modifier']) !== null
  const around = seen.around.at(-1)
  const isOfTrait = around?.isExported === true && (around.kind === 'trait' || around.kind === 'impl')
  const isExported = isPublic || isOfTrait
  return { name: name === '_' ? '' : name, kind, isExported, body: seen.node.childForFieldName('body') }
}

function callable(seen: NodeContext): Declared {
  const around = seen.around.at(-1)?.kind
  return item(seen, around === 'impl' || around === 'trait' ? 'method' : 'function')
}

function implementation({ node, text }: NodeContext): Declared {
  const type = node.childForFieldName('type')
  const isOfTrait = node.childForFieldName('trait') !== null
  const name = type ? nameOfType(type, text) : ''
  return { name, kind: 'impl', isExported: isOfTrait, body: node.childForFieldName('body'), isEntered: true }
}

/** `Server` for `net::Server<T>` and `&'a mut Server`. */
function nameOfType(type: SyntaxNode, text: string): string {
  const inner = type.childForFieldName(type.type === 'scoped_type_identifier' ? 'name' : 'type')
  const isWrapped =
    type.type === 'scoped_type_identifier' || type.type === 'generic_type' || type.type === 'reference_type'
  if (isWrapped && inner) return nameOfType(inner, text)
  return textOf(type, text).replaceAll(/\s+/g, ' ').slice(0, 120)
}

/** Attributes stand before it, and one of them says that it leaves its crate. */
function macro(seen: NodeContext): Declared {
  const { node, text } = seen
  const before = text.slice(Math.max(0, node.startIndex - 160), node.startIndex)
  const isExported = /#\[macro_export\b[^{};]*$/.test(before)
  return { name: fieldText(seen, 'name'), kind: 'macro', isExported, body: childOf(node, ['macro_rule']) }
}

/** `mod x;` takes the file of that name in: `mod x`, so that it is not taken for a crate called `x`. */
function moduleFile(seen: NodeContext): NewImport | undefined {
  const isExternal = !seen.node.childForFieldName('body')
  return isExternal ? { specifier: `mod ${fieldText(seen, 'name')}`, names: [] } : undefined
}

function externCrate(seen: NodeContext): NewImport {
  return { specifier: fieldText(seen, 'name'), names: [] }
}

/** Types are names taken from a module; what is written small may be a module itself, and stays in the path. */
function used({ node, text }: NodeContext): readonly NewImport[] {
  const argument = node.childForFieldName('argument')
  const namesBy = new Map<string, string[]>()
  for (const path of argument ? pathsOf(argument, text, []) : []) {
    const last = path.at(-1) ?? ''
    const isName = path.length > 1 && /^(?:\p{Lu}|\*$)/u.test(last)
    const specifier = (isName ? path.slice(0, -1) : path).join('::')
    const names = namesBy.get(specifier) ?? []
    namesBy.set(specifier, isName ? [...names, last] : names)
  }
  return [...namesBy].map(([specifier, names]) => ({ specifier, names }))
}

type Path = readonly string[]

function pathsOf(node: SyntaxNode, text: string, before: Path): readonly Path[] {
  switch (node.type) {
    case 'use_list':
      return node.namedChildren.flatMap((each) => pathsOf(each, text, before))
    case 'scoped_use_list': {
      const path = [...before, ...partsOf(node.childForFieldName('path'), text)]
      const list = node.childForFieldName('list')
      return list ? pathsOf(list, text, path) : []
    }
    case 'use_as_clause':
      return [ofList(before, partsOf(node.childForFieldName('path'), text))]
    case 'use_wildcard':
      return [[...before, ...partsOf(node.namedChildren[0] ?? null, text), '*']]
    case 'line_comment':
    case 'block_comment':
      return []
    default:
      return [ofList(before, partsOf(node, text))]
  }
}

/** `a::{self}` is `a`. */
const ofList = (before: Path, parts: Path): Path =>
  before.length > 0 && parts.length === 1 && parts[0] === 'self' ? before : [...before, ...parts]

const partsOf = (path: SyntaxNode | null, text: string): Path =>
  textOf(path, text)
    .replaceAll(/\s+/g, '')
    .split('::')
    .filter((part) => part !== '')

const ITEM_MACRO =
  /^([ \t]*)\w+! ?\{(?=[ \t]*\r?\n(?:[ \t\r]*\n|[ \t]*\/\/.*\n|[ \t]*#!?\[.*\n)*\1[ \t]+(?:pub|fn|struct|enum|mod|use|impl|trait|type|const|static|async|unsafe|extern)\b)/gm

/**
 * A parser sees the arguments of a macro as loose tokens. If these are items, as in `cfg_rt! { pub mod task; }` and
 * `pin_project! { struct .. }`, the macro's first line and the brace that closes it on its indent are blanked.
 */
function withoutItemMacros(text: string): string {
  const close = closers(text)
  const blanks = [...text.matchAll(ITEM_MACRO)].flatMap(({ 0: opening, 1: indent = '', index }) => {
    const at = close(indent, index)
    return at < 0
      ? []
      : [
          { from: index, to: index + opening.length },
          { from: at, to: at + indent.length + 1 },
        ]
  })
  const parts: string[] = []
  let next = 0
  for (const { from, to } of blanks.toSorted((one, other) => one.from - other.from)) {
    if (from < next) continue
    parts.push(text.slice(next, from), ' '.repeat(to - from))
    next = to
  }
  return next === 0 ? text : [...parts, text.slice(next)].join('')
}

/** Start of the line that closes a block at an indent. The last result is kept: many blocks may share one, or have none. */
function closers(text: string): (indent: string, after: number) => number {
  const found = new Map<string, number>()
  return (indent, after) => {
    const known = found.get(indent)
    if (known !== undefined && (known < 0 || known > after)) return known
    const at = text.indexOf(`\n${indent}}`, after)
    found.set(indent, at < 0 ? at : at + 1)
    return at < 0 ? at : at + 1
  }
}
