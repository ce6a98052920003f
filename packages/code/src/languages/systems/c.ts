import type { SyntaxNode } from '@wuku/core/ports/syntax'
import { cBodies } from '../body-rules.ts'
import type { Declared, LanguageRules, NodeContext } from '../rules.ts'
import { alike, fieldText, isInExported, textOf } from '../rules.ts'

/**
 * The text of C or C++ without macros that stand where the grammar knows no place for them: alone on a line, before a type,
 * after parameters. As long as before, line for line, so that every offset stays true. Only names in capitals with a low line
 * are taken for macros: `DWORD` and `FILE` are types.
 */
export const withoutMacros = (text: string): string =>
  PLACES.reduce((left, place) => left.replaceAll(place, (found) => found.replaceAll(/[^\r\n]/g, ' ')), text)

/** Every repetition is bounded: text may have been written to make patterns slow. */
const NAME = String.raw`\b[A-Z][A-Z0-9]{0,40}_[A-Z0-9_]{0,80}\b`
const ARGUMENTS = String.raw`(?:[ \t]{0,8}\((?:[^()\n]|\([^()\n]{0,200}\)){0,200}\))?`
const TYPE = String.raw`(?!const\b|volatile\b)[A-Za-z_][\w:]{0,200}(?:<[^;{}()\n]{0,200}>)?`

const PLACES: readonly RegExp[] = [
  // `NAMESPACE_BEGIN`, `NON_NULL(1)`, `PRIVATE_UNLESS_TESTED:`; the last name of an enumeration stands before its brace.
  new RegExp(String.raw`^[ \t]{0,80}${NAME}${ARGUMENTS}:?[ \t]{0,80}$(?=\s{0,200}(?:[A-Za-z_#/~[@]|$(?![^])))`, 'gm'),
  /^[ \t]{0,80}\b[A-Z][A-Z0-9_]{0,80}_END\b[ \t]{0,80}$(?=\s{0,200}\})/gm,
  // Any name in capitals is a macro if a class with members follows: `class EXPORT Foo {`.
  new RegExp(
    String.raw`(?<=\b(?:class|struct|union|enum)\s{1,80})[A-Z][A-Z0-9_]{2,80}${ARGUMENTS}(?=\s{1,80}[A-Za-z_]\w{0,200}(?:\s{1,80}final)?\s{0,80}[:{])`,
    'g',
  ),
  new RegExp(
    String.raw`(?<=^[^#\n]{0,200})${NAME}${ARGUMENTS}(?=\s{1,80}${TYPE}(?:[ \t]{1,80}|[ \t]{0,80}[*&]{1,8}[ \t]{0,80})(?:[A-Za-z_~]|\([ \t]{0,8}\*))`,
    'gm',
  ),
  new RegExp(
    String.raw`(?<=\)\s{0,80}(?:\b(?:const|noexcept|override)\s{1,80}){0,3})${NAME}${ARGUMENTS}(?=\s{0,80}[;{])`,
    'g',
  ),
  /(?<=\*\s{0,8})\b[a-zA-Z]{0,40}_(?:[Nn]onnull|[Nn]ullable|_restrict|_restrict__)\b(?=\s{1,80}[A-Za-z_])/g,
]

/** Declarations that C and C++ share, since most C++ headers are C. */
export const cFamily = {
  declarations: {
    preproc_def: (seen: NodeContext) => macro(seen, 'constant'),
    preproc_function_def: (seen: NodeContext) => macro(seen, 'macro'),
    type_definition: aliases,
    union_specifier: (seen: NodeContext) => record(seen, seen.node),
    enumerator: (seen: NodeContext): Declared => ({
      name: fieldText(seen, 'name'),
      kind: 'constant',
      isExported: true,
    }),
  },
  regions:
    /^(?:preproc_ifdef|preproc_if|preproc_else|preproc_elif|preproc_elifdef|linkage_specification|declaration_list|ERROR)$/,
  /** `"x.h"` without its quotes; `<x.h>` keeps its brackets, since it is looked for elsewhere. */
  imports: {
    preproc_include: (seen: NodeContext) => ({ specifier: fieldText(seen, 'path').replaceAll('"', ''), names: [] }),
  },
  bodies: cBodies,
  blanked: withoutMacros,
} as const satisfies Partial<LanguageRules>

export const c: LanguageRules = {
  ...cFamily,
  name: 'c',
  extensions: ['.c', '.h'],
  declarations: {
    ...cFamily.declarations,
    function_definition: definition,
    declaration,
    field_declaration: fields,
    ...alike(['struct_specifier', 'enum_specifier'], (seen) => record(seen, seen.node)),
  },
}

/** A macro without a value only says that it is there, as the guard of a header does. */
function macro(seen: NodeContext, kind: 'constant' | 'macro'): Declared | undefined {
  const value = seen.node.childForFieldName('value')
  if (kind === 'constant' && !value) return undefined
  return { name: fieldText(seen, 'name'), kind, isExported: true, ...(kind === 'macro' && { body: value }) }
}

const RECORDS = {
  struct_specifier: 'struct',
  union_specifier: 'struct',
  class_specifier: 'class',
  enum_specifier: 'enum',
} as const

/** Only with members: `struct node;` says that there is one elsewhere. */
export function record(seen: NodeContext, node: SyntaxNode, name = fieldText({ node, text: seen.text }, 'name')) {
  const body = node.childForFieldName('body')
  const kind = Object.entries(RECORDS).find(([type]) => type === node.type)?.[1]
  return kind && body ? { name, kind, isExported: true, body, isEntered: true } : undefined
}

