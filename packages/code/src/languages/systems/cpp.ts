import type { SyntaxNode } from '@wuku/core/ports/syntax'
import type { SymbolKind } from '../../outline.ts'
import { cppBodies } from '../body-rules.ts'
import { cFamily, declaratorOf, declaratorsOf, isConstant, isStatic, record } from './c.ts'
import { alike, type Declared, fieldText, type LanguageRules, type NodeContext, textOf } from '../rules.ts'

export const cpp: LanguageRules = {
  ...cFamily,
  name: 'c++',
  grammar: 'cpp',
  bodies: cppBodies,
  extensions: ['.cc', '.cpp', '.cxx', '.c++', '.hh', '.hpp', '.hxx', '.h++', '.ipp', '.inl', '.tpp', '.cu', '.cuh'],
  declarations: {
    ...cFamily.declarations,
    namespace_definition: namespace,
    ...alike(['class_specifier', 'struct_specifier', 'union_specifier', 'enum_specifier'], typeOf),
    function_definition: definition,
    ...alike(['declaration', 'field_declaration'], declaration),
    alias_declaration: (seen) => ({ name: fieldText(seen, 'name'), kind: 'type', isExported: isVisible(seen) }),
    concept_definition: (seen) => ({ name: fieldText(seen, 'name'), kind: 'type', isExported: isVisible(seen) }),
    namespace_alias_definition: (seen) => ({
      name: fieldText(seen, 'name'),
      kind: 'module',
      isExported: isVisible(seen),
    }),
  },
  transparent: ['template_declaration'],
}

/** Declarations in an unnamed namespace cannot be named in other files. */
function namespace(seen: NodeContext): Declared {
  const name = fieldText(seen, 'name').replaceAll(/\s/g, '')
  const isExported = isVisible(seen) && name !== ''
  return { name, kind: 'module', isExported, body: seen.node.childForFieldName('body'), isEntered: true }
}

/** `Spec<int>` specialises `Spec`; a type within a class is as open as its section. */
function typeOf(seen: NodeContext): Declared | undefined {
  const name = (fieldText(seen, 'name').split('<', 1)[0] ?? '').trimEnd()
  const found = record(seen, seen.node, name.slice(name.lastIndexOf(':') + 1))
  return found && { ...found, isExported: isVisible(seen) }
}

/** A class that could not be read to its end is taken for the type of the function after it. */
function definition(seen: NodeContext): readonly Declared[] {
  const { node, text } = seen
  const written = node.childForFieldName('type')
  const broken = written && typeOf({ ...seen, node: written })
  const declarator = node.childForFieldName('declarator')
  const body = node.childForFieldName('body') ?? node.namedChildren.find((each) => each.type === 'try_statement')
  if (!declarator) return []
  const test = testName(declarator, text)
  if (test) return [{ name: test, kind: 'test', isExported: false, body }]
  const head = node.namedChildren.find((each) => each.type === 'field_initializer_list') ?? body
  return [...(broken ? [broken] : []), { ...functionOf(seen, declarator), body: head ?? null }]
}

/** Googletest and its like: `TEST_F(StoreTest, Reads) { ... }`. */
function testName(declarator: SyntaxNode, text: string): string {
  const match = /^(?:\w*_)?TEST(?:_\w+)?\s*\(([^(){}]*)\)/.exec(textOf(declarator, text).slice(0, 400))
  return match?.[1]?.replaceAll(/["\s]*,["\s]*/g, '.').replaceAll(/^[\s"]+|[\s"]+$/g, '') ?? ''
}

/** A prototype, a member, variables, and the type that they are declared with. */
function declaration(seen: NodeContext): readonly Declared[] {
  const { node, text } = seen
  const written = node.childForFieldName('type')
  const inner = written && typeOf({ ...seen, node: written })
  const named = declaratorsOf(seen).map((each): Declared => {
    const { name, isFunction } = declaratorOf(each, text)
    if (isFunction) return functionOf(seen, each)
    const kind = isMember(seen) ? 'field' : isConstant(seen) ? 'constant' : 'variable'
    const body = each.childForFieldName('value')
    return { name, kind, isExported: isVisible(seen), body: body?.type === 'lambda_expression' ? body : null }
  })
  return [...(inner && inner.name !== '' ? [inner] : []), ...named]
}

/** `void Foo<T>::bar()` belongs to `Foo`, which is declared in a header. */
function functionOf(seen: NodeContext, declarator: SyntaxNode): Declared {
  const { name, scope } = declaratorOf(declarator, seen.text)
  const owner = scope.slice(scope.lastIndexOf(':') + 1).trim()
  const around = isMember(seen) ? (seen.around.at(-1)?.name ?? '') : owner
  const kind: SymbolKind = around === '' ? 'function' : name === around ? 'constructor' : 'method'
  return { name, kind, isExported: isVisible(seen), ...(owner !== '' && { owner }) }
}

const isMember = ({ around }: NodeContext): boolean => /^(?:class|struct)$/.test(around.at(-1)?.kind ?? '')

/** Out of a file as far as it is not `static`, out of a class as far as its section says. */
function isVisible(seen: NodeContext): boolean {
  const container = seen.around.at(-1)
  if (container?.isExported === false) return false
  return isMember(seen) ? !isHidden(seen) : !isStatic(seen)
}

/** By the last section before it; a class begins with a private one. */
function isHidden({ node, text, around }: NodeContext): boolean {
  const container = around.at(-1)
  const section = container?.body?.namedChildren.findLast(
    ({ type, startIndex }) => type === 'access_specifier' && startIndex < node.startIndex,
  )
  return section ? textOf(section, text) !== 'public' : container?.kind === 'class'
}
