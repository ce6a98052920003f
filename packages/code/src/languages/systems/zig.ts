import type { SyntaxNode } from '@wuku/core/ports/syntax'
import type { SymbolKind } from '../../outline.ts'
import type { Declared, LanguageRules, NewImport, NodeContext } from '../rules.ts'
import { childOf, childText, fieldText, isInExported, textOf } from '../rules.ts'

export const zig: LanguageRules = {
  name: 'zig',
  extensions: ['.zig', '.zon'],
  declarations: {
    function_declaration: functionOf,
    variable_declaration: variable,
    container_field: field,
    test_declaration: test,
  },
  imports: { variable_declaration: importOf, using_namespace_declaration: importOf, comptime_declaration: importOf },
}

/** `pub`, and what is exported to C. */
const isPublic = (seen: NodeContext): boolean =>
  isInExported(seen) && /^(?:pub|export)\b/.test(seen.text.slice(seen.node.startIndex, seen.node.startIndex + 8))

function field(seen: NodeContext): Declared {
  const kind = seen.around.at(-1)?.kind === 'enum' ? 'constant' : 'field'
  return { name: fieldText(seen, 'name'), kind, isExported: isInExported(seen) }
}

/** A function that answers a type is how Zig writes generic ones: its members are looked for. */
function functionOf(seen: NodeContext): Declared {
  const body = seen.node.childForFieldName('body')
  const kind = seen.around.length > 0 ? 'method' : 'function'
  const made = fieldText(seen, 'type') === 'type' ? madeBy(body) : undefined
  const isExported = isPublic(seen)
  return { name: nameOf(seen), kind, isExported, body, ...(made && { header: made }) }
}

/** `return struct { ... }`, wherever it stands at the top of the body. */
const madeBy = (body: SyntaxNode | null): SyntaxNode | undefined =>
  body?.namedChildren
    .map((each) => each.namedChildren[0])
    .findLast((each) => each?.type === 'return_expression')
    ?.namedChildren.find(isContainer)

const CONTAINERS: Readonly<Record<string, SymbolKind>> = {
  struct_declaration: 'struct',
  union_declaration: 'struct',
  opaque_declaration: 'struct',
  enum_declaration: 'enum',
  error_set_declaration: 'enum',
}
const isContainer = ({ type }: SyntaxNode): boolean => Object.hasOwn(CONTAINERS, type)

/** `const Point = struct { ... }` is how types get their names; what only names an import is no declaration. */
function variable(seen: NodeContext): Declared | undefined {
  const { node, text } = seen
  const name = nameOf(seen)
  if (name === '' || name === '_') return undefined
  const container = node.namedChildren.find(isContainer)
  const isExported = isPublic(seen)
  if (container)
    return { name, kind: CONTAINERS[container.type] ?? 'struct', isExported, body: container, isEntered: true }
  if (!isExported && importOf(seen)) return undefined
  const isConstant = node.children.some((each) => each.type === 'const')
  const body = node.namedChildren.findLast((each) => textOf(each, text).length > LONG)
  return { name, kind: isConstant ? 'constant' : 'variable', isExported, ...(body && { body }) }
}

/** A longer value does not belong into a signature. */
const LONG = 120

/** Zig's grammar gives variables no field for their names; `@"any name"` is a name too. */
function nameOf({ node, text }: Pick<NodeContext, 'node' | 'text'>): string {
  const name = node.childForFieldName('name') ?? node.namedChildren.find((each) => each.type === 'identifier')
  return textOf(name, text).replace(/^@"(.*)"$/s, '$1')
}

function test(seen: NodeContext): Declared {
  const title = childText(seen, 'string', 'identifier') || 'test'
  const name = title.replaceAll(/^"|"$/g, '').slice(0, 120)
  return { name, kind: 'test', isExported: false, body: childOf(seen.node, ['block']) }
}

const IMPORT = /@import\(\s*"([^"\n]+)"\s*\)((?:\.[A-Za-z_]\w*)*)/

/** `@import("x.zig").Dir` takes `Dir`. */
function importOf({ node, text }: NodeContext): NewImport | undefined {
  const [, specifier = '', path = ''] = IMPORT.exec(textOf(node, text).slice(0, 400)) ?? []
  if (specifier === '') return undefined
  return { specifier, names: path.split('.').slice(1, 2) }
}
