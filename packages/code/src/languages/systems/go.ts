import { goBodies } from '../body-rules.ts'
import type { SyntaxNode } from '@wuku/core/ports/syntax'
import type { SymbolKind } from '../../outline.ts'
import type { Declared, LanguageRules, NewImport, NodeContext } from '../rules.ts'
import { alike, childOf, childText, fieldText, isInExported, textOf } from '../rules.ts'

export const go: LanguageRules = {
  name: 'go',
  extensions: ['.go'],
  declarations: {
    function_declaration: (seen) => callable(seen, 'function'),
    method_declaration: (seen) => ({ ...callable(seen, 'method'), owner: receiverOf(seen) }),
    method_elem: (seen) => ({
      ...callable(seen, 'method'),
      isExported: isInExported(seen) && isUpper(fieldText(seen, 'name')),
    }),
    ...alike(['type_spec', 'type_alias'], typeOf),
    const_spec: (seen) => namesIn(seen, 'identifier', 'constant'),
    var_spec: (seen) => namesIn(seen, 'identifier', 'variable'),
    field_declaration: fields,
  },
  transparent: ['const_declaration', 'var_declaration', 'var_spec_list', 'type_declaration', 'ERROR'],
  regions: /^(?:import_declaration|import_spec_list)$/,
  imports: { import_spec: importOf },
  bodies: goBodies,
  modules: { package_clause: (seen) => childText(seen, 'package_identifier') },
}

const isUpper = (name: string): boolean => /^\p{Lu}/u.test(name)

function callable(seen: NodeContext, kind: SymbolKind): Declared {
  const name = fieldText(seen, 'name')
  return { name, kind, isExported: isUpper(name), body: seen.node.childForFieldName('body') }
}

/** `(s *Server)`, `(l List[T])` and `(Server)` all say whose the method is. */
const receiverOf = (seen: NodeContext): string =>
  /([\p{L}_][\p{L}\p{N}_]*)(?:\[[^\]]*\])?,?\)$/u.exec(
    fieldText(seen, 'receiver')
      .slice(-200)
      .replaceAll(/\s+(?=[[\],)])|(?<=,)\s+/g, ''),
  )?.[1] ?? ''

function typeOf(seen: NodeContext): Declared {
  const name = fieldText(seen, 'name')
  const type = seen.node.childForFieldName('type')
  const isExported = isUpper(name)
  if (type?.type === 'struct_type') return { name, kind: 'struct', isExported, body: fieldsOf(type), isEntered: true }
  if (type?.type === 'interface_type') return { name, kind: 'interface', isExported, body: type, isEntered: true }
  return { name, kind: 'type', isExported }
}

const fieldsOf = (struct: SyntaxNode): SyntaxNode | null => childOf(struct, ['field_declaration_list'])

function namesIn({ node, text }: NodeContext, type: string, kind: SymbolKind): readonly Declared[] {
  const names = node.namedChildren.filter((each) => each.type === type).map((each) => textOf(each, text))
  return names.filter((name) => name !== '_').map((name) => ({ name, kind, isExported: isUpper(name) }))
}

/** An embedded type has no name of its own. */
function fields(seen: NodeContext): readonly Declared[] {
  const type = seen.node.childForFieldName('type')
  const body = type?.type === 'struct_type' ? fieldsOf(type) : null
  return namesIn(seen, 'field_identifier', 'field').map((declared) => ({
    ...declared,
    isExported: declared.isExported && isInExported(seen),
    ...(body && { body, isEntered: true }),
  }))
}

function importOf(seen: NodeContext): NewImport {
  const names = seen.node.childForFieldName('name')?.type === 'dot' ? ['*'] : []
  return { specifier: fieldText(seen, 'path').slice(1, -1), names }
}
