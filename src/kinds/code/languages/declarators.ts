import type { SyntaxNode } from '../../../ports/syntax.ts'
import { textOf } from './rules.ts'

export interface Declarator {
  /** Empty when it names nothing. */
  readonly name: string
  /** What stands before its name: `std::Foo` of `std::Foo::bar`; empty when nothing does. */
  readonly scope: string
  /** `int f(int)`, but not `int (*f)(int)`, which is a variable. */
  readonly isFunction: boolean
}

/** C writes names inside of their types: `(*name(int))(void)`, `&name`, `name[3]`, `Foo::operator=(const Foo &)`. */
export function declaratorOf(declarator: SyntaxNode, text: string): Declarator {
  let around: SyntaxNode | undefined
  let node: SyntaxNode | undefined = declarator
  let scope = ''
  while (node && !isName(node)) {
    if (node.type === 'qualified_identifier') scope = joined(scope, scopeOf(node, text))
    else if (node.type !== 'parenthesized_declarator') around = node
    node = innerOf(node)
  }
  const isFunction = around?.type === 'function_declarator' || node?.type === 'operator_cast'
  return { name: node ? nameOf(node, text) : '', scope, isFunction }
}

const NAMES: ReadonlySet<string> = new Set([
  'identifier',
  'field_identifier',
  'type_identifier',
  'operator_name',
  'operator_cast',
  'destructor_name',
  'template_function',
  'template_method',
])
const isName = ({ type }: SyntaxNode): boolean => NAMES.has(type)

/** Some declarators, as references and parentheses, hold the next one without naming the field. */
const innerOf = (node: SyntaxNode): SyntaxNode | undefined =>
  node.childForFieldName(node.type === 'qualified_identifier' ? 'name' : 'declarator') ??
  node.namedChildren.findLast(({ type }) => NAMES.has(type) || /declarator$|^qualified_identifier$/.test(type))

/** `Box<T>::get` is a member of `Box`. */
function scopeOf(node: SyntaxNode, text: string): string {
  const scope = node.childForFieldName('scope')
  const name = scope?.childForFieldName('name') ?? scope
  return name ? textOf(name, text) : ''
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
  const name = node.type.startsWith('template_') ? node.childForFieldName('name') : node
  return name ? textOf(name, text) : ''
}
