import type { SymbolKind } from '../../outline.ts'
import type { Declared, LanguageRules, NewImport, NodeContext } from '../rules.ts'
import { alike, childOf, childText, fieldText, headOf, isInExported, textOf } from '../rules.ts'

const SIGNATURES: { readonly [type: string]: (seen: NodeContext) => Declared } = {
  function_signature: (seen) => callable(seen, 'method'),
  ...alike(['getter_signature', 'setter_signature'], (seen) => callable(seen, 'field')),
  operator_signature: (seen) => ({ ...callable(seen, 'method'), name: operatorName(seen) }),
  constructor_signature: constructorOf,
  constant_constructor_signature: constructorOf,
  factory_constructor_signature: constructorOf,
  redirecting_factory_constructor_signature: constructorOf,
}

const LISTS = ['initialized_identifier_list', 'static_final_declaration_list', 'identifier_list']

export const dart: LanguageRules = {
  name: 'dart',
  extensions: ['.dart'],
  interpreters: ['dart'],
  declarations: {
    ...alike(['class_definition', 'extension_type_declaration'], (seen) => type(seen, 'class')),
    mixin_declaration: (seen) => type(seen, 'trait'),
    extension_declaration: (seen) => type(seen, seen.node.childForFieldName('name') ? 'class' : 'impl'),
    enum_declaration: (seen) => type(seen, 'enum'),
    enum_constant: (seen) => named(seen, 'constant'),
    type_alias: (seen) => ({ ...named(seen, 'type'), name: aliasName(seen) }),
    ...SIGNATURES,
    ...alike(['method_signature', 'declaration'], member),
    ...alike(['initialized_identifier_list', 'static_final_declaration_list'], variables),
  },
  transparent: ['ERROR'],
  attributes:
    /^(?:annotation|const_builtin|final_builtin|inferred_type|late|type_identifier|type_arguments|nullable_type|function_type|record_type|external)$/,
  imports: { import_or_export: importOf, part_directive: importOf, part_of_directive: importOf },
  comments: ['comment', 'documentation_comment'],
  modules: { library_name: (seen) => childText(seen, 'dotted_identifier_list').replaceAll(/\s+/g, '') },
}

const isOpen = (seen: NodeContext, name: string): boolean => isInExported(seen) && !/(?:^|\.)_/.test(name)

function named(seen: NodeContext, kind: SymbolKind): Declared {
  const name = fieldText(seen, 'name')
  return { name, kind, isExported: isOpen(seen, name), head: headOf(seen.node, ['annotation']) }
}

/** Some have their names in a field, a mixin and `class A = B with C` have not; a nameless extension has its type. */
function type(seen: NodeContext, kind: SymbolKind): Declared {
  const { node, text } = seen
  const inner = childOf(node, ['mixin_application_class']) ?? node
  const label = node.childForFieldName('name') ?? childOf(inner, ['identifier']) ?? node.childForFieldName('class')
  const name = textOf(label, text)
  const body = node.childForFieldName('body') ?? childOf(node, ['class_body', 'enum_body', 'extension_body'])
  return { ...named(seen, kind), name, isExported: isOpen(seen, name), body, isEntered: true }
}

/** The grammar makes the body a sibling of the signature. */
const callable = (seen: NodeContext, kind: 'method' | 'field'): Declared => ({
  ...named(seen, seen.around.length > 0 ? kind : 'function'),
  ...siblingBody(seen),
})

const siblingBody = ({ next }: NodeContext): Pick<Declared, 'body'> =>
  next?.type === 'function_body' ? { body: next } : {}

const operatorName = ({ node, text }: NodeContext): string =>
  /operator\s*[^\s(]+/.exec(textOf(node, text).slice(0, 400))?.[0].replaceAll(/\s+/g, '') ?? ''

/** `Point`, and `Point.polar` for one with a name. */
function constructorOf(seen: NodeContext): Declared {
  const { node, text } = seen
  const parts = node.namedChildren.filter((each) => each.type === 'identifier').map((each) => textOf(each, text))
  const name = parts.join('.')
  return { name, kind: 'constructor', isExported: isOpen(seen, name), ...siblingBody(seen) }
}

/** The node inside a `declaration` or a `method_signature` decides the kind. */
function member(seen: NodeContext): Declared | readonly Declared[] | undefined {
  const inner = childOf(seen.node, [...Object.keys(SIGNATURES), ...LISTS])
  if (!inner) return undefined
  const within = { ...seen, node: inner }
  const declared = SIGNATURES[inner.type]?.(within)
  return declared ? { ...declared, head: seen.node } : variables(within).map((each) => ({ ...each, head: seen.node }))
}

function variables(seen: NodeContext): readonly Declared[] {
  const { node, text } = seen
  const before = text.slice(Math.max(0, node.startIndex - 80), node.startIndex)
  const isConstant = /\bconst\s[^;{}]*$/.test(before)
  const kind = isConstant ? 'constant' : seen.around.length > 0 ? 'field' : 'variable'
  return node.namedChildren
    .map((each) => textOf(each.type === 'identifier' ? each : childOf(each, ['identifier']), text))
    .map((name) => ({ name, kind, isExported: isOpen(seen, name) }))
}

/** `typedef F = ..` and the older `typedef int F(..)`. */
function aliasName({ node, text }: NodeContext): string {
  const names = node.namedChildren.filter((each) => each.type === 'type_identifier')
  const isNew = node.children.some((each) => each.type === '=')
  return textOf(isNew ? names[0] : names.at(-1), text)
}

/** `import 'a.dart' show B` and `export`, `part`, `part of` likewise; a library's name after `part of` is no file. */
function importOf({ node, text }: NodeContext): NewImport | undefined {
  const sourceText = textOf(node, text).slice(0, 4_000)
  const specifier = /['"]([^'"]*)['"]/.exec(sourceText)?.[1]
  if (specifier === undefined) return undefined
  const shown = /\bshow\s+([^;]*?)(?:\bhide\b|;|$)/.exec(sourceText)?.[1] ?? ''
  const names = shown.split(',').map((name) => name.trim())
  return { specifier, names: names.filter((name) => name !== '') }
}