/** `typedef struct node { ... } node_t`: what has no other name, or the same, is called by its alias. */
function aliases(seen: NodeContext): readonly Declared[] {
  const type = seen.node.childForFieldName('type')
  const names = seen.node.namedChildren.flatMap((each) =>
    each.startIndex >= (type?.endIndex ?? 0) ? declaratorOf(each, seen.text).name || [] : [],
  )
  const tag = type ? fieldText({ node: type, text: seen.text }, 'name') : ''
  const inner = type ? record(seen, type, tag || names[0]) : undefined
  const others = names.filter((name) => name !== inner?.name)
  return [...(inner ? [inner] : []), ...others.map((name): Declared => ({ name, kind: 'type', isExported: true }))]
}

/** `static` is for this file alone. */
export const isStatic = ({ node, text }: NodeContext): boolean =>
  node.children.some((each) => each.type === 'storage_class_specifier' && textOf(each, text) === 'static')

function definition(seen: NodeContext): Declared | readonly Declared[] | undefined {
  const declarator = seen.node.childForFieldName('declarator')
  const body = seen.node.childForFieldName('body')
  if (!declarator) return undefined
  const { name } = declaratorOf(declarator, seen.text)
  const isTest = /^(?:TEST|BENCHMARK)/.test(fieldText(seen, 'type'))
  return { name, kind: isTest ? 'test' : 'function', isExported: !isTest && !isStatic(seen), body }
}

/** A prototype, variables, and the type that a variable is declared with. */
function declaration(seen: NodeContext): readonly Declared[] {
  const type = seen.node.childForFieldName('type')
  const inner = type ? record(seen, type) : undefined
  return [...(inner?.name ? [inner] : []), ...declared(seen)]
}

export const isConstant = ({ node, text }: NodeContext): boolean =>
  node.children.some((each) => each.type === 'type_qualifier' && textOf(each, text).startsWith('const'))

function declared(seen: NodeContext): readonly Declared[] {
  return declaratorsOf(seen).map((each) => {
    const { name, isFunction } = declaratorOf(each, seen.text)
    const kind = isFunction ? 'function' : isConstant(seen) ? 'constant' : 'variable'
    return { name, kind, isExported: !isStatic(seen), body: each.childForFieldName('value') }
  })
}

/** All that a declaration names: after the type, `*p, q = 3, fwd(int)`. */
export function declaratorsOf({ node }: NodeContext): readonly SyntaxNode[] {
  const type = node.childForFieldName('type')
  return node.namedChildren.filter(
    (each) =>
      each.startIndex >= (type?.endIndex ?? node.startIndex) && /declarator$|^(?:field_)?identifier$/.test(each.type),
  )
}

/** Members of a struct without a name of its own belong to the struct around it. */
function fields(seen: NodeContext): readonly Declared[] {
  const type = seen.node.childForFieldName('type')
  const inner = type ? record(seen, type) : undefined
  const field = { kind: 'field', isExported: isInExported(seen) } as const
  const named = declaratorsOf(seen).map((each) => ({ ...field, name: declaratorOf(each, seen.text).name }))
  return [...(inner ? [inner] : []), ...named]
}

/**
 * C writes names inside of their types: `(*name(int))(void)`, `&name`, `name[3]`, `Foo::operator=(const Foo &)`. The name is
 * empty when it names nothing; the scope before it is `std::Foo` of `std::Foo::bar`; `int (*f)(int)` is a variable.
 */
export function declaratorOf(declarator: SyntaxNode, text: string) {
  let around: SyntaxNode | undefined
  let node: SyntaxNode | undefined = declarator
  let scope = ''
  while (node && !NAME_NODE.test(node.type)) {
    if (node.type === 'qualified_identifier') scope = joined(scope, scopeOf(node, text))
    else if (node.type !== 'parenthesized_declarator') around = node
    node = innerOf(node)
  }
  const isFunction = around?.type === 'function_declarator' || node?.type === 'operator_cast'
  return { name: node ? nameOf(node, text) : '', scope, isFunction }
}

const NAME_NODE =
  /^(?:(?:field_|type_)?identifier|operator_name|operator_cast|destructor_name|template_function|template_method)$/

/** Some declarators, as references and parentheses, hold the next one without naming the field. */
const innerOf = (node: SyntaxNode): SyntaxNode | undefined =>
  node.childForFieldName(node.type === 'qualified_identifier' ? 'name' : 'declarator') ??
  node.namedChildren.findLast(({ type }) => NAME_NODE.test(type) || /declarator$|^qualified_identifier$/.test(type))

/** `Box<T>::get` is a member of `Box`. */
function scopeOf(node: SyntaxNode, text: string): string {
  const scope = node.childForFieldName('scope')
  return textOf(scope?.childForFieldName('name') ?? scope, text)
}

const joined = (outer: string, inner: string): string => (outer && inner ? `${outer}::${inner}` : outer || inner)

/** `operator bool` of `operator bool() const`; `operator==` however it is spaced. */
function nameOf(node: SyntaxNode, text: string): string {
  if (node.type === 'operator_cast')
    return (textOf(node, text).split('(', 1)[0] ?? '').trimEnd().replaceAll(/\s+/g, ' ')
  if (node.type === 'operator_name')
    return textOf(node, text)
      .replace(/^operator\s+(?!\w)/, 'operator')
      .replaceAll(/\s+/g, ' ')
  return textOf(node.type.startsWith('template_') ? node.childForFieldName('name') : node, text)
}
